package dev.bascule.cli.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfinementsTest {
    @TempDir
    Path folder;

    @Test
    void processors_that_are_allowed_are_read_one_by_one() throws IOException {
        assertThat(Confinements.allowed("Name:\tx\nCpus_allowed_list:\t0-2,5\n"))
                .containsExactly(0, 1, 2, 5);
        assertThatThrownBy(() -> Confinements.allowed("Cpus_allowed_list:\tall"))
                .isInstanceOf(IOException.class);
    }

    @Test
    void the_group_of_processor_time_is_found_in_either_version() throws IOException {
        Files.createDirectories(folder.resolve("cpu,cpuacct"));

        assertThat(CpuGroup.own("2:memory:/other\n1:cpu,cpuacct:/mine\n0::/\n", folder))
                .isEqualTo(folder.resolve("cpu,cpuacct/mine"));
        assertThatThrownBy(() -> CpuGroup.own("0::/mine\n", folder)).isInstanceOf(IOException.class);
        Files.createFile(folder.resolve("cgroup.controllers"));
        assertThat(CpuGroup.own("0::/mine\n", folder)).isEqualTo(folder.resolve("mine"));
    }

    private Path group(String name, String handed) throws IOException {
        Path group = Files.createDirectories(folder.resolve(name));
        Files.writeString(group.resolve("cgroup.subtree_control"), handed);
        return group;
    }

    @Test
    void processor_time_is_handed_down_by_a_group_that_names_it_as_a_word() throws IOException {
        Path own = group("slice/own", "cpuset memory\n");
        group("slice", "memory pids\n");

        assertThat(CpuGroup.handing(own, folder)).isEqualTo(own);
        assertThat(own.resolve("cgroup.subtree_control")).hasContent("+cpu");
        group("slice/own", "cpuset cpu\n");
        assertThat(CpuGroup.handing(own, folder)).isEqualTo(own);
        assertThat(own.resolve("cgroup.subtree_control")).hasContent("cpuset cpu\n");
    }

    /** A group with processes of its own may not hand it down. */
    @Test
    void the_group_above_is_taken_where_it_hands_processor_time_down_already() throws IOException {
        Path own = group("slice/own", "");
        Path slice = group("slice", "cpu memory\n");

        assertThat(CpuGroup.handing(own, folder)).isEqualTo(slice);
        assertThat(own.resolve("cgroup.subtree_control")).isEmptyFile();
        Files.delete(own.resolve("cgroup.subtree_control"));
        Files.createDirectory(own.resolve("cgroup.subtree_control"));
        group("slice", "cpuset\n");
        assertThatThrownBy(() -> CpuGroup.handing(own, folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("hands no processor time down");
    }

    @Test
    void groups_of_processes_that_are_gone_are_taken_away_and_no_others() throws IOException {
        Path gone = Files.createDirectory(folder.resolve("bascule-999999999"));
        Path alive = Files.createDirectory(folder.resolve("bascule-1"));
        Path busy = Files.createDirectory(folder.resolve("bascule-999999998"));
        Files.createFile(busy.resolve("cgroup.procs"));
        Path other = Files.createDirectory(folder.resolve("bascule-x"));

        CpuGroup.sweep(folder);

        assertThat(gone).doesNotExist();
        assertThat(List.of(alive, busy, other)).allMatch(Files::exists);
    }

    @Test
    void a_process_whose_parent_is_gone_is_stopped_and_then_ended() throws Exception {
        PipedOutputStream parent = new PipedOutputStream();
        List<String> done = new CopyOnWriteArrayList<>();
        Thread watch = ParentWatch.over(
                new PipedInputStream(parent), () -> done.add("stop"), Duration.ZERO, () -> done.add("last"));

        parent.write(1);
        assertThat(done).isEmpty();
        parent.close();

        watch.join();
        assertThat(done).containsExactly("stop", "last");
    }

    @Test
    void the_confined_process_is_not_asked_to_confine_again() {
        assertThat(ConfinedCollecting.without(List.of(
                        "collect",
                        "--processors",
                        "1,2",
                        "--cpu-quota=0.5",
                        "--json",
                        "--hours",
                        "2",
                        "--models",
                        "resnet-*",
                        "--dry-run")))
                .containsExactly("collect", "--models", "resnet-*", "--dry-run");
    }

    @Test
    void each_is_asked_for_once_and_nonsense_is_refused() {
        assertThat(Confinements.of(List.of(1, 1, 2), List.of(0.5)))
                .containsExactly(
                        new Confinement.Processors(1), new Confinement.Processors(2), new Confinement.Quota(0.5));
        assertThatThrownBy(() -> Confinements.of(List.of(0), List.of())).isInstanceOf(BasculeException.class);
        assertThatThrownBy(() -> Confinements.of(List.of(), List.of(Double.NaN)))
                .isInstanceOf(BasculeException.class);
    }
}
