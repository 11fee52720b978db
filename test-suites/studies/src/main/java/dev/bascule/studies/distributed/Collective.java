package dev.bascule.studies.distributed;

import java.util.Arrays;
import java.util.Optional;

/**
 * What ranks do together. Sizes and bandwidths are those of nccl-tests: the size S is a rank's whole buffer (of all-gather the
 * output, of reduce-scatter the input), the algorithm bandwidth is S over the time, and the bus bandwidth is that times a factor
 * which makes it comparable with the speed of a link.
 *
 * @see <a href="https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md">nccl-tests, PERFORMANCE.md</a>
 */
public enum Collective {
    ALL_REDUCE("all-reduce"),
    ALL_GATHER("all-gather"),
    REDUCE_SCATTER("reduce-scatter"),
    BROADCAST("broadcast"),
    ALL_TO_ALL("all-to-all");

    private final String word;

    Collective(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public static Optional<Collective> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
    }

    /** Bus bandwidth over algorithm bandwidth. */
    public double busFactor(int ranks) {
        double others = (double) (ranks - 1) / ranks;
        return switch (this) {
            case ALL_REDUCE -> 2 * others;
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> others;
            case BROADCAST -> 1;
        };
    }

    /**
     * The bytes that all ranks together must send, whatever the algorithm: a ring's, a tree's, or each to each other's. Of one rank
     * that is the n-th part, but of a broadcast, which only some ranks send.
     */
    public double sentBytes(int ranks, double size) {
        return switch (this) {
            case ALL_REDUCE -> 2 * size * (ranks - 1);
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, BROADCAST -> size * (ranks - 1);
        };
    }

    /**
     * Messages that wait for each other, of the algorithm that gloo has: a ring for all-reduce and all-gather, a binomial tree for
     * broadcast, all to all directly, one after the other.
     */
    public int turns(int ranks) {
        return switch (this) {
            case ALL_REDUCE -> 2 * (ranks - 1);
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> ranks - 1;
            case BROADCAST -> levels(ranks);
        };
    }

    /** Of a rank's buffer, what passes one after the other by that algorithm, as a share of its size. */
    public double passes(int ranks) {
        return this == BROADCAST ? levels(ranks) : busFactor(ranks);
    }

    private static int levels(int ranks) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
    }
}
