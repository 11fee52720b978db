package dev.bascule.reports.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class JunitRegressionsTest {
    private static final JunitReporter REPORTER = new JunitReporter();

    @Test
    void a_case_that_became_slower_is_a_failing_test_case_with_its_figures_and_the_line_that_repeats_it() {
        String xml = RegressedRun.slower(REPORTER);

        assertThat(xml)
                .contains("tests=\"2\" errors=\"0\" skipped=\"0\" failures=\"1\"")
                .contains("<testcase name=\"bert-tiny on wasm in Chrome Headless Shell\" classname=")
                .containsPattern("<failure message=\"bert-tiny on wasm [^\"]*takes ×3\\.0[^\"]*\" type=\"REGRESSION\">")
                .contains("\nreproduce: ");
        assertThatCode(() -> JunitSchemaTest.validate(xml)).doesNotThrowAnyException();
    }

    @Test
    void what_failed_is_told_once_though_it_is_a_regression_too() {
        assertThat(RegressedRun.failed(REPORTER))
                .contains("tests=\"1\" errors=\"0\" skipped=\"0\" failures=\"1\"")
                .doesNotContain("REGRESSION");
    }

    @Test
    void negative_control_the_same_again_is_one_case_that_passes() {
        assertThat(RegressedRun.theSameAgain(REPORTER))
                .contains("tests=\"1\" errors=\"0\" skipped=\"0\" failures=\"0\"");
    }
}
