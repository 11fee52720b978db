package dev.bascule.studies.replicas;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.WireTraffic;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How fast, and what it waits for. Of rounds in which all took part and were asked for gradients alone, but the first, in which libraries warm up.
 * Immutable.
 *
 * @param rounds from the question to the new parameters
 * @param reduce adding up, on the host
 * @param update on native CPU
 * @param samplesPerSecond by the median round
 * @param transfer share of a round that the last replica's gradient was neither fed nor computed
 * @param balance the mean replica's computing over the slowest's
 * @param efficiency one native CPU worker's time for the whole batch over that of all replicas together; none where they are more than the processors
 * @param bottleneck who came last most often
 * @param lastOf in which share of the rounds that was
 */
public record ReplicaFigures(
        Samples rounds,
        Samples reduce,
        Samples update,
        double samplesPerSecond,
        double transfer,
        double balance,
        OptionalDouble efficiency,
        int bottleneck,
        double lastOf) {

    /**
     * What one replica takes of a round.
     *
     * @param traffic of a median round; empty where nobody counted
     */
    public record Each(Samples feed, Samples compute, Samples transfer, Samples idle, Optional<WireTraffic> traffic) {}

    /** @param one how long one native CPU worker takes for a step; none where replicas are more than the processors */
    static Optional<ReplicaFigures> of(List<Round> all, Shards shards, Samples one) {
        List<Round> rounds = timed(all);
        if (rounds.isEmpty()) {
            return Optional.empty();
        }
        Samples whole = samples(rounds.stream().map(Round::whole));
        List<Double> computing = IntStream.range(0, shards.replicas())
                .mapToObj(rank -> times(rounds, rank, Share.Times::compute).median())
                .toList();
        double slowest =
                computing.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        int last = IntStream.range(0, shards.replicas())
                .boxed()
                .max(Comparator.comparingLong(rank -> last(rounds, rank)))
                .orElseThrow();
        return Optional.of(new ReplicaFigures(
                whole,
                samples(rounds.stream().map(Round::reduce)),
                samples(rounds.stream().map(Round::update)),
                1000.0 * shards.batch() / whole.median(),
                Samples.ofMillis(rounds.stream()
                                .mapToDouble(ReplicaFigures::transfer)
                                .toArray())
                        .median(),
                slowest == 0
                        ? 1
                        : computing.stream()
                                        .mapToDouble(Double::doubleValue)
                                        .average()
                                        .orElseThrow()
                                / slowest,
                one.isEmpty()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(one.median() / (shards.replicas() * whole.median())),
                last,
                (double) last(rounds, last) / rounds.size()));
    }

    /** Without those in which replicas show what they were fed, which brings as much again. */
    private static List<Round> timed(List<Round> all) {
        return all.stream()
                .skip(1)
                .filter(Round::isUndivided)
                .filter(round -> round.step().isPresent())
                .filter(round -> !round.shown())
                .toList();
    }

    /** A replica's own times. */
    static Each each(List<Round> all, int rank) {
        List<Share.Times> times = times(timed(all), rank);
        List<WireTraffic> traffic = times.stream()
                .flatMap(each -> each.traffic().stream())
                .sorted(Comparator.comparingLong(WireTraffic::received))
                .toList();
        return new Each(
                samples(times.stream().map(Share.Times::feed)),
                samples(times.stream().map(Share.Times::compute)),
                samples(times.stream().map(Share.Times::transfer)),
                samples(times.stream().map(Share.Times::idle)),
                traffic.isEmpty() ? Optional.empty() : Optional.of(traffic.get(traffic.size() / 2)));
    }

    private static long last(List<Round> rounds, int rank) {
        return rounds.stream()
                .filter(round -> round.last().equals(OptionalInt.of(rank)))
                .count();
    }

    private static double transfer(Round round) {
        return round.last().stream()
                .mapToObj(round::of)
                .flatMap(Optional::stream)
                .flatMap(share -> share.times().stream())
                .mapToDouble(times ->
                        (double) times.transfer().toNanos() / round.whole().toNanos())
                .findFirst()
                .orElse(0);
    }

    private static Samples times(List<Round> rounds, int rank, Function<Share.Times, Duration> which) {
        return samples(times(rounds, rank).stream().map(which));
    }

    private static List<Share.Times> times(List<Round> rounds, int rank) {
        return rounds.stream()
                .flatMap(round -> round.of(rank).stream())
                .flatMap(share -> share.times().stream())
                .toList();
    }

    private static Samples samples(Stream<Duration> durations) {
        return Samples.ofMillis(
                durations.mapToDouble(duration -> duration.toNanos() / 1e6).toArray());
    }
}
