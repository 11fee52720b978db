package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.target.Target;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HalfPrecisionTest {
    private static final Device CARD = Device.of(
                    new DeviceId("pci:1"), HardwareClasses.DISCRETE_GPU, "A card", "nvidia-smi")
            .withVendor("NVIDIA");

    private static Target target(Backend backend, Map<String, String> adapter) {
        return new Target(
                backend,
                Optional.empty(),
                Engine.absent("onnxruntime", Optional.empty()),
                DeviceType.CPU,
                Optional.empty(),
                adapter);
    }

    private static Optional<String> lacking(Backend backend, Device... devices) {
        return HalfPrecision.lacking(target(backend, Map.of()), HardwareMap.of(devices));
    }

    private static Device trial(boolean right) {
        return CARD.withVerified(
                Capability.verified(CapabilityRegistry.FP16, right, "profile", right ? "right" : "GEMM wrong"));
    }

    @Test
    void an_adapter_computes_in_half_precision_by_its_feature_alone() {
        assertThat(HalfPrecision.lacking(
                        target(Backends.WEBGPU, Map.of("features", "subgroups timestamp-query")), HardwareMap.empty()))
                .hasValue("the adapter has no shader-f16");
        assertThat(HalfPrecision.lacking(
                        target(Backends.WEBGPU, Map.of("features", "shader-f16 subgroups")), HardwareMap.empty()))
                .isEmpty();
        assertThat(HalfPrecision.lacking(target(Backends.WEBGPU, Map.of()), HardwareMap.empty()))
                .isEmpty();
    }

    @Test
    void a_native_device_lacks_what_a_trial_showed_to_be_wrong() {
        assertThat(lacking(Backends.CUDA, trial(false)))
                .hasValue("A card does not compute in it (profile: GEMM wrong)");
    }

    @Test
    void negative_control_of_what_was_right_or_nobody_told_nothing_is_said() {
        assertThat(lacking(Backends.CUDA, trial(true))).isEmpty();
        assertThat(lacking(Backends.CUDA, CARD)).isEmpty();
        assertThat(lacking(Backends.CUDA)).isEmpty();
    }
}
