package dev.bascule.fallback.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.evidence.EvidenceJudge.RunnerContext;
import dev.bascule.fallback.evidence.HostView.Probed;
import dev.bascule.fallback.evidence.HostView.Reach;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule on devices is told its lie, and is held to say nothing of the same record when it is honest. */
class DeviceConsistencyTest extends ConsistencyFixture {
    @Test
    void webgpu_without_an_adapter_is_refused() {
        refused(judged(Backends.WEBGPU, raw(HONEST, Map.of(), Map.of()), HostView.NOTHING), "device-adapter");
        believed(judged(Backends.WEBGPU, raw(HONEST, SOFTWARE, Map.of()), HostView.NOTHING));
    }

    @Test
    void native_webgpu_has_no_page_that_could_have_seen_an_adapter() {
        believed(judged(Backends.WEBGPU_NATIVE, raw(HONEST, Map.of(), Map.of()), HostView.NOTHING));
    }

    @Test
    void a_session_on_another_device_than_was_asked_for_is_refused() {
        HostView second = HostView.NOTHING.askedDevice(OptionalInt.of(1));
        for (String contexts : List.of("0", "0,2", "")) {
            refused(
                    judged(
                            Backends.WEBGPU_NATIVE,
                            raw(HONEST, Map.of(), Map.of(DeviceFacts.CONTEXTS, contexts)),
                            second),
                    "device-index");
        }
        for (String contexts : List.of("1", "0,1")) {
            believed(judged(
                    Backends.WEBGPU_NATIVE, raw(HONEST, Map.of(), Map.of(DeviceFacts.CONTEXTS, contexts)), second));
        }
        believed(judged(Backends.WEBGPU_NATIVE, raw(HONEST, Map.of(), Map.of()), second));
        believed(judged(
                Backends.WEBGPU_NATIVE, raw(HONEST, Map.of(), Map.of(DeviceFacts.CONTEXTS, "0")), HostView.NOTHING));
    }

    @ParameterizedTest
    @Tag("red-team")
    @CsvSource({"SEEN,false,false,true", "SEEN,true,false,false", "SEEN,false,true,false", "DRIVEN,false,false,false"})
    void a_hardware_adapter_on_a_machine_that_lists_no_gpu_is_refused(
            Reach reach, boolean machineHasGpu, boolean software, boolean contradicts) {
        RunnerContext around = new RunnerContext(Optional.empty(), Optional.of(machineHasGpu), Optional.empty());
        Evidence evidence = JUDGE.judge(
                Backends.WEBGPU, raw(HONEST, software ? SOFTWARE : HARDWARE, Map.of()), around, HostView.of(reach));
        assertThat(evidence.contradictions())
                .extracting(Contradiction::rule)
                .isEqualTo(contradicts ? List.of("device-listed") : List.of());
    }

    @Test
    @Tag("red-team")
    void a_hardware_adapter_that_the_browser_itself_calls_a_cpu_is_refused() {
        for (Map<String, String> told :
                List.of(Map.of("wgpu.type", "Cpu"), Map.of("feature.webgpu", "Software only, hardware disabled"))) {
            HostView host = HostView.NOTHING.withBrowserRecords(told);
            refused(judged(Backends.WEBGPU, raw(HONEST, HARDWARE, Map.of()), host), "device-browser-record");
            believed(judged(Backends.WEBGPU, raw(HONEST, SOFTWARE, Map.of()), host));
        }
        believed(judged(
                Backends.WEBGPU,
                raw(HONEST, HARDWARE, Map.of()),
                HostView.NOTHING.withBrowserRecords(Map.of("wgpu.type", "DiscreteGpu", "feature.webgpu", "Enabled"))));
    }

    @Test
    @Tag("red-team")
    void a_backend_that_was_missing_when_the_runner_was_asked_is_not_proven_now() {
        RawEvidence raw = raw(HONEST, SOFTWARE, Map.of());
        refused(
                judged(Backends.WEBGPU, raw, HostView.NOTHING.withProbed(new Probed(false, Optional.empty()))),
                "device-probe");
        believed(judged(Backends.WEBGPU, raw, HostView.NOTHING.withProbed(new Probed(true, Optional.empty()))));
    }

