package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.fixture.ScenarioFixtures;
import dev.bascule.reports.matrix.KnownFailure;
import dev.bascule.reports.matrix.KnownFailures;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** The first screen says no more of a run than is true of all of it. */
class RunOverviewTest {
    private static final CaseRun RIGHT = strict(TEXT, Verdict.PASS, on(WASM).build());
    private static final CaseRun UNFIT = strict(
            TEXT,
            Verdict.UNSUPPORTED,
            on(WEBNN)
                    .failed(Outcome.UNSUPPORTED, ErrorCode.EXECUTION_FAILED, "no kernel")
                    .build());
    private static final CaseRun SKIPPED = strict(
            VISION,
            Verdict.SKIPPED,
            on(WASM).failed(Outcome.CANCELLED, ErrorCode.EXECUTION_FAILED, "interrupted")
                    .build());
    private static final CaseRun WRONG =
            strict(VISION, Verdict.WRONG, on(WEBNN).wrongNumbers().build());
    private static final KnownFailures ALL_EXPECTED = run -> run.verdict().isRight()
            ? Optional.empty()
            : Optional.of(new KnownFailure(true, "WRONG", Optional.empty(), Optional.empty(), "known.yaml:2", "-"));

    private static Element panel(RunRecord run) {
        return Jsoup.parse(new HtmlReporter().render(run))
                .select("section[aria-labelledby=glance] .panel")
                .last();
    }

    @Test
    void a_run_of_right_cells_says_so() {
        assertThat(panel(record("1", RIGHT)).text()).isEqualTo("Nothing failed Every cell gave right outputs.");
    }

    @Test
    void cells_that_say_nothing_are_not_among_the_right_ones() {
        assertThat(panel(record("1", RIGHT, UNFIT, SKIPPED)).text())
                .isEqualTo("Nothing failed 1 of 3 cells gave right outputs; 1 on a target that cannot run it, and says"
                        + " why; 1 not run to the end.");
    }

    @Test
    void without_a_cell_nothing_went_as_it_should() {
        assertThat(panel(record("1")).text()).isEqualTo("No cell was run");
    }

    @Test
    void what_failed_beside_the_cells_is_led_to_whether_a_cell_failed_or_not() {
        RunRecord leaking = RunVariants.withScenarios(
                record("1", RIGHT),
                List.of(ScenarioFixtures.run(
                        "soak",
                        TEXT,
                        WASM,
                        Verdict.FAILED,
                        Optional.of(ScenarioFixtures.LEAKED),
                        List.of(),
                        List.of())));
        Element panel = panel(leaking);
        assertThat(panel.text()).startsWith("No cell failed").endsWith("1 scenario failed");
        assertThat(panel.select("a").attr("href")).isEqualTo("#scenarios");

        assertThat(panel(RunVariants.ofShard(record("1", RIGHT))).text()).endsWith("1 case cannot be read");
        assertThat(panel(RunVariants.ofShard(record("1", WRONG))).text())
                .startsWith("What failed, and why ✗ WRONG")
                .endsWith("1 case cannot be read");
    }

    @Test
    void what_failed_as_expected_has_failed_all_the_same() {
        RunOverview glance = RunOverview.of(record("1", RIGHT, WRONG), ALL_EXPECTED, false, Optional.empty());
        assertThat(glance.title()).isEqualTo("Nothing failed unexpectedly");
        assertThat(glance.cells()).isEqualTo("1 of 2 cells gave right outputs; 1 not right, as was expected.");
    }
}
