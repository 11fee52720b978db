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
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.coverage.Forecast.Known;
import dev.bascule.reports.coverage.Forecast.OfTarget;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.TextStyle;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ForecastTest {
    private static final OperatorSignature RELU_22 = onnx("Relu", 22, DType.FLOAT32);
    private static final OperatorSignature RELU_17 = onnx("Relu", 17, DType.FLOAT32);

    @Test
    void an_operator_that_did_not_change_between_two_opsets_is_known_under_both() {
        assertThat(of(model("m", RELU_17), passed(model("a", RELU_22), WASM)).nodes(Known.RUNS))
                .isEqualTo(1);
    }

    /** The negative controls: whatever differs in anything was never seen. */
    @Test
    @Tag("red-team")
    void what_was_never_seen_is_unknown_and_not_good() {
        CaseRun seen = passed(model("a", RELU_22), WASM);
        for (OperatorSignature other : new OperatorSignature[] {
            onnx("Gelu", 22, DType.FLOAT32),
            onnx("Relu", 22, DType.FLOAT16),
            onnx("Relu", 13, DType.FLOAT32),
            onnx("Relu", 900, DType.FLOAT32),
            new OperatorSignature("com.microsoft", "Relu", 22, Optional.of(DType.FLOAT32), 1),
            new OperatorSignature("ai.onnx", "Relu", 22, Optional.empty(), 1)
        }) {
            OfTarget target = of(model("m", other), seen);
            assertThat(target.nodes(Known.UNKNOWN)).as(other.toString()).isEqualTo(1);
            assertThat(target.share()).isEqualTo(new Interval(0, 1));
        }
    }

    @Test
    void an_operator_of_unknown_dtype_is_unknown_even_where_such_a_case_was_run() {
        OperatorSignature untyped = new OperatorSignature("ai.onnx", "Relu", 22, Optional.empty(), 1);
        assertThat(of(model("m", untyped), passed(model("a", untyped), WASM)).nodes(Known.UNKNOWN))
                .isEqualTo(1);
    }

    @Test
    void the_share_runs_from_what_is_known_to_run_to_what_is_not_known_not_to() {
        OperatorSignature many = new OperatorSignature("ai.onnx", "Relu", 17, Optional.of(DType.FLOAT32), 6);
        OperatorSignature lacking = onnx("Abs", 17, DType.FLOAT32);
        OperatorSignature breaking = onnx("Neg", 17, DType.FLOAT32);
        OperatorSignature unseen = onnx("Erf", 17, DType.FLOAT32);
        OperatorSignature mixed = onnx("Exp", 17, DType.FLOAT32);
        OfTarget target = of(
                model("m", many, lacking, breaking, unseen, mixed),
                passed(model("a", RELU_22), WASM),
                failed(model("b", lacking), WASM, Outcome.UNSUPPORTED, ErrorCode.OPERATOR_UNSUPPORTED, "no kernel"),
                failed(model("c", breaking), WASM, Outcome.CRASHED, ErrorCode.WASM_TRAP, "unreachable"),
                passed(model("d", mixed), WASM),
                failed(model("e", mixed), WASM, Outcome.CRASHED, ErrorCode.WASM_TRAP, "unreachable"));

        assertThat(target.nodes()).isEqualTo(10);
        assertThat(target.share()).isEqualTo(new Interval(0.6, 0.8));
        assertThat(target.operators())
                .extracting(Forecast.OfOperator::known)
                .containsExactly(Known.BREAKS, Known.LACKS, Known.PARTLY, Known.UNKNOWN, Known.RUNS);
        assertThat(target.cases()).isEqualTo(5);
    }

    @Test
    void a_right_composition_speaks_for_its_operators_and_a_failed_one_says_nothing() {
        assertThat(of(model("m", RELU_17), passed(model("a", RELU_22, RELU_22), WASM))
                        .nodes(Known.RUNS))
                .isEqualTo(1);
        assertThat(of(
                                model("m", RELU_17),
                                failed(
                                        model("a", RELU_22, RELU_22),
                                        WASM,
                                        Outcome.CRASHED,
                                        ErrorCode.WASM_TRAP,
                                        "unreachable"))
                        .nodes(Known.UNKNOWN))
                .isEqualTo(1);
    }

    @Test
    void a_prediction_says_that_it_is_one_and_what_it_rests_on() {
        Forecast forecast = Forecast.of(
                        model("face", RELU_17, onnx("Abs", 17, DType.FLOAT32)),
                        coverage(
                                passed(model("a", RELU_22), WASM),
                                failed(
                                        model("a", RELU_22),
                                        WEBNN,
                                        Outcome.UNSUPPORTED,
                                        ErrorCode.OPERATOR_UNSUPPORTED,
                                        "no kernel")))
                .orElseThrow();

        assertThat(ForecastText.render(forecast, new TextStyle(200, true, false)))
                .contains("Predicted from other cases, not measured: 2 cells of run run.")
                .contains("50–100 % of the nodes would run right there (predicted from 1 case of one node)")
                .contains("0–50 %")
                .contains("lacks Relu float32, opset 17 (14), 1 node: 0/1 cases right: 1 UNSUPPORTED")
                .contains("unknown Abs float32, opset 17 (13), 1 node: no case tells of it");
        assertThat(ForecastText.document(forecast)).containsEntry("prediction", true);
    }

    @Test
    void a_prediction_from_right_compositions_alone_says_so() {
        Forecast forecast = Forecast.of(model("m", RELU_17), coverage(passed(model("a", RELU_22, RELU_22), WASM)))
                .orElseThrow();
        assertThat(ForecastText.render(forecast, new TextStyle(200, true, false)))
                .contains("predicted from 0 cases of one node and right cases of several");
    }

    @Test
    void a_model_whose_operators_are_not_known_has_no_prediction() {
        assertThat(Forecast.of(model("m"), coverage(passed(model("a", RELU_22), WASM))))
                .isEmpty();
    }

    private static OfTarget of(ModelInfo model, CaseRun... runs) {
        return Forecast.of(model, coverage(runs)).orElseThrow().targets().get(0);
    }

    private static OperatorCoverage coverage(CaseRun... runs) {
        return OperatorCoverage.of(Matrix.of(Fixtures.record("run", runs)));
    }

    @Test
    void a_model_is_not_predicted_from_its_own_cells_which_are_told_as_measured() {
        ModelInfo face = model("face", RELU_17, onnx("Abs", 17, DType.FLOAT32));
        CaseRun own = passed(face, WEBNN);
        Forecast forecast = Forecast.of(
                        face, CaseResult.allOf(Fixtures.record("run", own, passed(model("a", RELU_22), WASM))))
                .orElseThrow();

        assertThat(forecast.sources()).containsExactly(new OperatorCoverage.Source("run", 1));
        assertThat(forecast.targets())
                .allSatisfy(target -> assertThat(target.nodes(Known.RUNS))
                        .isEqualTo(target.measured().isEmpty() ? 1 : 0));
        String text = ForecastText.render(forecast, new TextStyle(200, true, false));
        assertThat(text)
                .contains("Predicted from other cases, not measured: 1 cell of run run.")
                .contains("webnn cpu\n  measured in run run: PASS, 44 of 44 nodes on webnn\n"
                        + "  no other case tells of any of its operators there\n")
                .containsOnlyOnce("measured in run");
        assertThat(Json.MAPPER.valueToTree(ForecastText.document(forecast)).findValuesAsText("verdict"))
                .containsExactly("PASS");
    }

    @Test
    void a_history_of_the_model_alone_predicts_nothing() {
        ModelInfo face = model("face", RELU_17);
        Forecast forecast = Forecast.of(face, CaseResult.allOf(Fixtures.record("run", passed(face, WASM))))
                .orElseThrow();

        assertThat(forecast.targets().get(0).share()).isEqualTo(new Interval(0, 1));
        assertThat(ForecastText.render(forecast, new TextStyle(200, true, false)))
                .contains("Nothing to predict from")
                .contains("measured in run run: PASS")
                .doesNotContain("known to run");
    }
}
