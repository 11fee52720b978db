package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.InstructionSets;
import dev.bascule.fallback.hardware.Relation;
import org.junit.jupiter.api.Test;

class IntelDevicesTest {
    private static final DeviceId GPU = DeviceId.pci("0000:00:02.0");

    private final HardwareMap map =
            DeviceSurvey.full(RecordedSystem.of("linux-intel-laptop")).hardware();

    @Test
    void an_integrated_gpu_is_named_by_the_systems_list_and_shares_the_hosts_memory() {
        Device gpu = map.find(GPU).orElseThrow();
        assertThat(gpu.type()).isEqualTo(HardwareClasses.INTEGRATED_GPU);
        assertThat(gpu.name()).isEqualTo("Meteor Lake-P [Intel Arc Graphics]");
        assertThat(gpu.memory().sharedWithHost()).hasValue(true);
        assertThat(gpu.capabilities().value(CapabilityRegistry.VULKAN)).hasValue("1.3.274");
        assertThat(map.related(GPU, Relation.Kind.SHARES_MEMORY_WITH))
                .extracting(Device::id)
                .containsExactly(new DeviceId("cpu:0"));
    }

    @Test
    void an_npu_that_this_user_may_not_open_is_found_behind_a_barrier() {
        assertThat(map.ofClass(HardwareClasses.NPU)).hasSize(1);
        Device npu = map.ofClass(HardwareClasses.NPU).get(0);
        assertThat(npu.name()).isEqualTo("Meteor Lake NPU");
        assertThat(npu.barrier().orElseThrow()).contains("/dev/accel/accel0");
    }

    @Test
    void a_thermal_sensor_of_a_signal_processors_class_is_no_accelerator() {
        assertThat(map.find(DeviceId.pci("0000:00:04.0"))).isEmpty();
    }

    @Test
    void a_software_gpu_is_one_device_whether_its_driver_or_vulkan_shows_it_and_no_acceleration() {
        assertThat(map.ofClass(HardwareClasses.SOFTWARE_GPU)).hasSize(1);
        Device software = map.ofClass(HardwareClasses.SOFTWARE_GPU).get(0);
        assertThat(software.name()).isEqualTo("llvmpipe (LLVM 17.0.6, 256 bits)");
        assertThat(HardwareClasses.accelerates(software.type())).isFalse();
        assertThat(map.related(software.id(), Relation.Kind.EMULATED_BY)).hasSize(1);
    }

    @Test
    void a_real_gpus_driver_alone_shows_no_gpu() {
        assertThat(map.devices()).noneMatch(device -> device.name().contains("adeon"));
    }

    @Test
    void the_processor_claims_what_its_flags_say() {
        Device cpu = map.find(new DeviceId("cpu:0")).orElseThrow();
        assertThat(cpu.vendor()).hasValue("Intel");
        assertThat(cpu.capabilities().has(InstructionSets.id("x86-64-v3"))).isTrue();
        assertThat(cpu.capabilities().find(InstructionSets.id("avx512f"))).isEmpty();
        assertThat(cpu.capabilities().has(CapabilityRegistry.DOT_INT8)).isTrue();
        assertThat(cpu.capabilities().has(CapabilityRegistry.BF16)).isFalse();
        assertThat(cpu.memory().totalBytes()).hasValue(32_543_764L * 1024);
        assertThat(cpu.memory().freeBytes()).hasValue(25_129_404L * 1024);
    }

    @Test
    void a_server_processor_claims_matrix_tiles_and_half_precision() {
        HardwareMap server =
                DeviceSurvey.quick(RecordedSystem.of("linux-nvidia-h100")).hardware();
        assertThat(server.ofClass(HardwareClasses.CPU)).hasSize(2);
        Device cpu = server.find(new DeviceId("cpu:1")).orElseThrow();
        assertThat(cpu.capabilities().has(CapabilityRegistry.AMX)).isTrue();
        assertThat(cpu.capabilities().has(CapabilityRegistry.FP16)).isTrue();
        assertThat(cpu.capabilities().has(InstructionSets.id("x86-64-v4"))).isTrue();
    }

    @Test
    void a_list_of_names_that_lacks_the_device_gives_numbers() {
        HardwareMap bare = DeviceSurvey.quick(
                        RecordedSystem.of("linux-intel-laptop").without("/usr/share/misc/pci.ids"))
                .hardware();
        assertThat(bare.find(GPU).orElseThrow().name()).isEqualTo("Intel integrated GPU 8086:7d55");
        assertThat(PciNames.find("8086  Intel\n\t7d55  Mine\n1002  AMD\n\t0001  Other", 0x1002, 0x7d55))
                .isEmpty();
    }

    @Test
    void vulkans_text_without_devices_is_a_gap() {
        assertThat(VulkanReader.parse("Cannot create Vulkan instance.").gaps()).hasSize(1);
        assertThat(VulkanDriversReader.parse("x.json", "no json").devices()).isEmpty();
    }
}
