package dev.bascule.nativerunner.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.usage.Reading;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockAndHeatTest {
    @TempDir
    Path folder;

    @Test
    void cpufreq_tells_the_fastest_processor_and_the_guaranteed_clock() throws IOException {
        CpuClock clock = new CpuClock(FakeSystem.of("intel-server.txt", folder));

        assertThat(clock.fastest().optional()).contains(3400.172);
        assertThat(clock.fastest().words())
                .isEqualTo("scaling_cur_freq of cpufreq, the fastest of 2 logical processors");
        assertThat(clock.nominal().optional()).contains(2400.0);
    }

    @Test
    void without_cpufreq_the_measured_figures_of_cpuinfo_stand_in() throws IOException {
        CpuClock clock = new CpuClock(FakeSystem.of("amd-desktop.txt", folder));

        assertThat(clock.fastest().optional()).contains(4523.108);
        assertThat(clock.nominal().optional()).contains(3400.0);
    }

    @Test
    @Tag("red-team")
    void the_constant_of_a_virtual_machine_is_no_measured_frequency() throws IOException {
        CpuClock clock = new CpuClock(FakeSystem.of("virtual.txt", folder));

        assertThat(clock.fastest()).isInstanceOf(Reading.Unknown.class);
        assertThat(clock.fastest().words()).startsWith("a virtual machine is not shown what its processor runs at");
        assertThat(clock.nominal().optional()).contains(2596.152);
    }

    @Test
    void the_hottest_sensor_of_the_processor_counts_and_not_the_board() throws IOException {
        CpuTemperature temperature = new CpuTemperature(FakeSystem.of("intel-server.txt", folder));

        assertThat(temperature.hottest()).isEqualTo(Reading.known(73.0, "the hottest of 3 sensors of coretemp"));
    }

    @Test
    void headroom_is_that_of_the_sensor_nearest_to_its_own_limit_and_unknown_without_limits() throws IOException {
        String monitor = "sys/class/hwmon/hwmon0/";
        FakeSystem.write(folder, monitor + "name", "coretemp\n");
        FakeSystem.write(folder, monitor + "temp1_input", "73000\n");
        FakeSystem.write(folder, monitor + "temp2_input", "60000\n");
        assertThat(new CpuTemperature(new PseudoFiles(folder)).headroom().words())
                .isEqualTo("no sensor tells at which temperature it slows");
        FakeSystem.write(folder, monitor + "temp1_crit", "100000\n");
        FakeSystem.write(folder, monitor + "temp2_max", "80000\n");

        assertThat(new CpuTemperature(new PseudoFiles(folder)).headroom())
                .isEqualTo(Reading.known(20.0, "the nearest of 2 sensors to its own limit"));
    }

    @Test
    void a_limit_that_no_processor_has_is_none() throws IOException {
        String monitor = "sys/class/hwmon/hwmon0/";
        FakeSystem.write(folder, monitor + "name", "coretemp\n");
        FakeSystem.write(folder, monitor + "temp1_input", "73000\n");
        FakeSystem.write(folder, monitor + "temp1_crit", "65261850\n");
        assertThat(new CpuTemperature(new PseudoFiles(folder)).headroom().isKnown())
                .isFalse();
        FakeSystem.write(folder, monitor + "temp1_max", "80000\n");

        assertThat(new CpuTemperature(new PseudoFiles(folder)).headroom().optional())
                .contains(7.0);
    }

    @Test
    void a_zone_is_near_to_where_its_cooling_slows_the_processor() throws IOException {
        String zone = "sys/class/thermal/thermal_zone0/";
        FakeSystem.write(folder, zone + "type", "cpu-thermal\n");
        FakeSystem.write(folder, zone + "temp", "86000\n");
        FakeSystem.write(folder, zone + "trip_point_0_type", "critical\n");
        FakeSystem.write(folder, zone + "trip_point_0_temp", "110000\n");
        FakeSystem.write(folder, zone + "trip_point_1_type", "passive\n");
        FakeSystem.write(folder, zone + "trip_point_1_temp", "85000\n");

        assertThat(new CpuTemperature(new PseudoFiles(folder)).headroom().optional())
                .contains(-1.0);
    }

    @Test
    void events_of_overheating_are_counted_once_for_each_core_and_package() throws IOException {
        CpuTemperature temperature = new CpuTemperature(FakeSystem.of("intel-server.txt", folder));

        assertThat(temperature.events())
                .isEqualTo(Reading.known(3L + 4 + 10, "thermal_throttle counts of 3 cores and packages"));
    }

    @Test
    void a_count_of_overheating_that_cannot_be_read_is_not_taken_for_none() throws IOException {
        CpuTemperature temperature = new CpuTemperature(FakeSystem.of("intel-server.txt", folder));
        FakeSystem.write(folder, "sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "");

        assertThat(temperature.events()).isInstanceOf(Reading.Unknown.class);
        assertThat(temperature.events().words()).startsWith("a count of overheating cannot be read: ");
    }

    @Test
    void a_processor_zone_stands_in_where_no_driver_has_sensors() throws IOException {
        FakeSystem.write(folder, "sys/class/thermal/thermal_zone0/type", "iwlwifi_1\n");
        FakeSystem.write(folder, "sys/class/thermal/thermal_zone0/temp", "91000\n");
        FakeSystem.write(folder, "sys/class/thermal/thermal_zone1/type", "x86_pkg_temp\n");
        FakeSystem.write(folder, "sys/class/thermal/thermal_zone1/temp", "58000\n");

        assertThat(new CpuTemperature(new PseudoFiles(folder)).hottest().optional())
                .contains(58.0);
    }

    @Test
    void a_virtual_machine_without_sensors_says_so() throws IOException {
        CpuTemperature temperature = new CpuTemperature(FakeSystem.of("virtual.txt", folder));

        assertThat(temperature.hottest())
                .isEqualTo(Reading.unknown("a virtual machine is shown no sensors of its processor"));
        assertThat(temperature.events()).isInstanceOf(Reading.Unknown.class);
    }
}
