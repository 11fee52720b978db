package dev.bascule.studies.bisect;

import dev.bascule.studies.bisect.BisectResult.Ending;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Searches one or two axes for the versions between which a case changes from good to bad or back: the ends first, then, for two
 * axes, old and new of each in all four pairs, then a line of versions. Ends early when its thread is interrupted or its time is
 * over, with what is known by then. Belongs to one thread.
 */
public final class Bisection {
    private final BisectPlan plan;
    private final BisectListener listener;
    private final Probes probes;

    public Bisection(BisectPlan plan, Prober prober, Clock clock, BisectListener listener) {
        this.plan = plan;
        this.listener = listener;
        this.probes = new Probes(new ToldVersions(prober), plan.limits(), clock, listener);
    }

    public BisectResult search() {
        return plan.axes().size() == 2 ? both() : one(plan.axes().get(0));
    }

    /** Ends of which nothing can be said are taken further in. */
    private BisectResult one(Axis axis) {
        VersionLine line = plan.side(axis).moving().orElseThrow();
        listener.phase("running both ends");
        probes.expect(2);
        Inward inward = new Inward(axis, line);
        Optional<Probes.Ends> ends = inward.search();
        int from = inward.from;
        int to = inward.to;
        VersionPair oldest = pair(axis, line, from);
        VersionPair newest = pair(axis, line, to);
        Optional<Ending> early = early(oldest, newest, ends, true);
        if (early.isPresent()) {
            return ended(early.get(), Optional.empty(), List.of());
        }
        listener.phase("searching " + axis.product());
        VersionLine within = line.between(oldest.on(axis), newest.on(axis));
        List<LineResult> lines =
                List.of(new LineSearch(within, newest, probes, plan.limits().samples()).search());
        return ended(found(lines, oldest, newest), Optional.empty(), lines);
    }

    /**
     * Two ends that something can be said of, the outermost that there are as far as it matters: they are taken in 1, 2, 4 and so
     * on versions, and where that leads to equal ends, what was jumped over is looked at as well.
     */
    private final class Inward {
        private final Axis axis;
        private final VersionLine line;
        private int from;
        private int to;
        private int silentFrom;
        private int silentTo;

        private Inward(Axis axis, VersionLine line) {
            this.axis = axis;
            this.line = line;
            from = line.index(line.from());
            to = line.index(line.to());
            silentFrom = from;
            silentTo = to;
        }

        private Optional<Probes.Ends> search() {
            Optional<Probes.Ends> ends = apart();
            for (int step = 1; ends.isEmpty() && (isSilent(from) || isSilent(to)); step *= 2) {
                if (probes.stopped().isPresent() || !isMoved(step)) {
                    return Optional.empty();
                }
                ends = goOn();
            }
            boolean jumped = from - silentFrom > 1 || silentTo - to > 1;
            if (ends.isPresent() || !jumped || probes.stopped().isPresent()) {
                return ends;
            }
            int before = from - to;
            from = outermost(silentFrom, from);
            to = outermost(silentTo, to);
            return before == from - to ? ends : goOn();
        }

        private Optional<Probes.Ends> apart() {
            return probes.tellApart(pair(axis, line, from), pair(axis, line, to));
        }

        private Optional<Probes.Ends> goOn() {
            listener.phase("nothing can be said of an end; going on from %s to %s"
                    .formatted(line.versions().get(from), line.versions().get(to)));
            return apart();
        }

        private boolean isSilent(int index) {
            return silent(pair(axis, line, index));
        }

        private boolean isMoved(int step) {
            boolean low = isSilent(from);
            boolean high = isSilent(to);
            silentFrom = low ? from : silentFrom;
            silentTo = high ? to : silentTo;
            int inner = from + (low ? step : 0);
            int outer = to - (high ? step : 0);
            if (inner < outer) {
                from = inner;
                to = outer;
                return true;
            }
            // Of one end something can be said, and so of some version from there on, or of none but that.
            int old = from - to;
            if (low && !high) {
                from = outermost(from, to);
            } else if (high && !low) {
                to = outermost(to, from);
            }
            boolean moved = from < to && old != from - to;
            if (!moved) {
                from = low ? silentFrom : from;
                to = high ? silentTo : to;
            }
            return moved;
        }

        /** The version next to one of which nothing can be said, or as near as halving comes, that something can be said of. */
        private int outermost(int silent, int saying) {
            int dumb = silent;
            int found = saying;
            while (Math.abs(found - dumb) > 1 && probes.stopped().isEmpty()) {
                int middle = (found + dumb) / 2;
                probes.look(pair(axis, line, middle));
                if (isSilent(middle)) {
                    dumb = middle;
                } else {
                    found = middle;
                }
            }
            return found;
        }
    }

    /** A search that came to no boundary found nothing. */
    private Ending found(List<LineResult> lines, VersionPair oldest, VersionPair newest) {
        if (lines.stream().anyMatch(line -> !line.boundaries().isEmpty())) {
            return new Ending.Found();
        }
        return probes.stopped().<Ending>map(Ending.Stopped::new).orElseGet(() -> noEnds(oldest, newest));
    }

