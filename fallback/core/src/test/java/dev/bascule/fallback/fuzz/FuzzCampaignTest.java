package dev.bascule.fallback.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the harness finds what is there to be found, and nothing else. */
@Tag("fuzz")
@Tag("slow")
class FuzzCampaignTest {
    @TempDir
    Path folder;

    @Test
    void a_planted_bug_is_found_and_the_input_that_shows_it_is_kept() throws Exception {
        FuzzCampaign.Outcome outcome = FuzzCampaign.fuzz(PlantedBug.class.getName(), folder, "60s");

        assertThat(outcome.finding())
                .hasValueSatisfying(text -> assertThat(text).contains("neither read nor refused"));
        assertThat(crashes()).hasSize(1).allMatch(bytes -> bytes.startsWith("bug!"));
        assertThat(outcome.row()).startsWith("PlantedBug").contains("neither read nor refused");
    }

    @Test
    @Tag("full")
    void a_reader_that_refuses_in_words_is_left_alone() throws Exception {
        FuzzCampaign.Outcome outcome = FuzzCampaign.fuzz(SoundReader.class.getName(), folder, "2s");

        assertThat(outcome.finding()).isEmpty();
        assertThat(outcome.log().runs()).isPositive();
        assertThat(outcome.row()).endsWith("none" + System.lineSeparator());
    }

    @Test
    void a_class_without_a_target_is_no_target_without_a_finding() throws Exception {
        assertThat(FuzzCampaign.fuzz(Refusals.class.getName(), folder, "1s").finding())
                .isPresent();
    }

    @Test
    void a_refusal_is_an_error_of_bad_input_with_words() {
        assertThat(Refusals.read(() -> "value")).hasValue("value");
        assertThat(Refusals.read(() -> {
                    throw new BasculeException(ErrorCode.SUITE_INVALID, "line 1");
                }))
                .isEmpty();
        for (Exception none : List.of(
                new IllegalArgumentException("x"),
                new BasculeException(ErrorCode.INTERNAL_ERROR, "a bug"),
                new BasculeException(ErrorCode.TOOL_MISSING, "no tool"),
                new BasculeException(ErrorCode.SUITE_INVALID, " "))) {
            assertThatThrownBy(() -> Refusals.read(() -> {
                        throw none;
                    }))
                    .isInstanceOf(AssertionError.class)
                    .hasCause(none);
        }
        assertThatThrownBy(() -> Refusals.read(IllegalArgumentException.class, () -> Integer.valueOf("x")))
                .hasCauseInstanceOf(NumberFormatException.class);
    }

    private List<String> crashes() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("crash-"))
                    .map(FuzzCampaignTest::text)
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
