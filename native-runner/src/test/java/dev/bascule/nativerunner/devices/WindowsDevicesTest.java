package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import org.junit.jupiter.api.Test;

class WindowsDevicesTest {
    @Test
    void adapters_an_npu_and_the_processor_are_found_by_one_question() {
        HardwareMap map = DeviceSurvey.full(RecordedSystem.of("windows-laptop")).hardware();

        Device cpu = map.find(new DeviceId("cpu:0")).orElseThrow();
        assertThat(cpu.vendor()).hasValue("Intel");
        assertThat(cpu.capabilities().value(CapabilityRegistry.THREADS)).hasValue(22L);
        assertThat(cpu.memory().freeBytes()).hasValue(21_470_324L * 1024);
        assertThat(map.ofClass(HardwareClasses.INTEGRATED_GPU))
                .extracting(Device::name)
                .containsExactly("Intel(R) Arc(TM) Graphics");
        assertThat(map.ofClass(HardwareClasses.SOFTWARE_GPU)).hasSize(1);
        Device npu = map.ofClass(HardwareClasses.NPU).get(0);
        assertThat(npu.name()).isEqualTo("Intel(R) AI Boost");
        assertThat(npu.capabilities().value(CapabilityRegistry.PCI_ID)).hasValue("8086:7d1d");
    }

    @Test
    void the_card_that_windows_and_nvidia_smi_list_is_one_with_the_memory_that_only_the_latter_can_tell() {
        HardwareMap map = DeviceSurvey.full(RecordedSystem.of("windows-laptop")).hardware();
        assertThat(map.ofClass(HardwareClasses.DISCRETE_GPU)).hasSize(1);
        Device card = map.ofClass(HardwareClasses.DISCRETE_GPU).get(0);
        assertThat(card.id()).isEqualTo(DeviceId.pci("0000:01:00.0"));
        assertThat(card.memory().totalBytes()).hasValue(8188L << 20);
        assertThat(card.driver().orElseThrow().version()).hasValue("566.36");
        assertThat(card.sources()).contains("nvidia-smi", "Win32_VideoController");
    }

    @Test
    void what_ends_at_four_gibibytes_is_no_size() {
        RecordedSystem alone = RecordedSystem.of("windows-laptop").without("C:\\Windows\\System32\\nvidia-smi.exe");
        Device card = DeviceSurvey.full(alone)
                .hardware()
                .ofClass(HardwareClasses.DISCRETE_GPU)
                .get(0);
        assertThat(card.memory().totalBytes()).isEmpty();
        assertThat(card.unknown().get(Device.MEMORY)).contains("4 GiB");
    }

    @Test
    void a_guest_has_a_virtual_adapter_and_its_problem_is_told() {
        HardwareMap map =
                DeviceSurvey.full(RecordedSystem.of("windows-virtual-machine")).hardware();
        Device adapter = map.ofClass(HardwareClasses.VIRTUAL_GPU).get(0);
        assertThat(adapter.barrier().orElseThrow()).contains("43");
        assertThat(map.ofClass(HardwareClasses.NPU)).isEmpty();
    }

    @Test
    void no_answer_and_a_strange_one_are_gaps() {
        assertThat(WindowsReader.parse("Get-CimInstance : Access denied").gaps())
                .hasSize(1);
        assertThat(WindowsReader.parse("{}").devices()).isEmpty();
        HardwareMap map = DeviceSurvey.full(RecordedSystem.of("windows-laptop").without("powershell"))
                .hardware();
        assertThat(map.gaps()).anySatisfy(gap -> assertThat(gap.reason()).contains("powershell"));
    }
}
