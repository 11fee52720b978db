package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.reports.fixture.Fixtures;
import org.junit.jupiter.api.Test;

class OwnLinesTest {
    private static CaseRun saying(String line) {
        CaseRun run = Fixtures.strict(
                Fixtures.TEXT, Verdict.PASS, Fixtures.on(Backends.WASM).build());
        return new CaseRun(run.caseId(), run.model(), run.chain(), run.attempts(), run.fallbackCost(), line);
    }

    @Test
    void what_a_worker_ran_is_named_as_the_submitter_names_it() {
        assertThat(OwnLines.with(saying("bascule run JOB/model/m.onnx --backends cpu"), "my model.onnx")
                        .reproduce())
                .isEqualTo("bascule run 'my model.onnx' --backends cpu");
        assertThat(OwnLines.with(saying("bascule run 'it'\\''s m.onnx' --backends cpu"), "m.onnx")
                        .reproduce())
                .isEqualTo("bascule run m.onnx --backends cpu");
    }

    @Test
    void a_long_quotation_is_read_without_recursion() {
        String quoted = "bascule run '" + "a'\\''".repeat(20_000) + "' --seed 1";

        assertThat(OwnLines.with(saying(quoted), "m.onnx").reproduce()).isEqualTo("bascule run m.onnx --seed 1");
    }

    @Test
    void a_line_that_no_system_takes_is_refused() {
        assertThatThrownBy(() -> OwnLines.with(saying("bascule run " + "a".repeat(1 << 18)), "m.onnx"))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("reproduces a cell");
    }
}
