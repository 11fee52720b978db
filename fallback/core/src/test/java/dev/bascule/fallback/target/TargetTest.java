package dev.bascule.fallback.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TargetTest {
    private static final Browser CHROME =
            new Browser("Chrome Headless Shell", "153.0.1.2", "playwright", List.of("--no-sandbox"));

    @Test
    void its_id_names_browser_engine_build_backend_and_device() {
        assertThat(target(Optional.of(CHROME), "1.29.0", Map.of()))
                .hasToString("chrome-headless-shell-153.0.1.2/onnxruntime-web-1.29.0+jspi/webnn-cpu");
        Target cpu = new Target(
                Backends.NATIVE_CPU,
                Optional.empty(),
                new Engine("onnxruntime", "1.29.0", Optional.empty()),
                DeviceType.CPU,
                Optional.empty(),
                Map.of());
        assertThat(cpu.id()).isEqualTo("native/onnxruntime-1.29.0/cpu-cpu");
    }

    @Test
    void its_id_is_stable_over_adapters_and_launch_flags_but_not_over_versions() {
        Browser otherFlags = new Browser("Chrome Headless Shell", "153.0.1.2", "selenium", List.of());
        assertThat(target(Optional.of(otherFlags), "1.29.0", Map.of("vendor", "acme"))
                        .id())
                .isEqualTo(target(Optional.of(CHROME), "1.29.0", Map.of()).id());
        assertThat(target(Optional.of(CHROME), "1.30.0", Map.of()).id())
                .isNotEqualTo(target(Optional.of(CHROME), "1.29.0", Map.of()).id());
    }

    @Test
    void a_browsers_label_is_its_name_and_major_version() {
        assertThat(CHROME.label()).isEqualTo("Chrome Headless Shell 153");
    }

    @Test
    void a_gpu_that_only_emulates_one_is_no_hardware() {
        assertThat(machine(new Machine.Gpu("llvmpipe", "Mesa", true)).hasHardwareGpu())
                .isFalse();
        assertThat(machine(new Machine.Gpu("H100", "NVIDIA", false)).hasHardwareGpu())
                .isTrue();
        assertThat(machine().hasHardwareGpu()).isFalse();
    }

    private static Machine machine(Machine.Gpu... gpus) {
        return new Machine("f", "Linux", new Machine.Cpu("c", 2, List.of()), 1, List.of(gpus));
    }

    private static Target target(Optional<Browser> browser, String version, Map<String, String> adapter) {
        return new Target(
                Backends.WEBNN,
                browser,
                new Engine("onnxruntime-web", version, Optional.of("jspi")),
                DeviceType.CPU,
                Optional.empty(),
                adapter);
    }
}
