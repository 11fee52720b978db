package dev.bascule.cli.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
