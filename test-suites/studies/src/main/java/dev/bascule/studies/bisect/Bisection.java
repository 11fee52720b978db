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
        VersionPair oldest = plan.oldest();
        VersionPair newest = plan.newest();
        listener.phase("running both ends");
        probes.expect(2);
        Optional<Probes.Ends> ends = probes.tellApart(oldest, newest);
        if (probes.stopped().isPresent()) {
            return ended(new Ending.Stopped(probes.stopped().get()), Optional.empty(), List.of());
        }
        boolean two = plan.axes().size() == 2;
        if (ends.isEmpty() && (!two || silent(oldest) || silent(newest))) {
            return ended(noEnds(oldest, newest), Optional.empty(), List.of());
        }
        if (ends.isPresent() && ends.get().good().equals(newest) != plan.fix()) {
            return ended(otherWay(oldest, newest), Optional.empty(), List.of());
        }
        if (!two) {
            Axis axis = plan.axes().get(0);
            listener.phase("searching " + axis.product());
            return ended(new Ending.Found(), Optional.empty(), List.of(line(new AxisFinding.Edge(axis, newest))));
        }
        return both(oldest, newest, ends);
    }

    private BisectResult both(VersionPair oldest, VersionPair newest, Optional<Probes.Ends> ends) {
        listener.phase("running the old engine in the new browser, and the new engine in the old browser");
        probes.expect(2);
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
        return ended(new Ending.Found(), Optional.of(finding), lines);
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
                        "name another end with --from or --to");
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
