package dev.bascule.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepSummaryTest {
    @TempDir
    private Path folder;

    @Test
    void summaries_are_appended() throws IOException {
        Path file = folder.resolve("summary.md");
        StepSummary.append(file, "# one\n\n");
        StepSummary.append(file, "# two");
        assertThat(Files.readString(file)).isEqualTo("# one\n# two\n");
    }

    @Test
    void what_would_make_the_file_too_long_to_be_shown_is_cut_at_a_line_and_says_so() throws IOException {
        Path file = folder.resolve("summary.md");
        String line = "| äöü |\n";
        StepSummary.append(file, line.repeat(60_000));
        StepSummary.append(file, line.repeat(60_000));
        StepSummary.append(file, line.repeat(60_000));
        assertThat(Files.size(file)).isLessThanOrEqualTo(StepSummary.MOST);
        assertThat(Files.readString(file)).endsWith("it is in the report.*\n");
        assertThat(Files.readString(file).lines().filter(each -> each.startsWith("| ")))
                .allMatch("| äöü |"::equals);
    }
}
