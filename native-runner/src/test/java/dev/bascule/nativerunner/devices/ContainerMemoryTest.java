package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What control groups leave to a new process. */
class ContainerMemoryTest {
    private static Optional<Long> of(String groups) {
        return ContainerLimits.memoryLeft(RecordedSystem.parse("## os Linux amd64\n" + groups));
    }

    @Test
    void the_tightest_group_around_this_process_counts_and_its_page_cache_does_not() {
        Optional<Long> left = of("""
                ## file /proc/self/cgroup
                0::/outer/inner
                ## file /sys/fs/cgroup/outer/memory.max
                5000000
                ## file /sys/fs/cgroup/outer/memory.current
                4000000
                ## file /sys/fs/cgroup/outer/memory.stat
                anon 1500000
                inactive_file 2500000
                active_file 1
                ## file /sys/fs/cgroup/outer/inner/memory.max
                7000000
                ## file /sys/fs/cgroup/outer/inner/memory.current
                1000000
                """);

        assertThat(left).hasValue(3_500_000L);
    }

    @Test
    void groups_of_the_first_version_count_as_well() {
        Optional<Long> left = of("""
                ## file /proc/self/cgroup
                4:memory:/api
                0::/
                ## file /sys/fs/cgroup/memory/memory.limit_in_bytes
                9223372036854771712
                ## file /sys/fs/cgroup/memory/memory.usage_in_bytes
                4000000
                ## file /sys/fs/cgroup/memory/api/memory.limit_in_bytes
                3000000
                ## file /sys/fs/cgroup/memory/api/memory.usage_in_bytes
                2500000
                ## file /sys/fs/cgroup/memory/api/memory.stat
                inactive_file 1
                total_inactive_file 1500000
                """);

        assertThat(left).hasValue(2_000_000L);
    }

    @Test
    void without_a_limit_there_is_nothing_to_be_left_of() {
        assertThat(of("""
                        ## file /sys/fs/cgroup/memory.max
                        max
                        ## file /sys/fs/cgroup/memory.current
                        123
                        """)).isEmpty();
    }
}
