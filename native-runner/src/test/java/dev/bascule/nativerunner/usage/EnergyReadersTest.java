package dev.bascule.nativerunner.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.bascule.fallback.usage.Counters.EnergyCounter;
import dev.bascule.fallback.usage.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnergyReadersTest {
    @TempDir
    Path folder;

    @Test
    void packages_and_their_memory_are_read_and_nothing_twice() throws IOException {
        Map<String, Reading<EnergyCounter>> counters = new RaplReader(FakeSystem.of("intel-server.txt", folder)).read();

        assertThat(counters).containsOnlyKeys("package-0", "package-1", "dram-0", "dram-1");
        assertThat(counters.get("package-0"))
                .isEqualTo(Reading.known(
                        new EnergyCounter(262_143.0, OptionalDouble.of(262_143.32885), Duration.ofMillis(1)),
                        "RAPL, /sys/class/powercap/intel-rapl:0/energy_uj: all that runs there"));
        assertThat(counters.get("dram-1").optional().orElseThrow().joules()).isEqualTo(2.0);
    }

    @Test
    void an_amd_processor_has_the_same_counter() throws IOException {
        Map<String, Reading<EnergyCounter>> counters = new RaplReader(FakeSystem.of("amd-desktop.txt", folder)).read();

        assertThat(counters).containsOnlyKeys("package-0");
        assertThat(counters.get("package-0").optional().orElseThrow().joules()).isEqualTo(41.0);
    }

    @Test
    void a_counter_that_only_root_may_read_is_unknown_with_the_remedy() throws IOException {
        PseudoFiles files = FakeSystem.of("amd-desktop.txt", folder);
        Path counter = folder.resolve("sys/class/powercap/intel-rapl:0/energy_uj");
        Files.setPosixFilePermissions(counter, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(counter), "whoever runs this reads anything");

        assertThat(new RaplReader(files).read().get("package-0").words())
                .isEqualTo(PseudoFiles.denied("sys/class/powercap/intel-rapl:0/energy_uj")
                        .words());
    }

    @Test
    void the_remedy_for_a_file_that_only_root_may_read_is_a_command() {
        assertThat(PseudoFiles.denied("sys/class/powercap/intel-rapl:0/energy_uj")
                        .words())
                .endsWith("run as root, or: sudo chmod a+r /sys/class/powercap/intel-rapl:0/energy_uj");
    }

    @Test
    void a_virtual_machine_says_that_it_is_shown_none() throws IOException {
        Map<String, Reading<EnergyCounter>> counters = new RaplReader(FakeSystem.of("virtual.txt", folder)).read();

        assertThat(counters.get("package")).isInstanceOf(Reading.Unknown.class);
        assertThat(counters.get("package").words())
                .startsWith("a virtual machine is shown no energy counters of its processor");
    }

    @Test
    void a_machine_without_the_driver_is_told_its_name() throws IOException {
        FakeSystem.write(folder, "proc/cpuinfo", "flags : fpu aperfmperf\n");
        Files.createDirectories(folder.resolve("sys/class/powercap"));

        assertThat(new RaplReader(new PseudoFiles(folder)).read().get("package").words())
                .contains("modprobe intel_rapl_msr");
    }

    @Test
    void an_intel_gpu_counts_energy_and_an_amd_gpu_shows_power_alone() throws IOException {
        DrmGpus gpus = new DrmGpus(FakeSystem.of("amd-desktop.txt", folder));

        assertThat(gpus.energy()).containsOnlyKeys("gpu card1: AMD Radeon PRO W7900", "gpu card2: Intel");
        assertThat(gpus.energy()
                        .get("gpu card2: Intel")
                        .optional()
                        .orElseThrow()
                        .joules())
                .isEqualTo(123.456789);
        assertThat(gpus.energy().get("gpu card1: AMD Radeon PRO W7900").words()).contains("no energy counter");
        GpuState amd = gpus.states().get(0);
        assertThat(amd.utilization().optional()).contains(0.97);
        assertThat(amd.usedBytes().optional()).contains(4294967296.0);
        assertThat(amd.watts().optional()).contains(212.0);
        assertThat(amd.celsius().optional()).contains(66.0);
    }
}
