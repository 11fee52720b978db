package dev.bascule.reports.coverage;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.ConformanceFixtures.failed;
import static dev.bascule.reports.fixture.ConformanceFixtures.model;
import static dev.bascule.reports.fixture.ConformanceFixtures.onnx;
import static dev.bascule.reports.fixture.ConformanceFixtures.passed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.Matrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperatorRemedyTest {
    private static final ModelInfo MODEL = model("m", onnx("Relu", 22, DType.FLOAT32));
    private static final CaseRun LACKING =
            failed(MODEL, WEBNN, Outcome.UNSUPPORTED, ErrorCode.OPERATOR_UNSUPPORTED, "no Relu");

    private static List<String> remedies(RunRecord run, OperatorCoverage history) {
        return OperatorRemedy.named(run, () -> history).runs().stream()
                .filter(one -> one.decisive().failure().isPresent())
                .findFirst()
                .orElseThrow()
                .decisive()
                .failure()
                .orElseThrow()
                .remedies();
    }

    private static OperatorCoverage coverage(CaseRun... seen) {
        return OperatorCoverage.of(Matrix.of(Fixtures.record("past", seen)));
    }

    @Test
    void the_backend_on_which_the_same_case_was_right_in_the_run_comes_first() {
        assertThat(remedies(Fixtures.record("now", LACKING, passed(MODEL, WASM)), coverage())
                        .get(0))
                .isEqualTo("wasm: the same case was right there in this run");
    }

    @Test
    void else_the_history_of_its_operators_names_one() {
        CaseRun other = passed(model("another", onnx("Relu", 22, DType.FLOAT32)), WASM);
        assertThat(remedies(Fixtures.record("now", LACKING), coverage(other)).get(0))
                .isEqualTo("wasm: the operators of its node were right there in the history (bascule matrix --ops)");
    }

    /** Negative controls: nobody who has it, another dtype, and a failure of another kind. */
    @Test
    void where_nobody_has_it_the_codes_own_remedies_stay() {
        assertThat(remedies(Fixtures.record("now", LACKING), coverage()))
                .isEqualTo(ErrorCode.OPERATOR_UNSUPPORTED.remedies());
        CaseRun half = passed(model("half", onnx("Relu", 22, DType.FLOAT16)), WASM);
        assertThat(remedies(Fixtures.record("now", LACKING), coverage(half)))
                .isEqualTo(ErrorCode.OPERATOR_UNSUPPORTED.remedies());
        CaseRun crashed = failed(MODEL, WEBNN, Outcome.CRASHED, ErrorCode.RUNNER_CRASHED, "gone");
        RunRecord run = Fixtures.record("now", crashed, passed(MODEL, WASM));
        assertThat(OperatorRemedy.named(run, () -> {
                    throw new AssertionError("nobody needs the history");
                }))
                .isEqualTo(run);
    }
}
