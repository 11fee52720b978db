package dev.bascule.fallback.backend;

import java.util.Set;

/**
 * Where operators execute.
 *
 * @param id the word used on the command line, in files and on pages, such as {@code webgpu}
 * @param side browser or native
 * @param accelerator the class of device that it is meant to reach
 * @param precisions the precisions that it can be asked for
 * @param executionProviders the names under which ONNX Runtime reports nodes placed on it, newest first
 */
public record Backend(
        String id, Side side, DeviceType accelerator, Set<Precision> precisions, Set<String> executionProviders) {

    public Backend {
        precisions = Set.copyOf(precisions);
        executionProviders = Set.copyOf(executionProviders);
    }

    /** Whether this is its side's CPU, which takes the nodes that no accelerator claims. */
    public boolean isHostCpu() {
        return executionProviders.contains("CPUExecutionProvider");
    }

    @Override
    public String toString() {
        return id;
    }
}
