package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.InstructionSets;
import dev.bascule.fallback.hardware.Relation;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AppleDevicesTest {
    @Test
    void an_apple_chip_is_a_cpu_a_gpu_and_a_neural_engine_on_one_die_in_one_memory() {
        HardwareMap map = DeviceSurvey.full(RecordedSystem.of("macos-m3-pro")).hardware();

        assertThat(map.devices()).hasSize(3);
        Device cpu = map.find(new DeviceId("cpu:0")).orElseThrow();
        assertThat(cpu.name()).isEqualTo("Apple M3 Pro");
        assertThat(cpu.capabilities().value(CapabilityRegistry.PERFORMANCE_CORES))
                .hasValue(5L);
        assertThat(cpu.capabilities().value(CapabilityRegistry.EFFICIENCY_CORES))
                .hasValue(6L);
        assertThat(cpu.capabilities().has(InstructionSets.id("i8mm"))).isTrue();
        assertThat(cpu.capabilities().has(CapabilityRegistry.FP16)).isTrue();
        assertThat(cpu.capabilities().has(CapabilityRegistry.SME)).isFalse();
        assertThat(cpu.memory().totalBytes()).hasValue(18L << 30);

        Device gpu = map.ofClass(HardwareClasses.INTEGRATED_GPU).get(0);
        assertThat(gpu.capabilities().value(CapabilityRegistry.METAL)).hasValue("metal3");
        assertThat(gpu.capabilities().value(CapabilityRegistry.COMPUTE_UNITS)).hasValue(14L);
        assertThat(gpu.capabilities().has(CapabilityRegistry.FP64)).isFalse();
        assertThat(map.related(gpu.id(), Relation.Kind.SAME_DIE_AS)).containsExactly(cpu);
        assertThat(map.related(cpu.id(), Relation.Kind.SHARES_MEMORY_WITH)).hasSize(2);
        assertThat(map.ofClass(HardwareClasses.NPU).get(0).unknown()).containsKey("precisions");
    }

    @Test
    void an_intel_mac_has_a_card_with_memory_of_its_own_beside_the_built_in_gpu_and_no_neural_engine() {
        HardwareMap map = DeviceSurvey.full(RecordedSystem.of("macos-intel")).hardware();

        assertThat(map.ofClass(HardwareClasses.NPU)).isEmpty();
        assertThat(map.ofClass(HardwareClasses.INTEGRATED_GPU))
                .extracting(Device::name)
                .containsExactly("Intel UHD Graphics 630");
        Device card = map.ofClass(HardwareClasses.DISCRETE_GPU).get(0);
        assertThat(card.memory().totalBytes()).hasValue(8L << 30);
        assertThat(map.related(card.id(), Relation.Kind.SHARES_MEMORY_WITH)).isEmpty();
        assertThat(map.find(new DeviceId("cpu:0")).orElseThrow().capabilities().has(InstructionSets.id("x86-64-v3")))
                .isTrue();
    }

    @Test
    void a_virtual_mac_has_no_neural_engine_and_a_virtual_gpu() {
        HardwareMap cpu = AppleReader.cpu(Map.of("machdep.cpu.brand_string", "Apple M1 (Virtual)"));
        assertThat(cpu.ofClass(HardwareClasses.NPU)).isEmpty();
        HardwareMap gpu = AppleReader.displays(
                "{\"SPDisplaysDataType\":[{\"_name\":\"x\",\"sppci_model\":\"Apple Paravirtual device\"}]}");
        assertThat(gpu.devices().get(0).type()).isEqualTo(HardwareClasses.VIRTUAL_GPU);
        assertThat(gpu.devices().get(0).capabilities().find(CapabilityRegistry.FP16))
                .isEmpty();
    }

    @Test
    void tools_that_say_nothing_are_gaps() {
        assertThat(AppleReader.cpu(Map.of()).gaps()).hasSize(1);
        assertThat(AppleReader.displays("").gaps()).hasSize(1);
        assertThat(AppleReader.displays("{\"SPDisplaysDataType\":[]}").gaps()).hasSize(1);
    }

    @Test
    void each_kind_of_core_has_its_caches() {
        CpuCaches caches = CpuCaches.read(RecordedSystem.of("macos-m3-pro"));
        assertThat(caches.levels().stream()
                        .map(level -> level.label() + " " + level.bytes() + " x" + level.instances() + " by "
                                + level.sharedBy())
                        .collect(Collectors.toList()))
                .containsExactly(
                        "L1d 131072 x5 by 1",
                        "L1i 196608 x5 by 1",
                        "L2 16777216 x1 by 5",
                        "L1d 65536 x6 by 1",
                        "L1i 131072 x6 by 1",
                        "L2 4194304 x1 by 6");
        assertThat(caches.reason()).isEmpty();
    }
}
