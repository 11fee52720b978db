package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.comparison.ComparedSide;
import dev.bascule.reports.comparison.Comparer;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.Sighting;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GithubRegressionsTest {

    private static RunRecord run(int hour, CaseRun only) {
        return Fixtures.record("run-" + hour, Fixtures.START.plus(Duration.ofHours(hour)), only);
    }

    private static CaseRun pass(double median) {
        return strict(TEXT, Verdict.PASS, on(WASM).median(median).build());
    }

    /** Runs that differ a little, as they do. */
    private static ComparedSide baseline() {
        return new ComparedSide(
                "main",
                IntStream.range(0, 5)
                        .mapToObj(i -> run(i, pass(10 + 0.1 * (i % 3 - 1))))
                        .flatMap(record -> Sighting.allOf(record).stream())
                        .toList());
    }

    private static List<String> annotations(CaseRun now) {
        RunRecord record = run(9, now);
        var comparison = Comparer.compare(
                baseline(), ComparedSide.of("this run", record), Set.of(), List.of(), ComparisonOptions.DEFAULT);
        return new GithubReporter().with(comparison).render(record).lines().toList();
    }

    @Test
    void a_case_that_became_slower_is_an_error_with_its_figures_and_the_line_that_repeats_it() {
        assertThat(annotations(pass(30)))
                .singleElement()
                .asString()
                .startsWith("::error title=regression%3A bert-tiny on wasm in Chrome Headless Shell::")
                .contains("takes ×3.0", "threshold ×", "%0Areproduce: ");
    }

    @Test
    void what_failed_is_told_once_though_it_is_a_regression_too() {
        CaseRun failed = strict(
                TEXT,
                Verdict.FAILED,
                on(WASM).failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "no kernel")
                        .build());

        assertThat(annotations(failed)).singleElement().asString().startsWith("::error title=FAILED ");
    }

    @Test
    void negative_control_the_same_again_has_nothing_to_annotate() {
        assertThat(annotations(pass(10.05))).isEmpty();
    }
}
