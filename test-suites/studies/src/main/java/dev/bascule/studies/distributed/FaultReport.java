package dev.bascule.studies.distributed;

import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.distributed.Invariant.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** What {@code distributed faults} found. Immutable. */
public record FaultReport(
        RankEngine.Facts facts, int steps, int every, Duration patience, List<Row> rows, List<LeftOut> leftOut) {
    public FaultReport {
        rows = List.copyOf(rows);
        leftOut = List.copyOf(leftOut);
    }

    /** A fault that this machine cannot do. */
    public record LeftOut(FaultKind kind, Failure why) {}

    /**
     * One fault.
     *
     * @param ranksAfter that went on
     * @param atStep after which it was done; empty where it was there from the beginning
     * @param detection from the fault until another rank said that something is wrong; of one that was there from the beginning,
     *     from the start on
     * @param noticed what it said
     * @param stepsLost done, and done again after the checkpoint; empty where it did not go on to its end
     * @param recovery from the new start to the first step that is through; empty likewise
     * @param outage from the fault to that step, by the host's clock, with all that lies between: the end of the
     *     others, and links and processes that are made anew
     * @param longestStep of the first rank, from one step's end to the next one's, by the host's clock
     * @param furthest parameter from the undisturbed run's, at the end
     * @param relative distance of all its parameters to the undisturbed run's (L2), over the length of these
     * @param latency of the link of the run that was judged; empty where it has none
     * @param failure why the run that was to be whole is not, or one that it is compared with
     */
    public record Row(
            FaultKind kind,
            int ranks,
            int ranksAfter,
            OptionalInt atStep,
            Optional<Duration> detection,
            Optional<String> noticed,
            OptionalInt stepsLost,
            Optional<Duration> recovery,
            Optional<Duration> outage,
            Optional<Duration> longestStep,
            OptionalDouble furthest,
            OptionalDouble relative,
            Finding finding,
            Optional<Finding> latency,
            Optional<Failure> failure) {
        public boolean holds() {
            return failure.isEmpty()
                    && finding.holds()
                    && latency.filter(Finding::broken).isEmpty();
        }
    }
}
