package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.testing.TestJvm;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole product as a process of its own, with a part of it truly not there. */
@Tag("native")
@Tag("full")
class MissingComponentsTest {
    private static final Duration LIMIT = Duration.ofSeconds(240);

    @TempDir
    Path folder;

    /** An empty cache is a machine on which nobody ran {@code bascule install}: no set of native libraries is there. */
    @Test
    void without_any_library_set_the_chain_ends_on_the_cpu_and_each_rung_says_what_brings_it() throws Exception {
        JsonNode cell =
                run(List.of(), "--chain", "openvino->webgpu-native->cpu").at("/cells/1");

        assertThat(cell.at("/verdict").asText()).isEqualTo("FELL_BACK");
        assertThat(cell.at("/actual").asText()).isEqualTo("cpu");
        assertThat(cell.at("/attempts")).hasSize(3);
        for (int rung = 0; rung < 2; rung++) {
            JsonNode attempt = cell.at("/attempts/" + rung);
            assertThat(attempt.at("/outcome").asText()).isEqualTo("UNAVAILABLE");
            assertThat(attempt.at("/error/remedies").toString())
                    .contains("bascule install " + attempt.at("/backend").asText());
        }
        assertThat(cell.at("/attempts/2/outcome").asText()).isEqualTo("SUCCEEDED");
    }

    /** OSHI asks the system through JNA, whose library is kept from loading here. */
    @Test
    void without_oshi_the_machine_is_told_as_far_as_files_tell_it_and_the_cells_are_whole() throws Exception {
        JsonNode document = run(
                List.of("-Djna.nosys=true", "-Djna.nounpack=true", "-Djna.boot.library.path=" + folder),
                "--chain",
                "cpu");

        assertThat(document.at("/cells/0/verdict").asText()).isEqualTo("PASS");
        assertThat(document.at("/machine/cpu/cores").asInt()).isPositive();
        assertThat(document.at("/machine/fingerprint").asText()).isNotBlank();
    }

    private JsonNode run(List<String> options, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(TestJvm.line());
        command.addAll(options);
        command.addAll(List.of(
                "-Dbascule.home=" + System.getProperty("bascule.home", "."),
                "dev.bascule.cli.Main",
                "run",
                "ds-cnn",
                "--browsers",
                "none",
                "--min-iterations",
                "1",
                "--min-duration",
                "1ms",
                "--warm-up-limit",
                "1ms",
                "--json"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("BASCULE_CACHE", folder.resolve("cache").toString());
        File out = folder.resolve("out.json").toFile();
        File err = folder.resolve("err.txt").toFile();
        Process process = builder.redirectOutput(out).redirectError(err).start();
        try {
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            StartedProcesses.end(process);
        }
        assertThat(process.exitValue()).as(Files.readString(err.toPath())).isZero();
        return Json.MAPPER.readTree(out);
    }
}
