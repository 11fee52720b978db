package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AllowedCoresTest {
    private static final String CPUS = "/sys/devices/system/cpu/";

    private static String siblings(int cpu, String list) {
        return "## file " + CPUS + "cpu" + cpu + "/topology/thread_siblings_list\n" + list + "\n";
    }

    private static String system(String allowed) {
        return "## os Linux amd64\n## file /proc/self/status\nCpus_allowed_list:\t" + allowed + "\n## file " + CPUS
                + "online\n0-3\n";
    }

    @Test
    void two_threads_of_one_core_are_one_core() {
        AllowedCores cores = AllowedCores.read(RecordedSystem.parse(
                system("0-7") + siblings(0, "0,2") + siblings(1, "1,3") + siblings(2, "0,2") + siblings(3, "1,3")));

        assertThat(cores.count()).hasValue(2);
        assertThat(cores.basis()).doesNotContain("virtual");
    }

    @Test
    void only_cores_that_this_process_may_run_on_count() {
        AllowedCores cores = AllowedCores.read(RecordedSystem.parse(
                system("0,2") + siblings(0, "0,2") + siblings(1, "1,3") + siblings(2, "0,2") + siblings(3, "1,3")));

        assertThat(cores.count()).hasValue(1);
    }

    @Test
    void where_nobody_tells_or_the_cores_differ_there_is_no_count() {
        assertThat(AllowedCores.read(RecordedSystem.parse(system("0-3") + siblings(0, "0,2"))))
                .satisfies(cores -> assertThat(cores.count()).isEmpty())
                .satisfies(cores -> assertThat(cores.basis()).contains("does not tell which processors"));
        assertThat(AllowedCores.read(RecordedSystem.parse(
                                system("0") + siblings(0, "0") + "## file /sys/devices/cpu_atom/cpus\n1\n"))
                        .basis())
                .contains("not all alike");
        assertThat(AllowedCores.read(RecordedSystem.parse("## os SunOS sparc")).basis())
                .contains("SunOS");
        assertThat(AllowedCores.mac(Map.of("hw.nperflevels", "2", "hw.physicalcpu", "8"))
                        .count())
                .isEmpty();
        assertThat(AllowedCores.mac(Map.of("hw.physicalcpu", "6")).count()).hasValue(6);
    }

    @Test
    void a_virtual_machine_is_taken_at_its_word_with_a_caveat() {
        AllowedCores cores = AllowedCores.read(RecordedSystem.parse(
                system("0") + siblings(0, "0") + "## file /proc/cpuinfo\nflags\t: fpu hypervisor lahf_lm\n"));

        assertThat(cores.count()).hasValue(1);
        assertThat(cores.basis()).contains("as the virtual machine shows them");
    }
}
