package dev.bascule.fallback.evidence;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.evidence.HostView.Reach;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether the device that a record stands for can be there. */
final class DeviceRules {
    static final List<ConsistencyRule> ALL = List.of(
            new ConsistencyRule("device-adapter", (claim, host) -> adapter(claim)),
            new ConsistencyRule("device-listed", DeviceRules::listed),
            new ConsistencyRule("device-browser-record", DeviceRules::ofBrowser),
            new ConsistencyRule("device-probe", DeviceRules::probe),
            new ConsistencyRule("device-graphs", (claim, host) -> graphs(claim)));

    private DeviceRules() {}

    /** A library gets no device without an adapter, and the page notes each device that it asks for. */
    private static Optional<String> adapter(Claim claim) {
        return claim.provesWebGpuOfBrowser() && claim.raw().adapter().isEmpty()
                ? Optional.of("the record shows nodes on webgpu, but the page never saw a WebGPU adapter")
                : Optional.empty();
    }

    private static Optional<String> listed(Claim claim, HostView host) {
        return host.reach() == Reach.SEEN
                        && claim.requested().side() == Side.BROWSER
                        && claim.claimsHardware()
                        && claim.machineHasGpu().equals(Optional.of(false))
                ? Optional.of("the page calls its adapter hardware (%s), but the operating system lists no GPU"
                        .formatted(name(claim)))
                : Optional.empty();
    }

    /** Firefox tells the type of its adapter, Chromium whether WebGPU is done in software. */
    private static Optional<String> ofBrowser(Claim claim, HostView host) {
        if (!claim.claimsHardware() || claim.requested().side() != Side.BROWSER) {
            return Optional.empty();
        }
        String type = host.ofBrowser().getOrDefault("wgpu.type", "");
        String feature = host.ofBrowser().getOrDefault("feature.webgpu", "");
        if (type.equalsIgnoreCase("cpu")) {
            return Optional.of("the page calls its adapter hardware (%s), the browser's own record calls it a CPU"
                    .formatted(name(claim)));
        }
        return feature.toLowerCase(Locale.ROOT).contains("software")
                ? Optional.of("the page calls its adapter hardware (%s), the browser's own record says of WebGPU: %s"
                        .formatted(name(claim), feature))
                : Optional.empty();
    }

    private static String name(Claim claim) {
        String words = String.join(
                        " ",
                        claim.raw().adapter().getOrDefault("vendor", ""),
                        claim.raw().adapter().getOrDefault("architecture", ""))
                .strip();
        return words.isEmpty() ? "without a name" : words;
    }

    private static Optional<String> probe(Claim claim, HostView host) {
        return host.probed()
                .filter(probed -> !probed.there() && claim.provesRequested())
                .map(probed -> "the record shows nodes on %s, which was not there when the runner was asked"
                        .formatted(claim.requested()));
    }

    private static Optional<String> graphs(Claim claim) {
        return claim.requested().equals(Backends.WEBNN)
                        && claim.provesRequested()
                        && claim.number("webnnGraphs").equals(Optional.of(0))
                ? Optional.of("the record shows nodes on webnn, but no graph was built there")
                : Optional.empty();
    }
}
