package dev.bascule.workers.worker;

import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.join.JoinAddress;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What a worker joins, and what it has. Immutable.
 *
 * @param folder for blobs and the scratch folders of jobs; its own
 * @param cacheBytes of blobs that are kept for later jobs
 * @param product version of the program, told to the coordinator
 * @param talk is told in a sentence what happens; from any of the worker's threads
 */
public record WorkerSettings(
        JoinAddress address,
        Inventory inventory,
        Path folder,
        long cacheBytes,
        String product,
        Consumer<String> talk) {}
