package dev.bascule.suites.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.hardware.Capabilities;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.InstructionSets;
import dev.bascule.fallback.target.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HalfPrecisionTest {
    private static final Device CPU = Device.of(new DeviceId("cpu:0"), HardwareClasses.CPU, "A CPU", "/proc/cpuinfo");

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

    private static Device with(String extension) {
        return CPU.withCapabilities(
                List.of(Capability.claimed(InstructionSets.id(extension), true, "/proc/cpuinfo", extension)));
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
    void a_processor_whose_extensions_are_listed_without_it_lacks_it() {
        assertThat(lacking(Backends.NATIVE_CPU, with("avx2")))
                .hasValue("A CPU has no instructions for it (/proc/cpuinfo)");
        assertThat(lacking(
                        Backends.NATIVE_CPU,
                        with("avx512_fp16")
                                .withCapabilities(List.of(
                                        Capability.claimed(Capabilities.FP16, true, "/proc/cpuinfo", "avx512_fp16")))))
                .isEmpty();
    }

    @Test
    void a_trial_goes_before_what_is_listed_and_of_what_nobody_told_nothing_is_said() {
        assertThat(lacking(
                        Backends.NATIVE_CPU,
                        with("avx2")
                                .withVerified(Capability.verified(Capabilities.FP16, true, "profile", "GEMM right"))))
                .isEmpty();
        assertThat(lacking(
                        Backends.NATIVE_CPU,
                        CPU.withVerified(Capability.verified(Capabilities.FP16, false, "profile", "GEMM wrong"))))
                .hasValue("A CPU does not compute in it (profile: GEMM wrong)");
        assertThat(lacking(Backends.NATIVE_CPU, CPU)).isEmpty();
        assertThat(lacking(Backends.NATIVE_CPU)).isEmpty();
        assertThat(lacking(Backends.CUDA, with("avx2"))).isEmpty();
    }
}
