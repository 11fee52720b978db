package dev.bascule.models.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SystemCommandsTest {
    @TempDir
    Path folder;

    /** {@code python3 -m pip} runs a {@code pip.py} of the folder that it starts in, and {@code mvn} reads its {@code .mvn}. */
    @Test
    @Tag("attack")
    @DisabledOnOs(OS.WINDOWS)
    void package_managers_are_not_asked_in_the_folder_that_bascule_was_started_in() throws IOException {
        Path said = folder.resolve("said");

        assertThat(new SystemCommands().answers(List.of("sh", "-c", "pwd -P > '%s'".formatted(said))))
                .isTrue();

        Path asked = Path.of(Files.readString(said).strip());
        assertThat(asked).isEqualTo(Path.of(System.getProperty("java.home")).toRealPath());
        assertThat(asked).isNotEqualTo(Path.of("").toRealPath());
    }
}
