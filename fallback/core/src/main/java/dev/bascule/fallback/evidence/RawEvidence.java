package dev.bascule.fallback.evidence;

import dev.bascule.fallback.work.Kernel;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a runner brought back about where a job ran, not yet judged.
 *
 * @param granted the backend that the API said it gave
 * @param build the engine's build that was loaded, if it told
 * @param log the engine's own log lines, unchanged
 * @param placements nodes and their execution providers, from the engine's profile
 * @param adapter what the adapter says of itself
 * @param graphDevices what {@code MLGraph.devices} says; known to claim a GPU on machines without one
 * @param environment facts of the page or process
 * @param kernels what the nodes ran and took, where it was asked for and the engine records it
 */
public record RawEvidence(
        Optional<String> granted,
        Optional<String> build,
        List<String> log,
        List<NodePlacement> placements,
        Map<String, String> adapter,
        List<String> graphDevices,
        Map<String, String> environment,
        List<Kernel> kernels) {
    /** The fact that says why what a runner told of its kernels was not believed. */
    public static final String KERNELS_REFUSED = "kernelsRefused";

    /** Of a session whose kernels nobody timed. */
    public RawEvidence(
            Optional<String> granted,
            Optional<String> build,
            List<String> log,
            List<NodePlacement> placements,
            Map<String, String> adapter,
            List<String> graphDevices,
            Map<String, String> environment) {
        this(granted, build, log, placements, adapter, graphDevices, environment, List.of());
    }

    public RawEvidence {
        log = List.copyOf(log);
        placements = List.copyOf(placements);
        adapter = Map.copyOf(adapter);
        graphDevices = List.copyOf(graphDevices);
        environment = Map.copyOf(environment);
        kernels = List.copyOf(kernels);
    }

    /** One node of a profile. */
    public record NodePlacement(String node, String operator, String provider) {}
}
