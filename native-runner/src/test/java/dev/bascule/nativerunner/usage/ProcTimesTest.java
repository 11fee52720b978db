package dev.bascule.nativerunner.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.usage.Counters.CpuTime;
import dev.bascule.fallback.usage.Counters.Quota;
import dev.bascule.fallback.usage.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcTimesTest {
    @TempDir
    Path folder;

    @Test
    void the_machines_time_is_parted_into_busy_idle_and_stolen() throws IOException {
        ProcTimes times = new ProcTimes(FakeSystem.of("virtual.txt", folder));

        assertThat(times.machine().optional())
                .contains(new CpuTime((5582535 + 84018 + 745156 + 7980) * 10L, (2805912 + 20393) * 10L, 18270));
    }

    @Test
    void a_tree_of_processes_has_its_own_time_and_that_of_children_it_waited_for() throws IOException {
        ProcTimes times = new ProcTimes(FakeSystem.of("virtual.txt", folder));

        assertThat(times.of(Set.of(4711L, 4712L, 9999L)))
                .isEqualTo(Reading.known(
                        Map.of(
                                4711L, Duration.ofMillis((312 + 45 + 20 + 3) * 10L),
                                4712L, Duration.ofMillis((100 + 20) * 10L)),
                        "/proc/PID/stat of 2 processes, in steps of 10 ms"));
    }

    @Test
    void processes_that_nobody_reaches_and_processes_that_are_gone_are_told_apart() throws IOException {
        ProcTimes times = new ProcTimes(FakeSystem.of("virtual.txt", folder));

        assertThat(times.of(Set.of()).words()).isEqualTo("the runner's processes are out of reach");
        assertThat(times.of(Set.of(9999L)).words()).isEqualTo("the runner's processes are gone");
    }

    @Test
    void a_truncated_line_is_no_figure() {
        assertThat(ProcStat.process("4711 (java")).isEmpty();
        assertThat(ProcStat.process("4711 (java) S 1 2 3")).isEmpty();
        assertThat(ProcStat.machine(List.of("cpu0 1 2 3 4"))).isEmpty();
    }

    @Test
    void available_memory_is_in_bytes() throws IOException {
        assertThat(new ProcTimes(FakeSystem.of("virtual.txt", folder))
                        .availableMemory()
                        .optional())
                .contains(22934180.0 * 1024);
    }

    @Test
    void a_quota_of_version_2_is_read() throws IOException {
        CgroupQuota quota = new CgroupQuota(FakeSystem.of("container.txt", folder));

        assertThat(quota.of(Set.of()))
                .isEqualTo(Reading.known(
                        Map.of("/sys/fs/cgroup", new Quota(1234, 321, Duration.ofNanos(4_567_890_000L))),
                        "cpu.stat of /sys/fs/cgroup"));
    }

    @Test
    void a_quota_of_version_1_is_read_with_those_of_the_groups_around() throws IOException {
        CgroupQuota quota = new CgroupQuota(FakeSystem.of("virtual.txt", folder));

        assertThat(quota.of(Set.of()))
                .isEqualTo(Reading.known(
                        Map.of(
                                "/sys/fs/cgroup/cpu", new Quota(0, 0, Duration.ZERO),
                                "/sys/fs/cgroup/cpu/job", new Quota(100, 40, Duration.ofSeconds(2)),
                                "/sys/fs/cgroup/cpu/job/7", new Quota(200, 2, Duration.ofMillis(5))),
                        "cpu.stat of /sys/fs/cgroup/cpu, /sys/fs/cgroup/cpu/job, /sys/fs/cgroup/cpu/job/7"));
    }

    @Test
    void a_group_without_the_cpu_controller_counts_nothing() {
        assertThat(CgroupQuota.parse(List.of("usage_usec 5", "user_usec 4", "system_usec 1")))
                .isEmpty();
    }
}
