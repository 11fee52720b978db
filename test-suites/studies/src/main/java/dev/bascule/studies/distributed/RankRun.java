package dev.bascule.studies.distributed;

import dev.bascule.fallback.error.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What came of a job, as the host heard and read it. Immutable.
 *
 * @param network between the ranks
 * @param lines in the order in which they were heard
 * @param counters at each mark of each rank
 * @param usage of each rank at its last mark, in ranks' order; empty where the system does not tell
 * @param wall by the host's clock, starts included
 * @param failure why it is not whole
 * @param roundTrips measured before and after, where the link was to have a latency
 */
public record RankRun(
        int ranks,
        Network network,
        List<Heard> lines,
        List<Counter> counters,
        List<Usage> usage,
        Duration wall,
        Optional<Failure> failure,
        Optional<RoundTrips> roundTrips) {
    /** Of a run whose links have no latency. */
    public RankRun(
            int ranks,
            Network network,
            List<Heard> lines,
            List<Counter> counters,
            List<Usage> usage,
            Duration wall,
            Optional<Failure> failure) {
        this(ranks, network, lines, counters, usage, wall, failure, Optional.empty());
    }

    public RankRun {
        lines = List.copyOf(lines);
        counters = List.copyOf(counters);
        usage = List.copyOf(usage);
    }

    public enum Network {
        /** The machine's own loopback, which others use as well. */
        SHARED_LOOPBACK("the machine's loopback, which others use too"),
        /** A loopback in a namespace that only the ranks are in. */
        OWN_LOOPBACK("a loopback of the ranks' own"),
        /** A namespace for each rank, with links between them. */
        LINKS("a link for each rank");

        private final String words;

        Network(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** @param at since the job began, by the host's clock */
    public record Heard(int rank, Duration at, RankLine line) {}

    /** What the kernel counted of the interface over which a rank talks. */
    public record Counter(int rank, String mark, Duration at, long received, long sent) {}

    /** @param peakBytes most that its process ever had in memory */
    public record Usage(int rank, Duration cpu, long peakBytes) {}

    public RankRun with(RoundTrips measured) {
        return new RankRun(ranks, network, lines, counters, usage, wall, failure, Optional.of(measured));
    }

    /** All lines of one kind, in the order in which they were heard. */
    public <T extends RankLine> Stream<T> all(Class<T> kind) {
        return lines.stream().map(Heard::line).filter(kind::isInstance).map(kind::cast);
    }

    /** The same of one rank. */
    public <T extends RankLine> List<T> of(int rank, Class<T> kind) {
        return lines.stream()
                .filter(heard -> heard.rank() == rank)
                .map(Heard::line)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    public Optional<Counter> counter(int rank, String mark) {
        return counters.stream()
                .filter(each -> each.rank() == rank && each.mark().equals(mark))
                .findFirst();
    }
}
