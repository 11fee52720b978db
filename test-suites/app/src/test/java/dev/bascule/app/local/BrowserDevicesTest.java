package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.service.DoctorReport.BrowserBackendFinding;
import dev.bascule.execution.service.DoctorReport.BrowserFinding;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import dev.bascule.fallback.runner.BackendStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BrowserDevicesTest {
    private static final Device CPU = Device.of(new DeviceId("cpu:0"), HardwareClasses.CPU, "A CPU", "/proc/cpuinfo");
    private static final Device CARD = Device.of(
                    DeviceId.pci("0000:01:00.0"), HardwareClasses.DISCRETE_GPU, "GeForce RTX 3090", "nvidia-smi")
            .withVendor("NVIDIA");
    private static final String ID = "browser:chrome-153.0.1/";

    /** What Chrome Headless Shell 153 said on a machine without a GPU, 2026-11-22. */
    private static final Map<String, String> SWIFTSHADER = Map.of(
            "adapter.vendor", "google",
            "adapter.architecture", "swiftshader",
            "adapter.device", "",
            "adapter.description", "",
            "isFallbackAdapter", "true",
            "device", "cpu",
            "features", "bgra8unorm-storage core-features-and-limits subgroups timestamp-query",
            "maxBufferSize", "1073741824");

    /**
     * The words for a discrete adapter as public documentation has them, not recorded here: vendor and architecture from
     * MDN's GPUAdapterInfo ("nvidia", "turing"), features and the greatest buffer from the WebGPU specification.
     */
    private static final Map<String, String> DISCRETE = Map.of(
            "vendor", "nvidia",
            "architecture", "turing",
            "isFallbackAdapter", "false",
            "device", "gpu",
            "features", "shader-f16 subgroups timestamp-query",
            "maxBufferSize", "4294967296");

    private static BrowserBackendFinding backend(String id, Optional<Boolean> software, Map<String, String> facts) {
        return new BrowserBackendFinding(id, BackendStatus.OK, software, facts, Optional.empty(), Optional.empty());
    }

    private static BrowserBackendFinding webNn(Set<DeviceType> shown, Map<String, String> facts) {
        return new BrowserBackendFinding(
                "webnn", BackendStatus.OK, Optional.empty(), facts, shown, Optional.empty(), Optional.empty());
    }

    private static BrowserFinding browser(Map<String, String> graphics, BrowserBackendFinding... backends) {
        return new BrowserFinding(
                "Chrome",
                Optional.of("153.0.1"),
                "/opt/chrome",
                Optional.empty(),
                Optional.of("playwright"),
                List.of("playwright"),
                List.of(backends),
                graphics,
                List.of());
    }

    private static HardwareMap seen(HardwareMap host, BrowserFinding browser) {
        return BrowserDevices.added(host, List.of(browser));
    }

    private static Device find(HardwareMap map, String part) {
        return map.find(new DeviceId(ID + part)).orElseThrow();
    }

    @Test
    void a_software_adapter_is_a_software_gpu_behind_a_browser_emulated_by_the_cpu() {
        HardwareMap map =
                seen(HardwareMap.of(CPU), browser(Map.of(), backend("webgpu", Optional.of(true), SWIFTSHADER)));
        Device gpu = find(map, "webgpu");

        assertThat(gpu.type()).isEqualTo(HardwareClasses.BROWSER_SOFTWARE_GPU);
        assertThat(gpu.name()).isEqualTo("google swiftshader in Chrome 153.0.1");
        assertThat(HardwareClasses.accelerates(gpu.type())).isFalse();
        assertThat(map.related(gpu.id(), Relation.Kind.EMULATED_BY)).containsExactly(CPU);
        assertThat(map.related(gpu.id(), Relation.Kind.REACHED_THROUGH))
                .singleElement()
                .satisfies(page -> assertThat(page.type()).isEqualTo(HardwareClasses.BROWSER));
        assertThat(gpu.capabilities().has(CapabilityRegistry.FP16)).isFalse();
        assertThat(gpu.capabilities().value(CapabilityRegistry.LARGEST_BUFFER)).contains(1L << 30);
        assertThat(gpu.capabilities()
                        .find(CapabilityRegistry.SUBGROUPS)
                        .orElseThrow()
                        .standing()
                        .isVerified())
                .isFalse();
    }

    @Test
    void the_browsers_own_page_tells_the_kind_of_an_adapter() {
        for (String type : List.of("Discrete GPU", "DiscreteGpu")) {
            HardwareMap map = seen(
                    HardwareMap.of(CPU),
                    browser(Map.of("dawn.type", type), backend("webgpu", Optional.of(false), DISCRETE)));
            Device gpu = find(map, "webgpu");
            assertThat(gpu.type()).isEqualTo(HardwareClasses.BROWSER_DISCRETE_GPU);
            assertThat(gpu.capabilities().has(CapabilityRegistry.FP16)).isTrue();
            assertThat(gpu.unknown()).doesNotContainKey(Device.CLASS);
        }
    }

    @Test
    void the_only_gpu_of_the_same_vendor_is_the_one_that_it_is_reached_through() {
        HardwareMap map =
                seen(HardwareMap.of(CPU, CARD), browser(Map.of(), backend("webgpu", Optional.of(false), DISCRETE)));
        Device gpu = find(map, "webgpu");
        assertThat(gpu.type()).isEqualTo(HardwareClasses.BROWSER_DISCRETE_GPU);
        assertThat(map.related(gpu.id(), Relation.Kind.REACHED_THROUGH)).contains(CARD);
    }

    /** Negative controls: neither a class nor a host device is guessed. */
    @Test
    void where_nobody_tells_the_kind_it_is_a_gpu_and_no_more() {
        Device other = Device.of(DeviceId.pci("0000:02:00.0"), HardwareClasses.INTEGRATED_GPU, "Iris", "lspci")
                .withVendor("Intel");
        for (HardwareMap host :
                List.of(HardwareMap.of(CPU), HardwareMap.of(CPU, other), HardwareMap.of(CPU, CARD, other))) {
            HardwareMap map = seen(host, browser(Map.of(), backend("webgpu", Optional.of(false), DISCRETE)));
            Device gpu = find(map, "webgpu");
            assertThat(gpu.type()).isEqualTo(HardwareClasses.BROWSER_GPU);
            assertThat(gpu.unknown()).containsKey(Device.CLASS);
            assertThat(map.related(gpu.id(), Relation.Kind.REACHED_THROUGH)).hasSize(1);
            assertThat(map.related(gpu.id(), Relation.Kind.EMULATED_BY)).isEmpty();
        }
    }

    @Test
    void webassembly_has_the_threads_that_a_page_can_start() {
        HardwareMap map = seen(
                HardwareMap.of(CPU),
                browser(
                        Map.of(),
                        backend(
                                "wasm",
                                Optional.empty(),
                                Map.of("hardwareConcurrency", "4", "wasmThreads", "false", "wasmSimd", "true"))));
        Device cpu = find(map, "wasm");
        assertThat(cpu.type()).isEqualTo(HardwareClasses.BROWSER_CPU);
        assertThat(cpu.capabilities().value(CapabilityRegistry.THREADS)).contains(1L);
        assertThat(cpu.capabilities().has(CapabilityRegistry.WASM_SIMD)).isTrue();
        assertThat(map.related(cpu.id(), Relation.Kind.EMULATED_BY)).containsExactly(CPU);
    }

    @Test
    void webnn_has_a_device_only_where_its_graph_showed_it_and_a_gap_where_it_ran_elsewhere() {
        HardwareMap map = seen(
                HardwareMap.of(CPU),
                browser(
                        Map.of(),
                        webNn(
                                Set.of(DeviceType.CPU),
                                Map.of(
                                        "webnn.cpu", "ran, MLGraph.devices says cpu",
                                        "webnn.gpu", "ran, MLGraph.devices says gpu,cpu, counted as cpu",
                                        "webnn.npu", "failed: no such device"))));
        assertThat(find(map, "webnn-cpu").type()).isEqualTo(HardwareClasses.BROWSER_CPU);
        assertThat(map.find(new DeviceId(ID + "webnn-gpu"))).isEmpty();
        assertThat(map.gaps())
                .extracting(HardwareMap.Gap::source)
                .containsExactly("WebNN's gpu in Chrome 153.0.1", "WebNN's npu in Chrome 153.0.1");

        HardwareMap npu = seen(
                HardwareMap.of(CPU),
                browser(Map.of(), webNn(Set.of(DeviceType.NPU), Map.of("webnn.npu", "ran, MLGraph.devices says npu"))));
        assertThat(find(npu, "webnn-npu").type()).isEqualTo(HardwareClasses.BROWSER_NPU);
    }

    /** Negative control: words alone, however they read, make no device. */
    @Test
    void webnn_has_no_device_that_only_its_words_tell_of() {
        HardwareMap map = seen(
                HardwareMap.of(CPU),
                browser(Map.of(), webNn(Set.of(), Map.of("webnn.npu", "ran, MLGraph.devices says npu"))));
        assertThat(map.find(new DeviceId(ID + "webnn-npu"))).isEmpty();
        assertThat(map.gaps()).hasSize(1);
    }

    @Test
    void a_browser_that_did_not_start_shows_nothing() {
        BrowserFinding silent = new BrowserFinding("Chrome", Optional.empty(), "/opt/chrome", List.of(), List.of());
        assertThat(seen(HardwareMap.of(CPU), silent)).isEqualTo(HardwareMap.of(CPU));
    }
}
