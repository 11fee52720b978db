package dev.bascule.cli.output.run;

import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.cli.output.Style;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.reports.fixture.AttemptBuilder;
import dev.bascule.reports.fixture.EndToEndFixtures;
import org.junit.jupiter.api.Test;

class CellTextTest {
    @Test
    void a_line_of_progress_has_times_as_the_matrix_has_them() {
        assertThat(line(2450)).matches("PASS, median 2\\.4[0-9] s");
        assertThat(line(0.565)).matches("PASS, median 5[67][0-9] µs");
        assertThat(line(13.4)).matches("PASS, median 13\\.[0-9] ms");
    }

    @Test
    void a_line_of_a_cell_with_an_input_pipeline_has_the_users_clock() {
        assertThat(line(on(Backends.WASM).median(1.83).fromFile(EndToEndFixtures.ofSound())))
                .matches("PASS, median 1\\.[89][0-9]? ms, 5[0-9]\\.[0-9] ms from the file \\(inference 3 %\\)");
    }

    @Test
    void a_line_of_a_cell_that_is_not_right_has_no_time_from_the_file() {
        assertThat(CellText.of(
                        strict(
                                TEXT,
                                Verdict.WRONG,
                                on(Backends.WASM)
                                        .fromFile(EndToEndFixtures.ofSound())
                                        .wrongNumbers()
                                        .build()),
                        "the cell",
                        new Style(false),
                        new ReportedFailures()))
                .doesNotContain("from the file");
    }

    private static String line(double median) {
        return line(on(Backends.WASM).median(median));
    }

    private static String line(AttemptBuilder attempt) {
        return CellText.of(
                strict(TEXT, Verdict.PASS, attempt.build()), "the cell", new Style(false), new ReportedFailures());
    }
}
