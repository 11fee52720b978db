package dev.bascule.nativerunner.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.devices.DeviceSurvey;
import dev.bascule.nativerunner.devices.RecordedSystem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FingerprintMakerTest {
    private static final MachineFacts FACTS = new MachineFacts(
            "Ubuntu",
            "22.04.4 LTS",
            "5.15.0-105-generic",
            "amd64",
            "Intel(R) Xeon(R) Platinum 8480+",
            2,
            List.of("flags : avx2 avx512f"),
            Optional.of(2_113_468_820L * 1024),
            List.of(),
            Optional.of("performance"),
            true);

    private static Fingerprint of(DeviceSurvey survey) {
        return FingerprintMaker.of(FACTS, List.of("avx2", "avx512f"), survey);
    }

    private static Fingerprint of(RecordedSystem system) {
        return of(DeviceSurvey.quick(system));
    }

    private static RecordedSystem server() {
        return RecordedSystem.of("linux-nvidia-h100");
    }

    @Test
    void the_parts_are_listed_by_name() {
        Fingerprint fingerprint = of(server());
        assertThat(fingerprint.machine())
                .containsEntry("cpu", "Intel(R) Xeon(R) Platinum 8480+")
                .containsEntry("cores", "2")
                .containsEntry("features", "avx2,avx512f")
                .containsEntry("memoryGiB", "2048")
                .containsEntry("gpus", "10de:2330,10de:2330")
                .containsEntry("os", "Ubuntu 22")
                .containsEntry("arch", "amd64")
                .hasSize(7);
        assertThat(fingerprint.software())
                .containsEntry("driver nvidia", "550.54.15")
                .containsEntry("kernel", "5.15.0-105-generic")
                .containsEntry("os", "Ubuntu 22.04.4 LTS")
                .containsEntry("frequency governor", "performance");
    }

    @Test
    void serial_numbers_uuids_addresses_and_names_of_hosts_and_users_change_nothing() {
        Fingerprint fingerprint = of(DeviceSurvey.full(server()));
        RecordedSystem other = server();
        for (String card : List.of("1b", "9d")) {
            String file = "/proc/driver/nvidia/gpus/0000:" + card + ":00.0/information";
            String text = other.read(file).text().orElseThrow();
            other.with(
                    file,
                    text.replaceAll("GPU-[-0-9a-f]+", "GPU-ffffffff-0000-0000-0000-00000000000" + card.charAt(0))
                            .replace("IRQ:   		 355", "IRQ:   		 9"));
        }
        other.saying(
                "nvidia-smi -q -x",
                other.run("nvidia-smi", "-q", "-x")
                        .text()
                        .orElseThrow()
                        .replaceAll("<serial>\\d+", "<serial>42")
                        .replaceAll("GPU-[-0-9a-f]+", "GPU-1")
                        .replaceAll("Thu Apr 11 09:14:02 2024", "Fri Apr 12 10:00:00 2024"));
        other.with(
                "/proc/cpuinfo",
                other.read("/proc/cpuinfo").text().orElseThrow().replace("2000.000", "3800.000")
                        + "\nSerial : 0000beef\n");
        other.with("/etc/hostname", "ann-laptop")
                .with("/etc/machine-id", "0123456789abcdef")
                .with("/sys/class/net/eth0/address", "de:ad:be:ef:00:01")
                .with("/sys/class/dmi/id/product_serial", "ABC123")
                .with("/proc/self/cgroup", "0::/user.slice/user-4711.slice/session-99.scope");

        Fingerprint same = of(DeviceSurvey.full(other));
        assertThat(same).isEqualTo(fingerprint);
        assertThat(same.stateHash()).isEqualTo(fingerprint.stateHash());
    }

    @Test
    void what_a_kernel_keeps_for_itself_changes_no_memory_and_another_module_does() {
        // 16 GiB, of which 200 to 900 MiB are kept: half of a GiB is no boundary.
        for (long mib : new long[] {16_384, 16_184, 15_900, 15_872, 15_860, 15_480}) {
            assertThat(FingerprintMaker.installedGib(mib << 20))
                    .as(mib + " MiB")
                    .isEqualTo(16);
        }
        assertThat(FingerprintMaker.installedGib(31_700L << 20)).isEqualTo(32);
        assertThat(FingerprintMaker.installedGib(23_900L << 20)).isEqualTo(24);
        assertThat(FingerprintMaker.installedGib(11_800L << 20)).isEqualTo(12);
        assertThat(FingerprintMaker.installedGib(8_000L << 20)).isEqualTo(8);
        assertThat(FingerprintMaker.installedGib(1_900L << 20)).isEqualTo(2);
        assertThat(FingerprintMaker.installedGib(8_705L << 20))
                .as("of another size")
                .isEqualTo(9);
    }

    @Test
    void cards_in_other_slots_are_the_same_machine() {
        assertThat(of(RecordedSystem.parse(bus("0000:01:00.0"))).machineHash())
                .isEqualTo(of(RecordedSystem.parse(bus("0000:81:00.0"))).machineHash());
    }

    private static String bus(String address) {
        String folder = "## file /sys/bus/pci/devices/" + address + "/";
        return "## os Linux amd64\n" + folder + "vendor\n0x10de\n" + folder + "device\n0x2330\n" + folder
                + "class\n0x030200\n";
    }

    @Test
    void a_new_driver_is_another_state_of_the_same_machine() {
        Fingerprint before = of(server());
        Fingerprint after = of(server().with(
                        "/proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  560.35.03  x")
                .with("/sys/module/nvidia/version", "560.35.03"));
        assertThat(after.machineHash()).isEqualTo(before.machineHash());
        assertThat(after.stateHash()).isNotEqualTo(before.stateHash());
        assertThat(after.software()).containsEntry("driver nvidia", "560.35.03");
    }

    @Test
    void a_card_less_an_npu_more_or_a_limit_is_another_machine() {
        String whole = of(server()).machineHash();
        assertThat(of(server().without("/sys/bus/pci/devices/0000:9d:00.0/class")
                                .without("/proc/driver/nvidia/gpus/0000:9d:00.0/information"))
                        .machineHash())
                .isNotEqualTo(whole);
        assertThat(of(server().with("/sys/fs/cgroup/memory.max", "1073741824")).machine())
                .containsEntry("memory limit", "1024 MiB");
        assertThat(of(server().with("/sys/fs/cgroup/cpu.max", "50000 100000")).machineHash())
                .isNotEqualTo(whole);
        assertThat(of(RecordedSystem.of("linux-amd-laptop")).machine()).containsEntry("accelerators", "1022:1502");
    }

    @Test
    void a_device_out_of_reach_and_installed_software_gpus_are_no_other_machine() {
        Fingerprint open = of(server());
        Fingerprint shut = of(server().without("/dev/nvidia0").without("/dev/nvidia1"));
        assertThat(shut.machineHash()).isEqualTo(open.machineHash());
        assertThat(shut.software()).containsEntry("devices out of reach", "10de:2330,10de:2330");
        assertThat(of(RecordedSystem.of("linux-intel-laptop")).machine()).containsEntry("gpus", "8086:7d55");
    }

    @Test
    void which_tools_are_installed_does_not_matter() {
        assertThat(of(DeviceSurvey.full(server())).machineHash())
                .isEqualTo(of(server()).machineHash());
        Machine asked = FACTS.machine(DeviceSurvey.quick(server()), false);
        assertThat(asked.fingerprint()).isEqualTo(of(server()).machineHash());
    }

    @Test
    void where_oshi_lists_no_adapter_the_bus_shows_those_that_browsers_could_use() {
        Machine headless = FACTS.machine(DeviceSurvey.quick(server()), false);
        assertThat(headless.hasHardwareGpu()).isFalse();
        Machine desktop = FACTS.machine(DeviceSurvey.quick(RecordedSystem.of("linux-intel-laptop")), true);
        assertThat(desktop.gpus())
                .containsExactly(new Machine.Gpu("Meteor Lake-P [Intel Arc Graphics]", "Intel", false));
        Machine guest = FACTS.machine(DeviceSurvey.quick(RecordedSystem.of("linux-virtual-machine")), true);
        assertThat(guest.gpus())
                .as("a virtual GPU is neither hardware nor software before a probe tells")
                .isEmpty();
    }

    @Test
    void a_drivers_version_is_read_where_windows_tells_it() {
        assertThat(MachineFacts.Adapter.of("Card", "Maker", "DriverVersion=32.0.15.6636, x")
                        .driver())
                .hasValue("32.0.15.6636");
        assertThat(MachineFacts.Adapter.of("Card", "Maker", "Rev: a1").driver()).isEmpty();
    }

    @Test
    void a_machine_without_oshi_is_read_from_its_files_and_says_what_failed() {
        MachineReport report = MachineProbe.report(server(), false, () -> {
            throw new UnsatisfiedLinkError("no jnidispatch");
        });
        assertThat(report.machine().cpu().name()).isEqualTo("Intel(R) Xeon(R) Platinum 8480+");
        assertThat(report.machine().cpu().features()).contains("avx2", "amx_int8");
        assertThat(report.machine().memoryBytes()).hasValue(2_113_468_820L * 1024);
        assertThat(report.hardware().gaps())
                .anySatisfy(gap -> assertThat(gap.toString()).contains("OSHI", "jnidispatch"));
    }

    @Test
    void a_machine_that_nothing_speaks_for_has_gaps_and_no_figures() {
        MachineReport report = MachineProbe.report(RecordedSystem.parse("## os Plan9 mips"), true, () -> {
            throw new IllegalStateException("unknown platform");
        });
        assertThat(report.machine().memoryBytes()).isEmpty();
        assertThat(report.machine().cpu().name()).isEqualTo("unknown processor");
        assertThat(report.machine().parts().orElseThrow().machine()).containsEntry("memoryGiB", "unknown");
        assertThat(report.caches().reason()).isPresent();
    }

    @Test
    void no_part_looks_like_something_that_names_one_machine() {
        Map<String, String> parts = of(DeviceSurvey.full(server())).machine();
        assertThat(parts.values())
                .noneMatch(value -> value.matches(".*[0-9a-f]{8}-[0-9a-f]{4}-.*"))
                .noneMatch(value -> value.contains("1650523001234"));
    }
}
