package dev.bascule.studies.distributed;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How ranks share a network: so many replicas of it, each in so many stages, each layer of a stage in so many shards. Shards change
 * fastest from rank to rank, replicas slowest.
 */
public record Layout(int replicas, int stages, int shards) {
    static final Layout ONE = new Layout(1, 1, 1);

    public Layout {
        if (replicas < 1 || stages < 1 || shards < 1) {
            throw new IllegalArgumentException("a layout without ranks");
        }
    }

    int ranks() {
        return replicas * stages * shards;
    }

    int rank(int replica, int stage, int shard) {
        return (replica * stages + stage) * shards + shard;
    }

    int replica(int rank) {
        return rank / (stages * shards);
    }

    int stage(int rank) {
        return rank / shards % stages;
    }

    int shard(int rank) {
        return rank % shards;
    }

    /** Such as {@code 2 replicas × 2 stages}. */
    public String words() {
        String words = Stream.of(part(replicas, "replicas"), part(stages, "stages"), part(shards, "shards"))
                .flatMap(each -> each)
                .collect(Collectors.joining(" × "));
        return words.isEmpty() ? "one rank" : words;
    }

    private static Stream<String> part(int count, String what) {
        return count == 1 ? Stream.empty() : Stream.of(count + " " + what);
    }

    IntStream all() {
        return IntStream.range(0, ranks());
    }
}
