package dev.bascule.fallback.evidence;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.evidence.HostView.Reach;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Whether the device that a record stands for can be there. */
final class DeviceRules {
    static final List<ConsistencyRule> ALL = List.of(
            new ConsistencyRule("device-adapter", (claim, host) -> adapter(claim)),
            new ConsistencyRule("device-listed", DeviceRules::listed),
            new ConsistencyRule("device-browser-record", DeviceRules::ofBrowser),
            new ConsistencyRule("device-libraries", DeviceRules::libraries),
            new ConsistencyRule("device-probe", DeviceRules::probe),
            new ConsistencyRule("device-same", DeviceRules::same),
            new ConsistencyRule("device-index", DeviceRules::index),
            new ConsistencyRule("device-graphs", (claim, host) -> graphs(claim)));

    /** What tells one adapter from another. A browser may keep some of it to itself, and then does so each time. */
    private static final List<String> NAMING =
            List.of("vendor", "architecture", "device", "description", "isFallbackAdapter");

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

    /** A GPU needs a driver, and the browser's processes lie open to who started them. */
    private static Optional<String> libraries(Claim claim, HostView host) {
        return claim.claimsHardware() && claim.requested().equals(Backends.WEBGPU) && host.reach() == Reach.SEEN
                ? GraphicsLibraries.softwareAlone(host.ofBrowser())
                        .map(library ->
                                "the page calls its adapter hardware (%s), but the browser has mapped %s and no GPU's driver"
                                        .formatted(name(claim), library))
                : Optional.empty();
    }

    private static String name(Claim claim) {
        return name(claim.raw().adapter());
    }

    private static String name(Map<String, String> adapter) {
        String words = String.join(" ", adapter.getOrDefault("vendor", ""), adapter.getOrDefault("architecture", ""))
                .strip();
        return words.isEmpty() ? "without a name" : words;
    }

    /** A column stands for one device: that of the runner when it was asked what it can do. */
    private static Optional<String> same(Claim claim, HostView host) {
        Map<String, String> now = claim.raw().adapter();
        return claim.requested().equals(Backends.WEBGPU)
                ? host.probed()
                        .map(HostView.Probed::adapter)
                        .flatMap(before -> NAMING.stream()
                                .filter(fact -> told(before, fact).isPresent()
                                        && told(now, fact).isPresent())
                                .filter(fact -> !told(before, fact).equals(told(now, fact)))
                                .findFirst()
                                .map(fact -> ("the page's adapter was %s when it was asked what it can do, and is %s "
                                                + "in the cell (%s: '%s', now '%s')")
                                        .formatted(
                                                name(before),
                                                name(now),
                                                fact,
                                                before.getOrDefault(fact, ""),
                                                now.getOrDefault(fact, ""))))
                : Optional.empty();
    }

    private static Optional<String> told(Map<String, String> adapter, String fact) {
        return Optional.ofNullable(adapter.get(fact)).filter(value -> !value.isEmpty() && !value.equals("null"));
    }

    /** Of several devices the driver knows on which the process is, whatever the engine was told. */
    private static Optional<String> index(Claim claim, HostView host) {
        if (host.device().isEmpty()) {
            return Optional.empty();
        }
        String asked = String.valueOf(host.device().getAsInt());
        return DeviceFacts.contexts(claim.raw().environment())
                .filter(contexts -> !contexts.contains(asked))
                .map(contexts -> "device %s was asked for, and the driver shows this process on %s"
                        .formatted(
                                asked,
                                contexts.isEmpty()
                                        ? "none"
                                        : (contexts.size() == 1 ? "device " : "devices ")
                                                + String.join(", ", contexts)));
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
