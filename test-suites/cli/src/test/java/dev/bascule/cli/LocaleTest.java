package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.testing.Checkout;
import dev.bascule.fallback.testing.TestJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process on a machine whose language divides decimals by a comma. */
@Timeout(180)
class LocaleTest {
    @TempDir
    Path folder;

    @Test
    void figures_are_written_in_one_way_whatever_the_language_of_the_machine() throws Exception {
        Path examples = Checkout.path("examples/simulate");

        assertThat(said(
                        "simulate",
                        examples.resolve("fleet.yaml").toString(),
                        examples.resolve("workload.yaml").toString(),
                        "--policy",
                        "fifo,least-loaded",
                        "--seeds",
                        "2"))
                .containsPattern("fifo +\\d+\\.\\d+ .+ \\d+\\.\\d+ s +baseline");
    }

    /** With an empty cache no backend but the CPU is there to be looked at. */
    @Test
    @Tag("full")
    void so_are_the_machines_own() throws Exception {
        assertThat(said("doctor", "--report", "md", "--browsers", "none"))
                .containsPattern("\\d+ cores?, \\d+\\.\\d GiB");
    }

    private String said(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(TestJvm.line(Stream.concat(
                                Stream.of("-Duser.language=de", "-Duser.country=DE", "dev.bascule.cli.Main"),
                                Stream.of(arguments))
                        .toArray(String[]::new)))
                .directory(folder.toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("BASCULE_CACHE", folder.resolve("cache").toString());
        Process process = builder.start();
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            StartedProcesses.end(process);
        }
    }
}
