package dev.bascule.nativerunner.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On files as kernels write them. */
class OomKillsTest {
    private static final List<String> EVENTS_V2 =
            List.of("low 0", "high 0", "max 318", "oom 4", "oom_kill 3", "oom_group_kill 0");
    private static final List<String> CONTROL_V1 = List.of("oom_kill_disable 0", "under_oom 0", "oom_kill 2");

    @TempDir
    Path groups;

    @Test
    void the_count_is_read_in_both_versions_of_control_groups() throws IOException {
        write("a/b/memory.events", EVENTS_V2);
        assertThat(OomKills.read(List.of("0::/a/b"), groups)).hasValue(3);
        write("memory/job/memory.oom_control", CONTROL_V1);
        assertThat(OomKills.read(List.of("8:pids:/", "4:memory:/job", "0::/"), groups))
                .hasValue(2);
    }

    @Test
    void a_container_that_sees_the_hosts_path_reads_its_own_group() throws IOException {
        write("memory.events", EVENTS_V2);
        assertThat(OomKills.read(List.of("0::/docker/0815"), groups)).hasValue(3);
    }

    @Test
    void where_nothing_tells_nothing_is_known() {
        assertThat(OomKills.read(List.of("0::/"), groups)).isEmpty();
        assertThat(OomKills.read(List.of("broken"), groups)).isEmpty();
        assertThat(OomKills.count(List.of("oom_kill_disable 0", "oom_kill many")))
                .isEmpty();
    }

    @Test
    void only_a_count_that_rose_is_a_kill() {
        assertThat(OomKills.rose(OptionalLong.of(2), OptionalLong.of(3))).isTrue();
        assertThat(OomKills.rose(OptionalLong.of(3), OptionalLong.of(3))).isFalse();
        assertThat(OomKills.rose(OptionalLong.empty(), OptionalLong.of(3))).isFalse();
    }

    private void write(String file, List<String> lines) throws IOException {
        Path path = groups.resolve(file);
        Files.createDirectories(path.getParent());
        Files.write(path, lines);
    }
}
