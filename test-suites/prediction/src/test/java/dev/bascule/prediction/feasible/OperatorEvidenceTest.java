package dev.bascule.prediction.feasible;

import static dev.bascule.prediction.Attempts.WASM;
import static dev.bascule.prediction.Attempts.WEBNN;
import static dev.bascule.prediction.Attempts.threads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.prediction.Attempts;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.work.WorkSummary;
import dev.bascule.reports.history.OperatorCases;
import dev.bascule.reports.history.Placement;
import dev.bascule.reports.history.TimedAttempt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OperatorEvidenceTest {
    private static final String ASKED = "asked";
    private static final String INFERRED = "not expected to run, inferred from others: ";

    private final Map<String, List<OperatorSignature>> operators = new HashMap<>();
    private final List<TimedAttempt> attempts = new ArrayList<>();
    private final List<OperatorCases> cases = new ArrayList<>();
    private final List<Placement> placements = new ArrayList<>();

    private OperatorEvidenceTest model(String sha256, String... types) {
        operators.put(
                sha256,
                Stream.of(types)
                        .map(type -> new OperatorSignature("ai.onnx", type, 17, Optional.of(DType.FLOAT32), 1))
                        .toList());
        return this;
    }

    private OperatorEvidenceTest tried(String sha256, TargetKey target, Outcome outcome) {
        attempts.add(Attempts.of(sha256, "x float32[1]", target, attempts.size(), outcome, 5));
        return this;
    }

    private OperatorEvidenceTest rightModels(int count, String... types) {
        for (int i = 0; i < count; i++) {
            String name = "right" + operators.size();
            model(name, types).tried(name, WEBNN, Outcome.SUCCEEDED);
        }
        return this;
    }

    private OperatorEvidence evidence() {
        return OperatorEvidence.of(operators, attempts, cases, placements);
    }

    private Optional<String> cannot() {
        return new Feasibility(TrainingSet.of(List.of(), List.of()), List.of(), evidence())
                .cannot(new PredictedModel("m", ASKED, "x float32[1]", "a", new WorkSummary(Map.of())), WEBNN);
    }

    @ParameterizedTest
    @EnumSource(names = {"UNSUPPORTED", "COMPILE_FAILED", "WRONG", "CRASHED"})
    void an_operator_that_alone_explains_a_failure_takes_the_number_away(Outcome outcome) {
        rightModels(5, "Conv", "Relu");
        for (String bad : List.of("one", "two", "three")) {
            model(bad, "Conv", "Relu", "Einsum").tried(bad, WEBNN, outcome);
        }
        model(ASKED, "Conv", "Einsum");
        assertThat(cannot())
                .contains(
                        INFERRED + "operator Einsum (float32) never ran on webnn here (3 of 3 models with it failed)");
        assertThat(evidence().refusal(ASKED, threads(WEBNN, 2)))
                .as("threads make no difference")
                .isPresent();
        assertThat(evidence().refusal(ASKED, WASM)).as("another target").isEmpty();
    }

    @Test
    void one_or_two_failed_models_are_a_doubt_and_take_no_number_away() {
        rightModels(5, "Conv").model("one", "Conv", "Einsum").tried("one", WEBNN, Outcome.UNSUPPORTED);
        model(ASKED, "Conv", "Einsum");
        assertThat(cannot()).isEmpty();
        assertThat(evidence().doubt(ASKED, WEBNN))
                .contains("1 of 1 models with operator Einsum (float32) failed there");
        model("two", "Conv", "Einsum").tried("two", WEBNN, Outcome.UNSUPPORTED);
        assertThat(cannot()).isEmpty();
        assertThat(evidence().doubt(ASKED, WEBNN))
                .contains("2 of 2 models with operator Einsum (float32) failed there");
    }

    @Test
    void one_failure_among_models_that_ran_right_with_all_its_operators_takes_no_number_away() {
        rightModels(5, "Conv", "Einsum").model("bad", "Conv", "Einsum").tried("bad", WEBNN, Outcome.UNSUPPORTED);
        model(ASKED, "Conv", "Einsum");
        assertThat(cannot()).isEmpty();
        assertThat(evidence().doubt(ASKED, WEBNN)).isEmpty();
    }

    @Test
    void a_failure_that_several_operators_may_explain_blames_none_and_is_a_doubt() {
        rightModels(5, "Conv").model("bad", "Conv", "Einsum", "Loop").tried("bad", WEBNN, Outcome.UNSUPPORTED);
        model(ASKED, "Conv", "Einsum");
        assertThat(cannot()).isEmpty();
        assertThat(evidence().doubt(ASKED, WEBNN))
                .contains("1 of 1 models with operator Einsum (float32) failed there");
    }

    @Test
    void what_several_failures_have_in_common_is_blamed() {
        rightModels(5, "Conv")
                .model("one", "Conv", "Einsum", "Loop")
                .tried("one", WEBNN, Outcome.UNSUPPORTED)
                .model("two", "Conv", "Einsum", "Scan")
                .tried("two", WEBNN, Outcome.UNSUPPORTED)
                .model("three", "Conv", "Einsum", "Loop", "Scan")
                .tried("three", WEBNN, Outcome.UNSUPPORTED);
        model(ASKED, "Conv", "Einsum");
        assertThat(cannot()).hasValueSatisfying(why -> assertThat(why).contains("3 of 3 models with it failed"));
        model(ASKED, "Conv", "Loop");
        assertThat(cannot()).as("Einsum explains it").isEmpty();
    }

    @Test
    void what_is_asked_about_is_no_evidence_of_itself_and_memory_none_of_operators() {
        rightModels(5, "Conv").model(ASKED, "Conv", "Einsum").tried(ASKED, WEBNN, Outcome.UNSUPPORTED);
        model("bad", "Conv", "Einsum").tried("bad", WEBNN, Outcome.OUT_OF_MEMORY);
        assertThat(cannot()).isEmpty();
    }

    @Test
    void what_went_right_since_is_held_for_it() {
        rightModels(2, "Conv").model("bad", "Conv", "Einsum").tried("bad", WEBNN, Outcome.UNSUPPORTED);
        tried("bad", WEBNN, Outcome.SUCCEEDED).model(ASKED, "Conv", "Einsum");
        assertThat(cannot()).isEmpty();
        assertThat(evidence().doubt(ASKED, WEBNN)).isEmpty();
    }

    @Test
    void an_operator_whose_conformance_cases_were_all_refused_takes_the_number_away() {
        rightModels(2, "Conv").model(ASKED, "Conv", "Einsum");
        cases.add(cases("Einsum", DType.FLOAT32, 0, 2));
        assertThat(cannot())
                .contains(INFERRED
                        + "operator Einsum (float32) never ran on webnn here (2 of 2 of its conformance cases failed)");
        cases.set(0, cases("Einsum", DType.FLOAT32, 1, 1));
        assertThat(cannot()).as("one of them ran").isEmpty();
        assertThat(evidence().doubt(ASKED, WEBNN)).isEmpty();
        cases.set(0, cases("Einsum", DType.FLOAT16, 0, 2));
        assertThat(cannot()).as("of another type").isEmpty();
        assertThat(evidence().doubt(ASKED, WEBNN)).contains("never seen there: Einsum (float32)");
    }

    private static OperatorCases cases(String operator, DType dtype, int right, int refused) {
        return new OperatorCases(
                WEBNN.machine(), WEBNN.target(), "ai.onnx", operator, Optional.of(dtype), right, refused, 0);
    }

    @Test
    void where_nothing_is_known_of_operators_nothing_is_said() {
        model(ASKED, "Conv");
        assertThat(cannot()).isEmpty();
        assertThat(evidence().doubt(ASKED, WEBNN)).isEmpty();
        assertThat(evidence().placement(ASKED, WEBNN)).isEmpty();
        assertThat(OperatorEvidence.NONE.with(ASKED, List.of()).doubt(ASKED, WEBNN))
                .isEmpty();
    }

    private void placed(String sha256, TargetKey target, int there, int nodes, OptionalInt parts) {
        placements.add(new Placement(
                sha256, target.machine(), target.target(), target.backend(), Attempts.START, there, nodes, parts));
    }

    @Test
    void a_model_is_placed_as_where_it_ran() {
        placed(ASKED, new TargetKey("other", "edge-1/onnxruntime-web-1.29.0/webnn-cpu", 1), 41, 44, OptionalInt.of(3));
        assertThat(evidence().placement(ASKED, WEBNN))
                .contains("about 41 of 44 nodes on webnn, in 3 parts, as on edge-1/onnxruntime-web-1.29.0/webnn-cpu");
        assertThat(evidence().placement(ASKED, WASM)).isEmpty();
    }

    @Test
    void operators_of_models_that_ran_wholly_there_are_expected_there_and_others_perhaps_not() {
        rightModels(1, "Conv", "Relu").model("split", "Conv", "NonZero").tried("split", WEBNN, Outcome.SUCCEEDED);
        placed("right0", WEBNN, 10, 10, OptionalInt.of(1));
        placed("split", WEBNN, 8, 10, OptionalInt.of(2));
        model(ASKED, "Conv", "Relu");
        assertThat(evidence().placement(ASKED, WEBNN))
                .contains("all nodes expected on webnn: each of its operators was in models that ran wholly there");
        model(ASKED, "Conv", "NonZero");
        assertThat(evidence().placement(ASKED, WEBNN))
                .contains(
                        "some nodes elsewhere, perhaps: NonZero (float32) only in models of which a part ran elsewhere");
        model(ASKED, "Conv", "Loop");
        assertThat(evidence().placement(ASKED, WEBNN)).as("nobody saw it").isEmpty();
    }
}