    private static Evidence mapped(String libraries, Map<String, String> adapter) {
        HostView host = HostView.NOTHING.withBrowserRecords(Map.of("gpu.libraries", libraries));
        return judged(Backends.WEBGPU, raw(HONEST, adapter, Map.of()), host);
    }

    @ParameterizedTest
    @Tag("red-team")
    @ValueSource(
            strings = {
                "gpu-process: libvk_swiftshader.so",
                "browser: none; gpu-process: libVkLayer_MESA_device_select.so libvk_swiftshader.so libvulkan.so.1",
                "browser: libEGL.so.1 libLiteRt.so libvulkan.so.1 libvulkan_lvp.so"
            })
    void hardware_where_only_a_software_renderer_is_mapped_is_refused(String libraries) {
        refused(mapped(libraries, HARDWARE), "device-libraries");
        believed(mapped(libraries, SOFTWARE));
    }

    @ParameterizedTest
    @Tag("red-team")
    @ValueSource(
            strings = {
                "gpu-process: libvk_swiftshader.so libvulkan.so.1 libvulkan_radeon.so",
                "gpu-process: libGLX_nvidia.so.580.82.09 libvk_swiftshader.so",
                "gpu-process: libvk_swiftshader.so; browser: libgallium-24.0.so",
                "gpu-process: libvulkan.so.1",
                "gpu-process: none",
                "none"
            })
    void honest_twin_software_beside_a_driver_or_unseen_says_nothing(String libraries) {
        assertThat(mapped(libraries, HARDWARE).contradictions()).isEmpty();
    }

    @Test
    void a_page_that_keeps_silent_about_its_adapter_is_labelled_by_what_the_host_sees() {
        Map<String, String> silent = Map.of("vendor", "acme", "isFallbackAdapter", "null");
        assertThat(mapped("gpu-process: libvk_swiftshader.so", silent).software())
                .contains(true);
        assertThat(mapped("gpu-process: none", silent).software()).isEmpty();
    }

    @Test
    @Tag("red-team")
    void a_page_that_is_silent_in_the_cell_and_said_hardware_before_claims_hardware() {
        RunnerContext before = new RunnerContext(Optional.empty(), Optional.of(false), Optional.of(false));
        Map<String, String> silent = Map.of("vendor", "acme");
        refused(JUDGE.judge(Backends.WEBGPU, raw(HONEST, silent, Map.of()), before, HostView.NOTHING), "device-listed");
    }

    @ParameterizedTest
    @Tag("red-team")
    @CsvSource({"vendor,google", "architecture,swiftshader", "device,0x1234", "isFallbackAdapter,true"})
    void another_adapter_than_at_the_start_is_refused(String fact, String value) {
        Map<String, String> start = new HashMap<>(HARDWARE);
        start.put("device", "0x0001");
        Map<String, String> other = new HashMap<>(start);
        other.put(fact, value);
        HostView host = HostView.NOTHING.withProbed(new Probed(true, Optional.empty(), start));
        refused(judged(Backends.WEBGPU, raw(HONEST, other, Map.of()), host), "device-same");
        believed(judged(Backends.WEBGPU, raw(HONEST, start, Map.of()), host));
        other.put(fact, "null");
        believed(judged(Backends.WEBGPU, raw(HONEST, other, Map.of()), host));
    }

    @Test
    @Tag("red-team")
    void nodes_on_webnn_without_a_graph_that_was_built_are_refused() {
        List<NodePlacement> nodes = List.of(new NodePlacement("WEBNN_1_1", "WEBNN_1_1", "WebNNExecutionProvider"));
        refused(
                judged(Backends.WEBNN, raw(nodes, Map.of(), Map.of("webnnGraphs", "0")), HostView.NOTHING),
                "device-graphs");
        believed(judged(Backends.WEBNN, raw(nodes, Map.of(), Map.of("webnnGraphs", "1")), HostView.NOTHING));
    }
}
