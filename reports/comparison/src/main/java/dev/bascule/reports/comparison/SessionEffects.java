package dev.bascule.reports.comparison;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The effect that sessions have on all of their runs. Runs that follow each other within an hour are one session. Sides that
 * took turns share it; runs that are each a session of their own, such as a night's, show it in how they differ; else it is
 * assumed. Stateless.
 */
final class SessionEffects {
    /**
     * What two sessions on a quiet machine are taken to differ by where nothing else changed: 1 %, of each. An assumption, reported
     * as one; what surrounds a program alone was seen to shift it by that and more (Mytkowicz et al., Producing wrong data without
     * doing anything obviously wrong, ASPLOS 2009).
     */
    static final double DEVIATION = Math.log1p(0.01);

    /**
     * The same where the machine was noticed to be busy: 10 %. Nine runs of a model of 0.1 ms within an hour lay at 95 µs in one
     * part of it and at 105 µs in the next, on a machine of which five others made use.
     */
    static final double BUSY_DEVIATION = Math.log1p(0.1);

    /** How well that is known: as well as any assumption. */
    static final double FREEDOM = 30;

    /** What lies further apart is another session: other programs ran meanwhile, and heat is gone. */
    static final Duration PAUSE = Duration.ofHours(1);

    /** Sessions of a side from which it can be told how these differ. */
    private static final int ENOUGH = 3;

    private SessionEffects() {}

    /**
     * What is assumed of two sides.
     *
     * @param deviation of a session, of the log median; of the busier side
     * @param variance of the sides' difference by it that their runs do not show; 0 where they do, or took turns
     */
    record Assumed(double deviation, double variance) {
        static final Assumed NOTHING = new Assumed(0, 0);

        /** By how much sessions are taken to differ, such as 0.01; empty where nothing is assumed. */
        Optional<Double> share() {
            return variance > 0 ? Optional.of(Math.expm1(deviation)) : Optional.empty();
        }
    }

    static Assumed between(List<RunSamples> baseline, List<RunSamples> candidate) {
        return AlternationCheck.taken(baseline, candidate)
                ? Assumed.NOTHING
                : new Assumed(Math.max(assumed(baseline), assumed(candidate)), unseen(baseline) + unseen(candidate));
    }

    /** Of n runs in k sessions the variance of the mean has a session's by k in it, and the runs' spread shows it by n. */
    private static double unseen(List<RunSamples> runs) {
        int sessions = count(runs);
        double share = sessions < ENOUGH ? 1 : 1.0 / sessions - 1.0 / runs.size();
        double deviation = deviation(runs);
        return share * deviation * deviation;
    }

    /** 0 where their sessions show all there is. */
    private static double assumed(List<RunSamples> runs) {
        return unseen(runs) > 0 ? deviation(runs) : 0;
    }

    private static double deviation(List<RunSamples> runs) {
        return runs.stream().anyMatch(RunSamples::busy) ? BUSY_DEVIATION : DEVIATION;
    }

    static int count(List<RunSamples> runs) {
        List<Instant> starts = runs.stream().map(RunSamples::startedAt).sorted().toList();
        int count = starts.isEmpty() ? 0 : 1;
        for (int i = 1; i < starts.size(); i++) {
            count += Duration.between(starts.get(i - 1), starts.get(i)).compareTo(PAUSE) > 0 ? 1 : 0;
        }
        return count;
    }
}
