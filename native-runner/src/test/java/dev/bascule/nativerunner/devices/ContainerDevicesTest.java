package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerDevicesTest {
    @Test
    void the_limits_of_version_2_groups_are_read() {
        ContainerLimits limits = DeviceSurvey.quick(RecordedSystem.of("linux-nvidia-shut-container"))
                .limits();
        assertThat(limits.container()).hasValue("docker");
        assertThat(limits.cpus()).hasValue(1.5);
        assertThat(limits.memoryBytes()).hasValue(4L << 30);
        assertThat(limits.processors()).hasValue(4);
        assertThat(limits.nvidia()).hasValue("void");
        assertThat(ContainerLimits.withoutNames("GPU-5e1f0c9d-6d4f-7c1b-0f65-8a2f5a3b9c01"))
                .isEqualTo("1 by name");
    }

    @Test
    void a_group_further_out_limits_the_groups_in_it() {
        ContainerLimits limits =
                DeviceSurvey.quick(RecordedSystem.of("linux-bare-container")).limits();
        assertThat(limits.container()).hasValue("kubernetes");
        assertThat(limits.cpus()).hasValue(2.0);
        assertThat(limits.memoryBytes()).hasValue(2L << 30);
        assertThat(limits.processors()).hasValue(8);
    }

    @Test
    void where_nothing_limits_nothing_is_said_to() {
        ContainerLimits limits =
                DeviceSurvey.quick(RecordedSystem.of("linux-intel-laptop")).limits();
        assertThat(limits).isEqualTo(ContainerLimits.none());
        assertThat(ContainerLimits.quota("max 100000")).isEmpty();
        assertThat(ContainerLimits.quota("-1 100000")).isEmpty();
        assertThat(ContainerLimits.limit("max")).isEmpty();
        assertThat(ContainerLimits.limit("9223372036854771712")).isEmpty();
    }

    @Test
    void a_container_without_devices_has_a_processor_and_says_that_it_sees_no_bus() {
        HardwareMap map =
                DeviceSurvey.full(RecordedSystem.of("linux-bare-container")).hardware();
        assertThat(map.devices()).extracting(Device::type).containsExactly(HardwareClasses.CPU);
        assertThat(map.gaps()).anySatisfy(gap -> assertThat(gap.reason()).contains("no PCI bus"));
    }

    @Test
    void the_adapters_of_a_virtual_machine_are_virtual_and_its_network_is_none() {
        HardwareMap map =
                DeviceSurvey.quick(RecordedSystem.of("linux-virtual-machine")).hardware();
        List<Device> adapters = map.ofClass(HardwareClasses.VIRTUAL_GPU);
        assertThat(adapters).hasSize(2);
        assertThat(map.devices()).hasSize(3);
        assertThat(adapters.get(1).barrier()).hasValue("no driver is bound to it");
    }

    @Test
    void a_reader_that_fails_costs_what_it_would_have_found_and_no_more() {
        DeviceReader broken = new DeviceReader() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public boolean startsTools() {
                return false;
            }

            @Override
            public HardwareMap read(SystemView system) {
                throw new IllegalStateException("no such luck");
            }
        };
        HardwareMap map = DeviceSurvey.of(
                        RecordedSystem.of("linux-intel-laptop"), List.of(broken, new LinuxCpuReader()))
                .hardware();
        assertThat(map.devices()).hasSize(1);
        assertThat(map.gaps()).anySatisfy(gap -> assertThat(gap.toString()).contains("broken", "no such luck"));
    }

    @Test
    void a_system_that_nobody_knows_and_one_without_files_are_gaps_and_no_failure() {
        assertThat(DeviceSurvey.full(RecordedSystem.parse("## os Plan9 mips"))
                        .hardware()
                        .devices())
                .isEmpty();
        HardwareMap bare =
                DeviceSurvey.full(RecordedSystem.parse("## os Linux amd64")).hardware();
        assertThat(bare.devices()).isEmpty();
        assertThat(bare.gaps()).extracting(HardwareMap.Gap::source).contains("/proc/cpuinfo");
        assertThat(DeviceSurvey.quick(RecordedSystem.parse("## os Linux amd64\n## file /proc/cpuinfo\nnothing here"))
                        .hardware()
                        .gaps())
                .anySatisfy(gap -> assertThat(gap.reason()).contains("lists no processor"));
    }
}
