package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.fixture.UsageFixtures;
import dev.bascule.reports.matrix.KnownFailures;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixText;
import dev.bascule.reports.matrix.TextStyle;
import org.junit.jupiter.api.Test;

class UsageInReportsTest {
    private static final String CAUSE = "from 3400 to 2400 MHz at 1.9 busy processors";
    private static final RunRecord COLD = record(
            "cold",
            strict(
                    TEXT,
                    Verdict.PASS,
                    on(NATIVE_CPU).costing(UsageFixtures.virtual()).build()));
    private static final RunRecord HOT = record(
            "hot",
            strict(TEXT, Verdict.PASS, on(WASM).costing(UsageFixtures.hot()).build()),
            strict(
                    TEXT,
                    Verdict.PASS,
                    on(NATIVE_CPU).costing(UsageFixtures.virtual()).build()));

    @Test
    void a_throttled_cell_says_so_in_the_terminal_and_is_explained_once() {
        String text = MatrixText.render(Matrix.of(HOT), new TextStyle(120, true, false));

        assertThat(text.split("throttled", -1)).as("the cell and the legend").hasSize(3);
    }

    @Test
    void a_cell_that_nothing_held_back_says_nothing_in_the_terminal() {
        assertThat(MatrixText.render(Matrix.of(COLD), new TextStyle(120, true, false)))
                .doesNotContain("throttled");
        assertThat(MatrixText.render(Matrix.of(ShowcaseRun.record()), new TextStyle(120, true, false)))
                .doesNotContain("throttled");
    }

    @Test
    void markdown_has_a_row_for_each_timed_cell_and_says_once_why_a_figure_is_missing() {
        String page = new MarkdownReporter().render(HOT, KnownFailures.NONE);

        assertThat(page)
                .contains("## What it cost the machine")
                .contains("1.94 | 0.0200 | 97 % | – | – | 300 mJ | " + CAUSE)
                .contains("1.94 | 0.0200 | 97 % | – | – | – | none seen")
                .contains("- no energy per inference: " + UsageFixtures.NO_COUNTER)
                .containsOnlyOnce("- no temperature max: no sensor");
    }

    @Test
    void markdown_of_a_run_that_nobody_watched_has_no_word_of_it() {
        assertThat(new MarkdownReporter().render(ShowcaseRun.record(), KnownFailures.NONE))
                .doesNotContain("What it cost the machine");
    }

    @Test
    void the_page_flags_the_cell_and_shows_figures_sources_and_reasons() {
        String page = new HtmlReporter().render(HOT, KnownFailures.NONE);

        assertThat(page)
                .contains("<span class=\"small\">throttled</span>")
                .contains(CAUSE)
                .contains("300 mJ each inference")
                .contains("energy unknown: " + UsageFixtures.NO_COUNTER)
                .contains("Not watched for throttling: thermal events of the processor: the driver counts none.");
        assertThat(new HtmlReporter().render(COLD, KnownFailures.NONE)).doesNotContain(">throttled<");
    }
}
