package dev.bascule.cli.distributed;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.distributed.DataPlan;
import dev.bascule.studies.distributed.RankEngine;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** What ranks train. */
final class TrainingOptions {
    private static final int MOST = 100_000;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Samples of a step, of all workers together (default: ${DEFAULT-VALUE}).",
            defaultValue = "256")
    private int batch = 256;

    @Option(names = "--steps", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.", defaultValue = "40")
    private int steps = 40;

    @Option(
            names = "--every",
            paramLabel = "N",
            description = "Steps between two checkpoints (default: ${DEFAULT-VALUE}).",
            defaultValue = "10")
    private int every = 10;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of parameters, samples and their order (default: ${DEFAULT-VALUE}).",
            defaultValue = "1")
    private int seed = 1;

    int batch() {
        return batch;
    }

    int steps() {
        return steps;
    }

    int every() {
        return every;
    }

    int seed() {
        return seed;
    }

    void check(List<Integer> ranks) {
        int most = ranks.stream().mapToInt(Integer::intValue).max().orElse(1);
        require(batch >= 2 * most && batch <= MOST, "--batch is from two samples for each rank to " + MOST);
        require(steps >= 4 && steps <= MOST / 10, "--steps is from 4 to " + MOST / 10);
        require(every >= 1 && every <= steps, "--every is from 1 to the number of steps");
    }

    DataPlan plan(RankOptions options, Duration patience) {
        check(options.ranks());
        DataPlan plan =
                new DataPlan(options.ranks(), batch, steps, every, seed, options.link(), patience, options.limit());
        require(
                plan.mostTold() <= RankEngine.MOST_TOLD,
                ("%d checkpoints and %d samples in each of %d steps are %d MiB to tell, and %d at most: choose fewer --steps,"
                                + " a greater --every or a smaller --batch")
                        .formatted(
                                plan.checkpoints().size(),
                                batch,
                                steps,
                                plan.mostTold() >> 20,
                                RankEngine.MOST_TOLD >> 20));
        return plan;
    }

    static void require(boolean holds, String words) {
        if (!holds) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, words);
        }
    }
}
