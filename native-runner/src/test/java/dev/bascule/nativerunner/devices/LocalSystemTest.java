package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.hardware.HardwareClasses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSystemTest {
    private final LocalSystem system = new LocalSystem(Duration.ofMinutes(1));

    @TempDir
    Path folder;

    @Test
    void a_missing_file_and_a_missing_tool_are_reasons() {
        assertThat(system.read(folder.resolve("none").toString()).reason().orElseThrow())
                .contains("there is no");
        assertThat(system.read(folder.toString()).reason()).isPresent();
        assertThat(system.run("bascule-has-no-such-tool").reason())
                .hasValue("bascule-has-no-such-tool is not on the path");
        assertThat(system.list(folder.resolve("none").toString())).isEmpty();
        assertThat(system.link(folder.toString())).isEmpty();
        assertThat(system.read("\0").reason()).isPresent();
    }

    @Test
    void files_and_links_are_read() throws Exception {
        Path file = Files.writeString(folder.resolve("a"), "text\n");
        assumeTrue(system.isLinux() || system.isMac(), "symbolic links need no rights there");
        Path link = Files.createSymbolicLink(folder.resolve("b"), file);
        assertThat(system.line(file.toString())).hasValue("text");
        assertThat(system.link(link.toString())).hasValue("a");
        assertThat(system.list(folder.toString())).containsExactly("a", "b");
    }

    @Test
    void a_tool_that_fails_says_with_which_code_and_one_that_prints_is_heard() {
        assumeTrue(system.isLinux() || system.isMac(), "needs a POSIX shell");
        assertThat(system.run("sh", "-c", "echo found").text()).hasValue("found\n");
        assertThat(system.run("sh", "-c", "echo no devices; exit 9").reason())
                .hasValue("sh ended with code 9: no devices");
    }

    @Test
    void this_machine_has_a_processor() {
        assumeTrue(system.isLinux(), "elsewhere the processor is OSHI's to find");
        DeviceSurvey survey = DeviceSurvey.quick(system);
        assertThat(survey.hardware().ofClass(HardwareClasses.CPU)).isNotEmpty();
    }
}
