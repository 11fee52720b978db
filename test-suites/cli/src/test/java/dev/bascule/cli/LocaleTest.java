package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.testing.TestJvm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
        ProcessBuilder builder = new ProcessBuilder(TestJvm.line(
                        "-Duser.language=de",
                        "-Duser.country=DE",
                        "dev.bascule.cli.Main",
                        "doctor",
                        "--report",
                        "md",
                        "--browsers",
                        "none"))
                .directory(folder.toFile())
                .redirectError(folder.resolve("err").toFile());
        // The machine's figures are what is read: with an empty cache no backend but the CPU is there to be looked at.
        builder.environment().put("BASCULE_CACHE", folder.resolve("cache").toString());
        Process process = builder.start();
        try {
            String report = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(report).containsPattern("\\d+ cores?, \\d+\\.\\d GiB");
        } finally {
            StartedProcesses.end(process);
        }
    }
}
