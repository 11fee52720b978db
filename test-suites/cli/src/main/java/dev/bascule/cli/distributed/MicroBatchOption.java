package dev.bascule.cli.distributed;

import picocli.CommandLine.Option;

/** Into how many parts a pipeline takes a batch. */
final class MicroBatchOption {
    @Option(
            names = "--micro-batches",
            paramLabel = "N",
            description =
                    "Of what a replica takes of a batch; fewer than stages leave some without work (default: ${DEFAULT-VALUE}).",
            defaultValue = "4")
    private int count = 4;

    int count() {
        return count;
    }
}
