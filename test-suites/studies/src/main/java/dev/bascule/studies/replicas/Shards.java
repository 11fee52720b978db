package dev.bascule.studies.replicas;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How many samples of a batch each replica takes: parts that follow on each other, in rank order. Immutable.
 *
 * @param counts one at least, of a sample each at least
 */
public record Shards(List<Integer> counts) {
    public Shards {
        counts = List.copyOf(counts);
        if (counts.isEmpty() || counts.stream().anyMatch(count -> count < 1)) {
            throw new IllegalArgumentException("each replica takes a sample: " + counts);
        }
    }

    /** As even as it goes, the larger ones first. */
    public static Shards even(int batch, int replicas) {
        return new Shards(IntStream.range(0, replicas)
                .mapToObj(rank -> batch / replicas + (rank < batch % replicas ? 1 : 0))
                .toList());
    }

    public int replicas() {
        return counts.size();
    }

    public int batch() {
        return counts.stream().mapToInt(Integer::intValue).sum();
    }

    /** Of each batch that a replica takes. */
    int samples(int rank) {
        return counts.get(rank);
    }

    /** Where in the batch a replica begins. */
    int from(int rank) {
        return counts.stream().limit(rank).mapToInt(Integer::intValue).sum();
    }

    public String words() {
        return counts.stream().map(String::valueOf).collect(Collectors.joining("+"));
    }
}
