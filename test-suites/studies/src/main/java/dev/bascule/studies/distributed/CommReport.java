package dev.bascule.studies.distributed;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.distributed.Invariant.Finding;
import java.util.List;
import java.util.Optional;

/** What {@code distributed comm} found. Immutable. */
public record CommReport(RankEngine.Facts facts, Optional<LinkLimit> link, List<Group> groups, CostReport cost) {
    public CommReport {
        groups = List.copyOf(groups);
    }

    /**
     * So many ranks.
     *
     * @param oversubscribed whether they are more than the processors: then times show the machine's turns and not the link
     * @param ways how what the library lacks was done
     */
    public record Group(
            int ranks,
            boolean oversubscribed,
            RankRun.Network network,
            List<Row> rows,
            List<Traffic> traffic,
            List<Finding> findings,
            List<String> ways,
            Optional<Failure> failure) {
        public Group {
            rows = List.copyOf(rows);
            traffic = List.copyOf(traffic);
            findings = List.copyOf(findings);
            ways = List.copyOf(ways);
        }

        public boolean holds() {
            return failure.isEmpty() && findings.stream().noneMatch(Finding::broken);
        }
    }

    /**
     * One collective of one size.
     *
     * @param bytes as nccl-tests count them
     * @param times of each round the slowest rank's, from a meeting of all on; none where any result was wrong
     * @param wrong elements, of all ranks and rounds; a result of another checksum than the host's has at least one
     */
    public record Row(Collective collective, int ranks, long bytes, Samples times, long wrong) {
        /** In bytes a second; empty where there is no time. */
        public Optional<Double> algorithmBandwidth() {
            return times.isEmpty() || times.median() <= 0
                    ? Optional.empty()
                    : Optional.of(bytes / times.median() * 1e3);
        }

        public Optional<Double> busBandwidth() {
            return algorithmBandwidth().map(each -> each * collective.busFactor(ranks));
        }
    }

    /** What interfaces counted while a collective ran some times, beside what it must send. */
    public record Traffic(Collective collective, long bytes, int times, long sent, double theory) {
        public double ratio() {
            return sent / theory;
        }
    }
}
