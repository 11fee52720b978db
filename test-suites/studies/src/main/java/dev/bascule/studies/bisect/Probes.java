package dev.bascule.studies.bisect;

import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs pairs as often as it takes to hold something of them, and keeps every run. A pair is decided by Wald's sequential test
 * between failing as often as the good end and as the bad one; where runs of a pair disagree, the ends are run again first, to
 * know how often that is. Belongs to one thread.
 */
final class Probes {
    /** Odds of 99 to 1. */
    static final double DECIDED = Math.log(99);
    /**
     * What tells ends apart. Their rates are fitted to the very runs, so that evidence of e is about √(e/2)
     * standard deviations of the difference of two shares: 2.6 where all runs are made, and 3.4 where it is looked at after each.
     */
    private static final double AT_THE_END = 13.5;

    private static final double AT_ANY_TIME = 23;

    /** Odds of 999 to 1, for the versions that are named in the end. */
    static final double CONFIRMED = Math.log(999);

    private static final int CAREFUL = 12;
    private static final int MOST_UNCLEAR = 5;

    private final Prober prober;
    private final BisectLimits limits;
    private final Clock clock;
    private final BisectListener listener;
    private final Instant until;
    private final Map<VersionPair, Tally> tallies = new LinkedHashMap<>();
    private int expected;
    private Optional<Ends> ends = Optional.empty();

    /** Two pairs that were told apart. */
    record Ends(VersionPair good, VersionPair bad) {}

    Probes(Prober prober, BisectLimits limits, Clock clock, BisectListener listener) {
        this.prober = prober;
        this.limits = limits;
        this.clock = clock;
        this.listener = listener;
        this.until = clock.instant().plus(limits.total());
    }

    Map<VersionPair, Tally> tallies() {
        return tallies;
    }

    Tally tally(VersionPair pair) {
        return tallies.getOrDefault(pair, Tally.EMPTY);
    }

    int runs() {
        return tallies.values().stream().mapToInt(tally -> tally.runs().size()).sum();
    }

    void expect(int more) {
        expected = tallies.size() + more;
    }

    /** Why no more is run; empty while it goes on. */
    Optional<String> stopped() {
        return Thread.currentThread().isInterrupted()
                ? Optional.of("interrupted")
                : clock.instant().isAfter(until) ? Optional.of("the time limit is reached") : Optional.empty();
    }

    /** Runs a pair once; nothing where it is known to tell nothing, or no more is run. */
    private void run(VersionPair pair) {
        if (tally(pair).isSilent() || stopped().isPresent()) {
            return;
        }
        ProbeState state = prober.probe(pair);
        // Who is interrupted fails in all kinds of ways.
        if (Thread.currentThread().isInterrupted()) {
            return;
        }
        Tally tally = tally(pair).plus(state);
        tallies.put(pair, tally);
        expected = Math.max(expected, tallies.size());
        listener.ran(new BisectListener.Step(number(pair), expected, pair, tally));
    }

    /** Runs a pair once where it was not run yet. */
    void look(VersionPair pair) {
        if (tally(pair).runs().isEmpty()) {
            run(pair);
        }
    }

    private int number(VersionPair pair) {
        return List.copyOf(tallies.keySet()).indexOf(pair) + 1;
    }

    /** Why nothing can be said of a pair that was run. */
    Optional<String> silence(VersionPair pair) {
        return tally(pair).runs().stream()
                .filter(ProbeState.CannotSay.class::isInstance)
                .map(state -> ((ProbeState.CannotSay) state).why())
                .findFirst()
                .or(() -> Optional.of(tally(pair))
                        .filter(tally -> unclear(tally) >= MOST_UNCLEAR && tally.clear() < 2)
                        .flatMap(tally -> tally.runs().stream()
                                .filter(ProbeState.Unclear.class::isInstance)
                                .map(state -> "not decided in %d runs: %s"
                                        .formatted(tally.runs().size(), ((ProbeState.Unclear) state).why()))
                                .reduce((earlier, later) -> later)));
    }

    /**
     * Runs both in turn until they can be told apart: how often they fail differs by more than chance would show in the
     * end, or, since it is asked after each run, at any time. Empty where they are equal, where nothing can be said of one, and when no more is run.
     */
    Optional<Ends> tellApart(VersionPair one, VersionPair other) {
        while (stopped().isEmpty() && silence(one).isEmpty() && silence(other).isEmpty()) {
            boolean flaky = tally(one).isFlaky() || tally(other).isFlaky();
            int most = flaky ? limits.mostRuns() : limits.endRuns();
            boolean whole = tally(one).clear() >= most && tally(other).clear() >= most;
            Optional<Ends> told = apart(one, other, whole);
            if (told.isPresent()) {
                ends = ends.or(() -> told);
                if (flaky) {
                    lookAgainAtEnds();
                }
                return told;
            }
            if (whole) {
                return Optional.empty();
            }
            VersionPair next = tally(one).runs().size() <= tally(other).runs().size() ? one : other;
            run(next);
        }
        return Optional.empty();
    }

    private Optional<Ends> apart(VersionPair one, VersionPair other, boolean whole) {
        boolean firstIsGood = share(one) < share(other);
        Ends order = firstIsGood ? new Ends(one, other) : new Ends(other, one);
        Tally good = tally(order.good());
        Tally bad = tally(order.bad());
        Rates rates = Rates.of(good, bad);
        double enough = whole ? AT_THE_END : AT_ANY_TIME;
        return rates.bad() > rates.good() && rates.evidence(bad) - rates.evidence(good) >= enough
                ? Optional.of(order)
                : Optional.empty();
    }

    private double share(VersionPair pair) {
        return tally(pair).clear() == 0
                ? 0
                : (double) tally(pair).bad() / tally(pair).clear();
    }

    /** Runs a pair until it is decided, after some ends were told apart. */
    VersionState decide(VersionPair pair, double odds) {
        while (true) {
            Tally tally = tally(pair);
            Optional<String> silent = silence(pair);
            if (silent.isPresent()) {
                return new VersionState.CannotSay(silent.get());
            }
            double evidence = rates().evidence(tally);
            if (evidence >= odds) {
                return new VersionState.Bad(tally);
            }
            if (evidence <= -odds) {
                return new VersionState.Good(tally);
            }
            Optional<String> stopped = stopped();
            if (stopped.isPresent()) {
                return new VersionState.CannotSay(stopped.get());
            }
            if (tally.runs().size() >= limits.mostRuns() || unclear(tally) >= 2 * MOST_UNCLEAR) {
                return new VersionState.CannotSay("as often as neither end: " + tally.share());
            }
            run(pair);
            if (tally(pair).isFlaky()) {
                lookAgainAtEnds();
            }
        }
    }

    private Rates rates() {
        Ends known = ends.orElseThrow();
        return Rates.of(tally(known.good()), tally(known.bad()));
    }

    private void lookAgainAtEnds() {
        Ends known = ends.orElseThrow();
        int runs = Math.max(CAREFUL, limits.endRuns());
        while (stopped().isEmpty()
                && (tally(known.good()).clear() < runs || tally(known.bad()).clear() < runs)
                && silence(known.good()).isEmpty()
                && silence(known.bad()).isEmpty()) {
            run(tally(known.good()).clear() <= tally(known.bad()).clear() ? known.good() : known.bad());
        }
    }

    private static long unclear(Tally tally) {
        return tally.runs().stream()
                .filter(ProbeState.Unclear.class::isInstance)
                .count();
    }
}
