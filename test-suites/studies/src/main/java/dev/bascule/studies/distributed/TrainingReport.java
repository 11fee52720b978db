package dev.bascule.studies.distributed;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.distributed.Invariant.Finding;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a strategy of training by several ranks came to, beside one rank. Immutable.
 *
 * @param one steps of one rank with the whole batch
 * @param firstLoss and {@code lastLoss} of that rank
 * @param failure why there is nothing to compare with
 */
public record TrainingReport(
        RankEngine.Facts facts,
        Optional<LinkLimit> link,
        Samples one,
        OptionalDouble firstLoss,
        OptionalDouble lastLoss,
        List<Group> groups,
        Optional<Failure> failure) {
    public TrainingReport {
        groups = List.copyOf(groups);
    }

    public boolean holds() {
        return failure.isEmpty() && groups.stream().allMatch(Group::holds);
    }

    /**
     * So many ranks.
     *
     * @param notes of how they share the work, and what that costs
     */
    public record Group(
            int ranks,
            boolean oversubscribed,
            RankRun.Network network,
            List<Row> rows,
            List<Finding> findings,
            List<RankRun.Usage> usage,
            String bottleneck,
            List<String> notes,
            Optional<Failure> failure) {
        public Group {
            rows = List.copyOf(rows);
            findings = List.copyOf(findings);
            usage = List.copyOf(usage);
            notes = List.copyOf(notes);
        }

        public boolean holds() {
            return failure.isEmpty() && findings.stream().noneMatch(Finding::broken);
        }
    }

    /**
     * One way of training.
     *
     * @param steps the slowest rank's time of each step that all told, but of the first; none where the way is wrong, nor any
     *     figure that comes of times then
     * @param efficiency one rank's time over that of all these ranks together; empty where they are more than the processors
     * @param communication share of a rank's step in which it talks to others, waiting for them included; empty where that goes on
     *     beside computing
     * @param balance the mean rank's computing over the slowest's; empty where computing is not seen apart
     * @param furthest parameter from one rank's, at the end
     * @param shares into what a step falls; empty as {@code balance}
     * @param bubble of a pipeline
     * @param sent on the interface while it trained, also where it is wrong
     */
    public record Row(
            String way,
            Samples steps,
            OptionalDouble efficiency,
            OptionalDouble communication,
            OptionalDouble balance,
            OptionalDouble furthest,
            Optional<StepShares> shares,
            Optional<Bubble> bubble,
            Optional<Sent> sent) {}

    /**
     * How long stages of a pipeline neither compute nor add up, waiting for what is on its way included.
     *
     * @param idle share of a step, by stage
     * @param theory where all stages take as long and nothing takes time on its way: (p−1)/(m+p−1) of p stages and m micro-batches
     */
    public record Bubble(List<Double> idle, double theory) {
        public Bubble {
            idle = List.copyOf(idle);
        }

        public double mean() {
            return idle.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        }
    }
}
