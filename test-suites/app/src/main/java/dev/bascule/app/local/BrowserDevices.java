package dev.bascule.app.local;

import dev.bascule.execution.service.DoctorReport.BrowserBackendFinding;
import dev.bascule.execution.service.DoctorReport.BrowserFinding;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.HardwareClass;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The devices that pages see through a browser: what WebAssembly computes on, the WebGPU adapter, and what WebNN showed
 * that it used. What an adapter says is claimed; a class is taken only from who tells it. Pure.
 */
final class BrowserDevices {
    private static final String WEBGPU = "WebGPU";
    private static final String WEBASSEMBLY = "WebAssembly";

    /** Dawn's and wgpu's words for the kind of an adapter, without case and signs. */
    private static final Map<String, HardwareClass> KINDS = Map.of(
            "discretegpu", HardwareClasses.BROWSER_DISCRETE_GPU,
            "integratedgpu", HardwareClasses.BROWSER_INTEGRATED_GPU,
            "virtualgpu", HardwareClasses.BROWSER_VIRTUAL_GPU);

    private final BrowserFinding browser;
    private final HardwareMap host;
    private final DeviceId page;
    private final List<Device> devices = new ArrayList<>();
    private final List<Relation> relations = new ArrayList<>();
    private HardwareMap gaps = HardwareMap.empty();

    private BrowserDevices(BrowserFinding browser, HardwareMap host) {
        this.browser = browser;
        this.host = host;
        this.page = new DeviceId("browser:" + slug(name(browser)));
    }

    /** The host's devices, and those that pages see through each browser that started. */
    static HardwareMap added(HardwareMap host, List<BrowserFinding> browsers) {
        HardwareMap all = host;
        for (BrowserFinding browser : browsers) {
            if (browser.version().isPresent()) {
                all = all.and(new BrowserDevices(browser, host).map());
            }
        }
        return all;
    }

    private HardwareMap map() {
        devices.add(Device.of(page, HardwareClasses.BROWSER, "a page in " + name(browser), name(browser)));
        for (BrowserBackendFinding backend : browser.backends()) {
            Map<String, String> facts = backend.evidence();
            if (backend.backend().equals(Backends.WASM.id()) && facts.containsKey("hardwareConcurrency")) {
                wasm(facts);
            }
            if (backend.backend().equals(Backends.WEBGPU.id()) && facts.containsKey("isFallbackAdapter")) {
                webGpu(backend);
            }
            if (backend.backend().equals(Backends.WEBNN.id())) {
                webNn(backend);
            }
        }
        return new HardwareMap(devices, relations, List.of()).and(gaps);
    }

    private void wasm(Map<String, String> facts) {
        List<Capability<?>> seen = new ArrayList<>();
        boolean threads = is(facts, "wasmThreads");
        String told = "navigator.hardwareConcurrency, shared memory "
                + (threads ? "usable" : "not usable, so WebAssembly has one thread");
        number(facts, "hardwareConcurrency")
                .ifPresent(count -> seen.add(
                        Capability.claimed(CapabilityRegistry.THREADS, threads ? count : 1L, WEBASSEMBLY, told)));
        flag(facts, "wasmSimd", CapabilityRegistry.WASM_SIMD, seen);
        flag(facts, "wasmRelaxedSimd", CapabilityRegistry.WASM_RELAXED_SIMD, seen);
        add(
                HardwareClasses.BROWSER_CPU,
                "wasm",
                WEBASSEMBLY,
                Optional.empty(),
                DeviceMemory.host(Optional.empty(), Optional.empty()),
                seen,
                Optional.empty());
        onCpu("wasm", "WebAssembly is compiled for the processor that the browser runs on");
    }

    private static void flag(
            Map<String, String> facts,
            String name,
            dev.bascule.fallback.hardware.CapabilityId<Boolean> id,
            List<Capability<?>> seen) {
        // A module that needs it was compiled, or was refused: the page's own test.
        if (facts.containsKey(name)) {
            seen.add(Capability.claimed(id, is(facts, name), WEBASSEMBLY, name + " = " + facts.get(name)));
        }
    }

    private void webGpu(BrowserBackendFinding backend) {
        Map<String, String> facts = backend.evidence();
        Optional<String> vendor = told(facts, "vendor");
        String name = Stream.of(
                        vendor,
                        told(facts, "architecture"),
                        // The fact "device" is what kind of device the tiny model ran on.
                        Optional.ofNullable(facts.get("adapter.device")).filter(text -> !text.isBlank()),
                        told(facts, "description"))
                .flatMap(Optional::stream)
                .distinct()
                .collect(Collectors.joining(" "));
        boolean software = backend.software().orElse(false);
        Optional<Device> twin = software ? Optional.empty() : twin(vendor);
        Optional<HardwareClass> type = software
                ? Optional.of(HardwareClasses.BROWSER_SOFTWARE_GPU)
                : kind().or(() ->
                        twin.flatMap(device -> HardwareClasses.installed().behindBrowser(device.type())));
        add(
                type.orElse(HardwareClasses.BROWSER_GPU),
                "webgpu",
                name.isEmpty() ? "adapter without a name" : name,
                vendor,
                software ? DeviceMemory.host(Optional.empty(), Optional.empty()) : DeviceMemory.unknown(),
                adapter(facts),
                type.isPresent()
                        ? Optional.empty()
                        : Optional.of("WebGPU does not tell the kind of an adapter, and nobody else did"));
        if (software) {
            onCpu("webgpu", "it is a software adapter, isFallbackAdapter = " + facts.get("isFallbackAdapter"));
        }
        twin.ifPresent(device -> relations.add(new Relation(
                id("webgpu"),
                Relation.Kind.REACHED_THROUGH,
                device.id(),
                "no software adapter, and this machine has one GPU only, of the same vendor")));
    }

