package dev.bascule.studies.distributed;

import java.util.List;
import java.util.Optional;

/** How the network is shared out among ranks. */
public enum Strategy {
    /** Each layer is split. */
    TENSOR("tensor"),
    /** Each rank has some of the layers. */
    PIPELINE("pipeline"),
    /** Two replicas, each of several ranks. */
    MIXED("mixed");

    static final String GPIPE = "gpipe";
    static final String ONE_AND_ONE = "1f1b";

    private final String word;

    Strategy(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /**
     * One way to train.
     *
     * @param schedule of forward and backward passes: {@code gpipe} or {@code 1f1b}
     * @param microBatches of what a replica takes of a batch
     * @param reversed whether samples come in the other order, which changes rounding and nothing else
     */
    record Way(String name, Layout layout, String schedule, int microBatches, boolean reversed) {
        /** The share of time in which a stage of a pipeline can have nothing to do, where all stages take as long and talk costs nothing. */
        double bubble() {
            return (layout.stages() - 1.0) / (microBatches + layout.stages() - 1);
        }
    }

    List<Way> ways(int ranks, int microBatches) {
        return switch (this) {
            case TENSOR -> List.of(new Way("tensor", new Layout(1, 1, ranks), GPIPE, 1, false));
            case PIPELINE ->
                List.of(
                        new Way("GPipe", new Layout(1, ranks, 1), GPIPE, microBatches, false),
                        new Way("1F1B", new Layout(1, ranks, 1), ONE_AND_ONE, microBatches, false));
            case MIXED ->
                List.of(
                        new Way("data × pipeline", new Layout(2, ranks / 2, 1), ONE_AND_ONE, microBatches, false),
                        new Way("data × tensor", new Layout(2, 1, ranks / 2), GPIPE, 1, false));
        };
    }

    /** Why so many ranks make no such layout. */
    Optional<String> refuses(int ranks) {
        return this == MIXED && (ranks < 4 || ranks % 2 != 0)
                ? Optional.of("mixed is of two replicas of two ranks or more: %d ranks make none".formatted(ranks))
                : Optional.empty();
    }
}
