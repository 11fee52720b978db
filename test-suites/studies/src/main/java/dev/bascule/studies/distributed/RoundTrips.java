package dev.bascule.studies.distributed;

import dev.bascule.studies.distributed.Invariant.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * How long a packet took from one rank to another and back, measured beside the ranks and not by them. Immutable.
 *
 * @param by what made packets late
 * @param before the job began
 * @param after it had ended
 * @param late how much later than it was to be a packet was sent on during the job; empty where that is not known
 */
public record RoundTrips(String by, List<RoundTrip> before, List<RoundTrip> after, Optional<Lateness> late) {
    /** Clocks differ in the last places. */
    private static final double LEAST = 0.98;
    /** A link that is a fifth later than it was to be is another link. */
    private static final double MOST = 1.2;
    /** What a way without latency takes on a machine that does other things as well. */
    private static final double OWN_MILLIS = 1;
    /** Senders of TCP find a full queue by what it drops: a few are no harm. */
    private static final double DROPPED = 0.01;

    public RoundTrips {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** @param millis empty where no answer came */
    public record RoundTrip(int from, int to, OptionalDouble millis) {}

    /** @param dropped packets that no queue had room for */
    public record Lateness(long carried, long dropped, double meanMillis, double mostMillis) {}

    /** Why these are not of a link with such a latency; empty where they are. */
    public static Optional<String> off(Duration latency, int ranks, List<RoundTrip> trips) {
        double asked = 2 * latency.toNanos() / 1e6;
        long pairs = trips.stream()
                .map(trip -> List.of(trip.from(), trip.to()))
                .distinct()
                .count();
        if (pairs < (long) ranks * (ranks - 1) / 2) {
            return Optional.of("not all pairs of ranks were measured");
        }
        if (trips.stream().anyMatch(trip -> trip.millis().isEmpty())) {
            return Optional.of("a packet did not come back");
        }
        double soonest = sorted(trips)[0];
        double middle = median(trips);
        if (soonest < asked * LEAST) {
            return Optional.of(
                    String.format(Locale.ROOT, "a packet was back after %.2f ms and not %.2f", soonest, asked));
        }
        return middle > asked * MOST + OWN_MILLIS
                ? Optional.of(String.format(
                        Locale.ROOT, "packets were back after %.2f ms, the median, and not %.2f", middle, asked))
                : Optional.empty();
    }

    private static double[] sorted(List<RoundTrip> trips) {
        return trips.stream()
                .flatMapToDouble(trip -> trip.millis().isPresent()
                        ? DoubleStream.of(trip.millis().getAsDouble())
                        : DoubleStream.empty())
                .sorted()
                .toArray();
    }

    /** In milliseconds; not a number where there is none. */
    public static double median(List<RoundTrip> trips) {
        double[] sorted = sorted(trips);
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The same of the link that was asked for; empty where it has no latency. */
    static Optional<Finding> judgeLate(Optional<LinkLimit> link, RankRun run, OptionalDouble soonest) {
        return link.filter(LinkLimit::late).map(each -> judge(each, run, soonest));
    }

    /**
     * Whether the link was as late as it was to be, before the job, during it and after it, and nothing that ranks told was sooner. Of
     * a job that failed nothing is measured afterwards: its links may be down.
     *
     * @param soonest in milliseconds, of what no rank can know before another's word came
     */
    static Finding judge(LinkLimit link, RankRun run, OptionalDouble soonest) {
        if (run.roundTrips().isEmpty()) {
            return Invariant.LINK_LATENCY.of(false, "no round trip was measured");
        }
        RoundTrips trips = run.roundTrips().orElseThrow();
        Optional<String> before =
                off(link.latency(), run.ranks(), trips.before()).map(why -> "before the job " + why);
        if (before.isEmpty() && run.failure().isPresent() && trips.after().isEmpty()) {
            return Invariant.LINK_LATENCY.notJudged("the job failed, nothing was measured after it");
        }
        Optional<String> off = before.or(() -> trips.late().flatMap(late -> during(link, late)))
                .or(() -> off(link.latency(), run.ranks(), trips.after()).map(why -> "after the job " + why))
                .or(() -> tooSoon(link, soonest));
        return Invariant.LINK_LATENCY.of(
                off.isEmpty(), off.map(why -> why + "; ").orElse("") + trips.words(link));
    }

    /** A packet goes one way, half of what a round trip may be too late. */
    private static Optional<String> during(LinkLimit link, Lateness late) {
        double asked = link.latency().toNanos() / 1e6;
        if (late.meanMillis() > asked * (MOST - 1) + OWN_MILLIS / 2) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "during the job packets were %.2f ms later than %.2f, the mean",
                    late.meanMillis(),
                    asked));
        }
        return late.dropped() > late.carried() * DROPPED
                ? Optional.of("during the job %d of %d packets were dropped".formatted(late.dropped(), late.carried()))
                : Optional.empty();
    }

    private static Optional<String> tooSoon(LinkLimit link, OptionalDouble soonest) {
        double asked = link.latency().toNanos() / 1e6;
        return soonest.isPresent() && soonest.getAsDouble() < asked * LEAST
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "a collective was through after %.2f ms, in which no word can have come",
                        soonest.getAsDouble()))
                : Optional.empty();
    }

    private String words(LinkLimit link) {
        String around = String.format(
                Locale.ROOT,
                "round trips of %.2f ms before and %.2f after, %d asked for, by %s",
                median(before),
                median(after),
                2 * link.latency().toMillis(),
                by);
        return around
                + late.map(each -> String.format(
                                Locale.ROOT,
                                ", which sent %d packets on %.2f ms late, %.1f at most, and dropped %d",
                                each.carried(),
                                each.meanMillis(),
                                each.mostMillis(),
                                each.dropped()))
                        .orElse("");
    }
}