    private VersionPair pair(Axis axis, VersionLine line, int index) {
        return plan.newest().with(axis, line.versions().get(index));
    }

    /** Why there is nothing to search between these. */
    private Optional<Ending> early(
            VersionPair oldest, VersionPair newest, Optional<Probes.Ends> ends, boolean mustDiffer) {
        Optional<String> stopped = probes.stopped();
        if (stopped.isPresent()) {
            return stopped.map(Ending.Stopped::new);
        }
        if (ends.isEmpty()) {
            return mustDiffer || silent(oldest) || silent(newest)
                    ? Optional.of(noEnds(oldest, newest))
                    : Optional.empty();
        }
        return ends.get().good().equals(newest) != plan.fix()
                ? Optional.of(otherWay(oldest, newest))
                : Optional.empty();
    }

    private BisectResult both() {
        VersionPair oldest = plan.oldest();
        VersionPair newest = plan.newest();
        listener.phase("running both ends");
        probes.expect(4);
        Optional<Probes.Ends> ends = probes.tellApart(oldest, newest);
        Optional<Ending> early = early(oldest, newest, ends, false);
        if (early.isPresent()) {
            return ended(early.get(), Optional.empty(), List.of());
        }
        listener.phase("running the old engine in the new browser, and the new engine in the old browser");
        Square square = square(oldest, newest, ends);
        Optional<String> stopped = probes.stopped();
        if (square.isUniform()) {
            Ending ending = stopped.<Ending>map(Ending.Stopped::new).orElseGet(() -> noEnds(oldest, newest));
            return ended(ending, Optional.empty(), List.of());
        }
        AxisFinding finding = square.finding();
        List<LineResult> lines = new ArrayList<>();
        for (AxisFinding.Edge edge : finding.edges()) {
            if (probes.stopped().isEmpty()) {
                listener.phase("%s; searching %s"
                        .formatted(finding.sentence(), edge.axis().product()));
                lines.add(line(edge));
            }
        }
        return ended(found(lines, oldest, newest), Optional.of(finding), lines);
    }

    private Square square(VersionPair oldest, VersionPair newest, Optional<Probes.Ends> ends) {
        Map<VersionPair, VersionState> states = new LinkedHashMap<>();
        List<VersionPair> mixed = List.of(Square.newEngine(oldest, newest), Square.newBrowser(oldest, newest));
        Optional<Probes.Ends> apart = ends;
        for (VersionPair corner : mixed) {
            apart = apart.or(() -> probes.tellApart(oldest, corner));
        }
        if (apart.isPresent()) {
            for (VersionPair corner : List.of(oldest, mixed.get(0), mixed.get(1), newest)) {
                states.put(corner, probes.decide(corner, Probes.DECIDED));
            }
        }
        return new Square(oldest, newest, states);
    }

    private LineResult line(AxisFinding.Edge edge) {
        VersionLine line = plan.side(edge.axis()).moving().orElseThrow();
        return new LineSearch(line, edge.at(), probes, plan.limits().samples()).search();
    }

    private boolean silent(VersionPair pair) {
        return probes.silence(pair).isPresent();
    }

    private Ending noEnds(VersionPair oldest, VersionPair newest) {
        for (VersionPair end : List.of(oldest, newest)) {
            Optional<String> why = probes.silence(end);
            if (why.isPresent()) {
                return new Ending.EndUnknown(
                        "nothing can be said of %s: %s".formatted(end, why.get()),
                        "name another end with --from or --to, or another failure with --what: wrong, crash, unsupported");
            }
        }
        Tally old = probes.tally(oldest);
        Tally young = probes.tally(newest);
        if (old.isFlaky() || young.isFlaky()) {
            return new Ending.EqualEnds(
                    "both ends fail about as often: %s in %s, %s in %s"
                            .formatted(old.share(), oldest, young.share(), newest),
                    "find inputs that make the failure show more often, or name other ends with --from and --to");
        }
        boolean bad = old.bad() > 0;
        return new Ending.EqualEnds(
                "both ends are %s, in %d runs each: %s; %s"
                        .formatted(bad ? "bad" : "good", old.clear(), oldest, newest),
                bad
                        ? "name an older --from that is good, or with --find-fix a newer --to that is"
                        : "name ends with --from and --to of which one fails; --flaky runs them more often");
    }

    private Ending otherWay(VersionPair oldest, VersionPair newest) {
        return plan.fix()
                ? new Ending.OtherWay(
                        "%s is good and %s is bad: it broke on the way".formatted(oldest, newest),
                        "leave --find-fix away to find where it broke")
                : new Ending.OtherWay(
                        "%s is bad and %s is good: it was mended on the way".formatted(oldest, newest),
                        "--find-fix finds the version that mended it");
    }

    private BisectResult ended(Ending ending, Optional<AxisFinding> axis, List<LineResult> lines) {
        return new BisectResult(ending, axis, lines, probes.tallies(), probes.stopped());
    }
}
