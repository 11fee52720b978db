package dev.bascule.fallback.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BackendsTest {
    private static final Backend OWN =
            new Backend("tpu", Side.NATIVE, DeviceType.NPU, Set.of(Precision.INT8), Set.of("TpuExecutionProvider"));

    @Test
    void the_built_in_backends_are_these() {
        assertThat(Backends.installed().all())
                .extracting(Backend::id)
                .containsExactly(
                        "webgpu",
                        "webnn",
                        "wasm",
                        "cuda",
                        "tensorrt",
                        "mps",
                        "coreml",
                        "rocm",
                        "openvino",
                        "directml",
                        "qnn",
                        "webgpu-native",
                        "cpu");
    }

    @Test
    void an_unknown_backend_is_refused_naming_those_there_are() {
        assertThatExceptionOfType(BasculeException.class)
                .isThrownBy(() -> Backends.installed().require("abacus"))
                .withMessageContaining("'abacus'")
                .withMessageContaining("webnn")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_BACKEND));
    }

    @Test
    void one_that_is_spelt_nearly_right_is_told_the_nearest() {
        assertThatExceptionOfType(BasculeException.class)
                .isThrownBy(() -> Backends.installed().require("webgl"))
                .withMessageContaining("did you mean 'webgpu'?");
        assertThatExceptionOfType(BasculeException.class)
                .isThrownBy(() -> Backends.installed().require("gpu"))
                .withMessageContaining("did you mean 'webgpu'")
                .withMessageNotContaining("'cpu'");
    }

    @Test
    void a_third_partys_backend_is_found_like_a_built_in_one() {
        Backends backends = new Backends(List.of(OWN));
        assertThat(backends.require("tpu")).isEqualTo(OWN);
        assertThat(backends.ofExecutionProvider(Side.NATIVE, "TpuExecutionProvider"))
                .contains(OWN);
        assertThat(backends.ofExecutionProvider(Side.BROWSER, "TpuExecutionProvider"))
                .isEmpty();
    }

    @Test
    void an_id_can_be_taken_once_only() {
        Backend other =
                new Backend("tpu", Side.NATIVE, DeviceType.GPU, Set.of(Precision.INT8), Set.of("TpuExecutionProvider"));
        assertThatExceptionOfType(BasculeException.class)
                .isThrownBy(() -> new Backends(List.of(OWN, other)))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG_INVALID));
    }

    @Test
    void no_execution_provider_but_core_ml_means_two_backends_of_one_side() {
        for (Side side : Side.values()) {
            List<String> providers = Backends.installed().all().stream()
                    .filter(backend -> backend.side() == side)
                    // The same provider, kept off the Neural Engine as mps: what was asked for tells them apart.
                    .filter(backend -> !backend.equals(Backends.COREML))
                    .flatMap(backend -> backend.executionProviders().stream())
                    .toList();
            assertThat(providers).doesNotHaveDuplicates();
        }
    }

    @Test
    void each_side_has_one_host_cpu() {
        assertThat(Backends.installed().all().stream().filter(Backend::isHostCpu))
                .containsExactly(Backends.WASM, Backends.NATIVE_CPU);
    }
}
