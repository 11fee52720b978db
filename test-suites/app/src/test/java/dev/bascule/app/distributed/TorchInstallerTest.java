package dev.bascule.app.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.packages.Commands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TorchInstallerTest {
    /** As Debian's Python said it. */
    private static final String ANSWER =
            "a warning\nbascule:{\"torch\": \"1.13.0a0\", \"python\": \"3.11.2\", \"backends\": [\"gloo\"], \"others\": [\"Ray\"]}\n";

    @TempDir
    private Path folder;

    private final List<List<String>> run = new ArrayList<>();
    private boolean apt = true;
    private int code;
    private String answer = "";
    private String afterwards = ANSWER;

    private final Commands commands = new Commands() {
        @Override
        public boolean answers(List<String> way) {
            return apt && way.equals(List.of("apt-get"));
        }

        @Override
        public Result run(List<String> line, Path where) {
            run.add(line);
            answer = afterwards;
            return new Result(code, "E: no network");
        }

        @Override
        public Result ask(List<String> line, Duration limit) {
            boolean has = line.get(0).equals("/usr/bin/python3") && !answer.isEmpty();
            return new Result(has ? 0 : 1, has ? answer : "ModuleNotFoundError: No module named 'torch'");
        }
    };

    private TorchInstaller installer(String os, String user) {
        return new TorchInstaller(new HostEnvironment(os, "amd64", Map.of(), folder, folder), commands, user);
    }

    @Test
    void it_is_brought_once_and_noted() throws InterruptedException {
        TorchInstaller installer = installer("Linux", "root");

        TorchPython python = installer.install(line -> {});

        assertThat(run).isEqualTo(installer.plan());
        assertThat(run.get(run.size() - 1)).contains("--no-install-recommends", "python3-torch");
        assertThat(python.facts().others()).containsExactly("Ray");
        assertThat(installer.noted().orElseThrow().version()).isEqualTo("1.13.0a0");
        run.clear();
        installer.install(line -> {});
        assertThat(run).isEmpty();
        assertThat(installer.forget()).isTrue();
        assertThat(installer.noted()).isEmpty();
    }

    @Test
    void who_cannot_install_packages_is_told_what_to_do() {
        assertThat(installer("Linux", "ann")
                        .unavailable()
                        .orElseThrow()
                        .failure()
                        .remedies())
                .contains("sudo apt-get install --no-install-recommends python3-torch");
        assertThat(installer("Mac OS X", "root").unavailable()).isPresent();
        apt = false;
        assertThat(installer("Linux", "root")
                        .unavailable()
                        .orElseThrow()
                        .failure()
                        .remedies()
                        .get(0))
                .contains("BASCULE_TORCH_PYTHON");
    }

    @Test
    void a_python_that_somebody_chose_and_that_has_none_is_not_passed_over() {
        answer = ANSWER;
        assertThatThrownBy(() -> TorchPython.find(naming("python3"), commands))
                .hasMessageContaining("no absolute path");
        assertThatThrownBy(() -> TorchPython.find(naming("/opt/none/python3"), commands))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        e -> assertThat(e.failure().code()).isEqualTo(ErrorCode.PART_UNAVAILABLE))
                .hasMessageContaining("BASCULE_TORCH_PYTHON=/opt/none/python3")
                .hasMessageContaining("No module named 'torch'");
        answer = ANSWER.replace("gloo", "mpi");
        assertThatThrownBy(() -> TorchPython.find(naming("/usr/bin/python3"), commands))
                .hasMessageContaining("without gloo");
    }

    private HostEnvironment naming(String python) {
        return new HostEnvironment("Linux", "amd64", Map.of("BASCULE_TORCH_PYTHON", python), folder, folder);
    }

    @Test
    void a_network_that_gives_nothing_and_a_python_without_gloo_are_failures() {
        code = 100;
        assertThatThrownBy(() -> installer("Linux", "root").install(line -> {}))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        e -> assertThat(e.failure().code()).isEqualTo(ErrorCode.DOWNLOAD_FAILED))
                .hasMessageContaining("no network");
        code = 0;
        answer = "";
        afterwards = ANSWER.replace("gloo", "mpi");
        assertThatThrownBy(() -> installer("Linux", "root").install(line -> {}))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        e -> assertThat(e.failure().code()).isEqualTo(ErrorCode.PART_UNAVAILABLE));
    }
}
