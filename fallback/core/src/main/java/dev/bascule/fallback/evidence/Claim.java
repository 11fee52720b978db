package dev.bascule.fallback.evidence;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a runner's evidence comes to by itself, before it is held against what the host knows.
 *
 * @param raw as it came
 * @param log what its log says
 * @param providers nodes by execution provider
 * @param proven the backend that the record shows
 * @param software whether its adapter counts as a software one, by all that was told
 * @param machineHasGpu whether the operating system lists a hardware GPU
 */
record Claim(
        Backend requested,
        RawEvidence raw,
        PlacementLog log,
        Map<String, Integer> providers,
        Optional<String> proven,
        Optional<Boolean> software,
        Optional<Boolean> machineHasGpu) {

    /** The nodes that the record names one by one; of a session that one provider has whole, a log names none. */
    List<NodePlacement> listed() {
        return raw.placements().isEmpty() ? log.listed() : raw.placements();
    }

    int totalNodes() {
        return providers.values().stream().mapToInt(Integer::intValue).sum();
    }

    boolean provesRequested() {
        return proven.equals(Optional.of(requested.id()));
    }

    boolean provesWebGpuOfBrowser() {
        return provesRequested() && requested.equals(Backends.WEBGPU);
    }

    /** Whether the page says that its adapter is a real one, in the cell or, silent there, when it was started. */
    boolean claimsHardware() {
        return software.equals(Optional.of(false));
    }

    Optional<String> told(String fact) {
        return Optional.ofNullable(raw.environment().get(fact)).filter(value -> !value.isEmpty());
    }

    Optional<Integer> number(String fact) {
        return told(fact).filter(value -> value.matches("\\d{1,9}")).map(Integer::valueOf);
    }
}
