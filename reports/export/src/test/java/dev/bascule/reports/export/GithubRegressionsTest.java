package dev.bascule.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GithubRegressionsTest {
    private static final GithubReporter REPORTER = new GithubReporter();

    @Test
    void a_case_that_became_slower_is_an_error_with_its_figures_and_the_line_that_repeats_it() {
        assertThat(RegressedRun.slower(REPORTER).lines())
                .singleElement()
                .asString()
                .startsWith("::error title=regression%3A bert-tiny on wasm in Chrome Headless Shell::")
                .contains("takes ×3.0", "threshold ×", "%0Areproduce: ");
    }

    @Test
    void what_failed_is_told_once_though_it_is_a_regression_too() {
        assertThat(RegressedRun.failed(REPORTER).lines())
                .singleElement()
                .asString()
                .startsWith("::error title=FAILED ");
    }

    @Test
    void negative_control_the_same_again_has_nothing_to_annotate() {
        assertThat(RegressedRun.theSameAgain(REPORTER)).isEmpty();
    }
}
