package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import org.junit.jupiter.api.Test;

class LinuxSystemOnChipTest {
    private final HardwareMap map =
            DeviceSurvey.quick(RecordedSystem.of("linux-raspberry-pi")).hardware();

    @Test
    void the_processor_is_named_by_the_device_tree_where_the_kernel_names_no_model() {
        Device cpu = map.ofClass(HardwareClasses.CPU).get(0);
        assertThat(cpu.name()).isEqualTo("Raspberry Pi 5 Model B Rev 1.0");
        assertThat(cpu.capabilities().value(CapabilityRegistry.THREADS)).hasValue(2L);
        assertThat(cpu.capabilities().has(CapabilityRegistry.FP16)).isTrue();
        assertThat(cpu.capabilities().has(CapabilityRegistry.DOT_INT8)).isTrue();
        assertThat(cpu.capabilities().has(CapabilityRegistry.BF16)).isFalse();
    }

    @Test
    void a_gpu_without_a_bus_shares_the_hosts_memory() {
        assertThat(map.ofClass(HardwareClasses.GPU)).hasSize(1);
        Device gpu = map.ofClass(HardwareClasses.GPU).get(0);
        assertThat(gpu.name()).isEqualTo("Broadcom VideoCore");
        assertThat(map.related(gpu.id(), Relation.Kind.SHARES_MEMORY_WITH)).hasSize(1);
    }

    @Test
    void a_test_driver_is_no_gpu() {
        assertThat(map.gaps()).anySatisfy(gap -> assertThat(gap.reason()).contains("vgem"));
    }

    @Test
    void a_hexagon_is_a_dsp() {
        assertThat(map.ofClass(HardwareClasses.DSP)).extracting(Device::name).containsExactly("Qualcomm Hexagon cdsp");
    }
}
