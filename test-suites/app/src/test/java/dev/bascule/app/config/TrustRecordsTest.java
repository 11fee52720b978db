package dev.bascule.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("attack")
class TrustRecordsTest {
    private static final Instant NOW = Instant.parse("2026-11-24T07:00:00Z");

    @TempDir
    Path temporary;

    private Path project;
    private TrustRecords records;

    @BeforeEach
    void prepare() throws IOException {
        project = Files.createDirectories(temporary.resolve("project"));
        records = TrustRecords.of(Optional.of(temporary.resolve("trusted")), Map.of());
    }

    private ProjectFile file(String text) throws IOException {
        Files.writeString(project.resolve(ProjectFile.NAME), text);
        return ProjectFile.in(project).orElseThrow();
    }

    private Path record() throws IOException {
        try (Stream<Path> files = Files.list(temporary.resolve("trusted"))) {
            return files.findFirst().orElseThrow();
        }
    }

    @Test
    void what_was_shown_is_trusted_and_not_what_came_into_its_place_meanwhile() throws IOException {
        ProjectFile shown = file("template: mine\n");
        ProjectFile changed = file("template: theirs\n");

        records.trust(shown, NOW);

        assertThat(records.of(shown)).isEqualTo(Trust.RECORDED);
        assertThat(records.of(changed)).isEqualTo(Trust.CHANGED);
        assertThat(ProjectFile.in(project).map(records::of)).contains(Trust.CHANGED);
    }

    @Test
    void a_record_that_is_broken_or_of_another_place_trusts_nothing() throws IOException {
        ProjectFile file = file("template: mine\n");
        assertThat(records.of(file)).isEqualTo(Trust.NEVER);
        records.trust(file, NOW);
        String good = Files.readString(record());

        for (String bad : new String[] {
            "",
            "{",
            "[]",
            "null",
            good.replace("project", "other"),
            good.replace(file.sha256(), file.sha256().substring(1))
        }) {
            Files.writeString(record(), bad);
            assertThat(records.of(file).isGiven()).as(bad).isFalse();
        }
        Files.writeString(record(), good);
        assertThat(records.of(file)).as("negative control").isEqualTo(Trust.RECORDED);
    }

    @Test
    void whoever_has_no_folder_of_their_own_trusts_nothing_and_a_relative_one_is_none() throws IOException {
        ProjectFile file = file("template: mine\n");
        for (Map<String, String> environment :
                java.util.List.of(Map.<String, String>of(), Map.of("XDG_STATE_HOME", "state"))) {
            TrustRecords homeless = new ConfigLoader(environment, project, Path.of("?")).trustRecords();

            assertThat(homeless.folder()).isEmpty();
            assertThat(homeless.of(file)).isEqualTo(Trust.NEVER);
            assertThat(homeless.all()).isEmpty();
            assertThatThrownBy(() -> homeless.trust(file, NOW))
                    .isInstanceOfSatisfying(
                            BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUTPUT_UNWRITABLE));
        }
    }
}
