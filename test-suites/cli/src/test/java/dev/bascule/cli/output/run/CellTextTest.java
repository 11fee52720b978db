package dev.bascule.cli.output.run;

import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.cli.output.Style;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import org.junit.jupiter.api.Test;

class CellTextTest {
    @Test
    void a_line_of_progress_has_times_as_the_matrix_has_them() {
        assertThat(line(2450)).matches("PASS, median 2\\.4[0-9] s");
        assertThat(line(0.565)).matches("PASS, median 5[67][0-9] µs");
        assertThat(line(13.4)).matches("PASS, median 13\\.[0-9] ms");
    }

    private static String line(double median) {
        return CellText.of(
                strict(TEXT, Verdict.PASS, on(Backends.WASM).median(median).build()),
                "the cell",
                new Style(false),
                new ReportedFailures());
    }
}