    private static List<Capability<?>> adapter(Map<String, String> facts) {
        List<Capability<?>> claims = new ArrayList<>();
        if (facts.containsKey("features")) {
            List<String> features = List.of(facts.get("features").split(" "));
            boolean half = features.contains("shader-f16");
            claims.add(Capability.claimed(
                    CapabilityRegistry.FP16, half, WEBGPU, (half ? "" : "no ") + "feature shader-f16"));
            boolean subgroups = features.contains("subgroups");
            claims.add(Capability.claimed(
                    CapabilityRegistry.SUBGROUPS, subgroups, WEBGPU, (subgroups ? "" : "no ") + "feature subgroups"));
        }
        number(facts, "maxBufferSize")
                .ifPresent(bytes -> claims.add(
                        Capability.claimed(CapabilityRegistry.LARGEST_BUFFER, bytes, WEBGPU, "maxBufferSize")));
        return claims;
    }

    /** The kind that the browser's own page on graphics tells. */
    private Optional<HardwareClass> kind() {
        return Stream.of("dawn.type", "wgpu.type")
                .flatMap(name -> Optional.ofNullable(browser.graphics().get(name)).stream())
                .map(word -> word.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", ""))
                .filter(KINDS::containsKey)
                .map(KINDS::get)
                .findFirst();
    }

    /** The host's device that the adapter must be: the only GPU there is, and of the same vendor. */
    private Optional<Device> twin(Optional<String> vendor) {
        List<Device> cards = host.ofClass(HardwareClasses.GPU).stream()
                .filter(device -> HardwareClasses.accelerates(device.type()))
                .toList();
        return cards.size() == 1
                        && vendor.isPresent()
                        && (cards.get(0).vendor().orElse("") + " "
                                        + cards.get(0).name())
                                .toLowerCase(Locale.ROOT)
                                .contains(vendor.get().toLowerCase(Locale.ROOT))
                ? Optional.of(cards.get(0))
                : Optional.empty();
    }

    private void webNn(BrowserBackendFinding backend) {
        for (DeviceType kind : DeviceType.values()) {
            String word = kind.name().toLowerCase(Locale.ROOT);
            Optional<String> said = Optional.ofNullable(backend.evidence().get("webnn." + word));
            if (said.isEmpty()) {
                continue;
            }
            if (!backend.shown().contains(kind)) {
                gaps = gaps.withGap("WebNN's %s in %s".formatted(word, name(browser)), said.get());
                continue;
            }
            HardwareClass type = switch (kind) {
                case CPU -> HardwareClasses.BROWSER_CPU;
                case GPU -> HardwareClasses.BROWSER_GPU;
                case NPU -> HardwareClasses.BROWSER_NPU;
            };
            add(
                    type,
                    "webnn-" + word,
                    "WebNN's " + word,
                    Optional.empty(),
                    kind == DeviceType.CPU
                            ? DeviceMemory.host(Optional.empty(), Optional.empty())
                            : DeviceMemory.unknown(),
                    List.of(),
                    kind == DeviceType.GPU ? Optional.of("WebNN does not tell which kind of GPU") : Optional.empty());
            if (kind == DeviceType.CPU) {
                onCpu("webnn-cpu", said.get());
            }
        }
    }

    private void add(
            HardwareClass type,
            String part,
            String what,
            Optional<String> vendor,
            DeviceMemory memory,
            List<Capability<?>> claims,
            Optional<String> unknownClass) {
        Device device = Device.of(id(part), type, what + " in " + name(browser), name(browser))
                .withMemory(memory)
                .withCapabilities(claims);
        Device known = vendor.map(device::withVendor).orElse(device);
        devices.add(
                unknownClass.map(why -> known.withUnknown(Device.CLASS, why)).orElse(known));
        relations.add(new Relation(
                id(part), Relation.Kind.REACHED_THROUGH, page, "a page has no way to it but the browser's interfaces"));
    }

    private void onCpu(String part, String evidence) {
        host.ofClass(HardwareClasses.CPU).stream()
                .findFirst()
                .ifPresent(cpu -> relations.add(new Relation(id(part), Relation.Kind.EMULATED_BY, cpu.id(), evidence)));
    }

    private DeviceId id(String part) {
        return new DeviceId(page.value() + "/" + part);
    }

    private static Optional<String> told(Map<String, String> facts, String name) {
        return Stream.of("adapter." + name, name)
                .flatMap(key -> Optional.ofNullable(facts.get(key)).stream())
                .filter(text -> !text.isBlank())
                .findFirst();
    }

    private static boolean is(Map<String, String> facts, String name) {
        return "true".equals(facts.get(name));
    }

    private static Optional<Long> number(Map<String, String> facts, String name) {
        return Optional.ofNullable(facts.get(name))
                .filter(text -> text.matches("\\d{1,18}"))
                .map(Long::valueOf);
    }

    private static String name(BrowserFinding browser) {
        return (browser.name() + " " + browser.version().orElse("")).strip();
    }

    private static String slug(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
    }
}
