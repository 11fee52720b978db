package dev.bascule.reports.matrix;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.fixture.ManyBrowsers;
import dev.bascule.reports.matrix.VersionMatrix.Slice;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VersionMatrixTest {
    private static final CaseRun PASSED = strict(TEXT, Verdict.PASS, on(WASM).build());

    private static Slice slice(String version, Optional<String> absent, CaseRun... runs) {
        return new Slice(version, CaseResult.allOf(record(version, runs)), absent);
    }

    private static CaseRun failed(ModelInfo model) {
        return strict(
                model,
                Verdict.FAILED,
                on(WASM).failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "the same")
                        .build());
    }

    @Test
    void a_browser_that_is_not_the_one_there_are_versions_of_keeps_its_name() {
        CaseRun elsewhere =
                strict(TEXT, Verdict.PASS, on(WASM).in(ManyBrowsers.FIREFOX).build());

        Matrix matrix = VersionMatrix.of(
                List.of(slice("1", Optional.empty(), PASSED, elsewhere)), Optional.of("Chrome Headless Shell"));

        assertThat(matrix.groups().keySet()).containsExactly("Chrome Headless Shell", "Firefox ESR 153");
    }

    @Test
    void only_a_column_that_lacks_a_cell_says_why_its_run_did_not_end() {
        CaseRun other = strict(VISION, Verdict.PASS, on(WASM).build());

        Matrix matrix = VersionMatrix.of(
                List.of(
                        slice("1", Optional.of("whole all the same"), PASSED, other),
                        slice("2", Optional.of("stopped"), PASSED)),
                Optional.empty());

        assertThat(matrix.columns())
                .extracting(Matrix.Column::absent)
                .containsExactly(Optional.empty(), Optional.of("stopped"));
    }

    @Test
    void what_is_true_of_the_same_models_with_several_versions_is_said_once_and_names_them() {
        Matrix matrix = VersionMatrix.of(
                List.of(
                        slice("1", Optional.empty(), failed(TEXT), failed(VISION)),
                        slice("2", Optional.empty(), failed(TEXT), failed(VISION)),
                        slice("3", Optional.empty(), PASSED, failed(VISION))),
                Optional.empty());

        assertThat(Explanation.of(matrix))
                .extracting(each -> String.join("+", each.models()) + " " + each.on())
                .containsExactly(
                        "bert-tiny+mobilenet-tiny wasm in Chrome Headless Shell 153 (1, 2)",
                        "mobilenet-tiny wasm in Chrome Headless Shell 153 (3)");
    }
}
