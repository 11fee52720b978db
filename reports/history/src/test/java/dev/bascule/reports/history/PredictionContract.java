package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What was predicted, and what operators came to. */
interface PredictionContract {
    Instant MADE = Instant.parse("2026-11-28T10:00:00.123456789Z");

    /** A new, empty history. */
    History history();

    static MadePrediction prediction(Instant at, String model, double millis) {
        return new MadePrediction(
                at,
                "predict",
                new MadePrediction.Subject(model, model.repeat(64), "x float32[1,3,224,224]"),
                new MadePrediction.Place("machine", "native/onnxruntime-1.29.0/openvino-cpu", 2),
                new MadePrediction.Basis("L1", "new architecture", "class-blend"),
                millis,
                Optional.of(new MadePrediction.Bounds(0.9, millis / 2, millis * 2)));
    }

    /** Of one question there are two answers, which do not take each other's place. */
    @Test
    default void a_minimum_and_a_median_are_kept_beside_each_other() {
        MadePrediction median = prediction(MADE, "a", 7);
        MadePrediction minimum = new MadePrediction(
                MADE,
                median.maker(),
                median.subject(),
                median.place(),
                median.basis(),
                MadePrediction.Figure.MINIMUM,
                5,
                median.bounds());
        try (History history = history()) {
            history.keepPredictions(List.of(median, minimum));
            history.keepPredictions(List.of(median, minimum));

            assertThat(history.predictions()).containsExactlyInAnyOrder(median, minimum);
        }
    }

    @Test
    default void predictions_are_kept_as_they_were_told_and_make_no_run_and_no_cell() {
        MadePrediction open = new MadePrediction(
                MADE,
                "recommend",
                prediction(MADE, "b", 1).subject(),
                prediction(MADE, "b", 1).place(),
                prediction(MADE, "b", 1).basis(),
                0.1 + 0.2,
                Optional.empty());
        try (History history = history()) {
            assertThat(history.predictions()).isEmpty();
            history.keepPredictions(List.of(prediction(MADE.plusSeconds(1), "a", 7), open));
            assertThat(history.predictions()).containsExactly(open, prediction(MADE.plusSeconds(1), "a", 7));
            assertThat(history.runs(RunFilter.ALL)).isEmpty();
            assertThat(history.matrixPage(MatrixQuery.ALL).totals().cells()).isZero();
            assertThat(history.timedAttempts()).isEmpty();
        }
    }

    @Test
    default void what_only_repeats_the_newest_prediction_is_not_kept_again() {
        try (History history = history()) {
            history.keepPredictions(List.of(prediction(MADE, "a", 7), prediction(MADE, "b", 7)));
            history.keepPredictions(List.of(prediction(MADE.plusSeconds(1), "a", 7)));
            history.keepPredictions(List.of(prediction(MADE.plusSeconds(2), "a", 8)));
            history.keepPredictions(List.of(prediction(MADE.plusSeconds(3), "a", 7)));
            assertThat(history.predictions())
                    .containsExactly(
                            prediction(MADE, "a", 7),
                            prediction(MADE, "b", 7),
                            prediction(MADE.plusSeconds(2), "a", 8),
                            prediction(MADE.plusSeconds(3), "a", 7));
        }
    }

    private static ModelInfo one(String name, String sha256, String task, int nodes) {
        return new ModelInfo(
                name,
                sha256.repeat(32),
                10,
                Family.OTHER,
                task,
                Map.of("ai.onnx", 17L),
                Map.of("Einsum", nodes),
                0,
                List.of(new OperatorSignature("ai.onnx", "Einsum", 17, Optional.of(DType.FLOAT32), nodes)));
    }

    @Test
    default void operators_are_told_of_models_and_of_cases_of_one_node() {
        ModelInfo alone = one("test_einsum", "dd", ModelInfo.CONFORMANCE, 1);
        ModelInfo two = one("test_einsum_two", "de", ModelInfo.CONFORMANCE, 2);
        ModelInfo model = one("net", "df", "detection", 3);
        try (History history = history()) {
            history.append(record(
                    "cases",
                    strict(
                            alone,
                            Verdict.UNSUPPORTED,
                            on(WASM).failed(Outcome.UNSUPPORTED, ErrorCode.OPERATOR_UNSUPPORTED, "no kernel")
                                    .build()),
                    strict(two, Verdict.PASS, on(WASM).build()),
                    strict(model, Verdict.PASS, on(WASM).build())));
            assertThat(history.operatorCases()).singleElement().satisfies(cases -> {
                assertThat(cases.operator()).isEqualTo("Einsum");
                assertThat(cases.dtype()).contains(DType.FLOAT32);
                assertThat(List.of(cases.right(), cases.refused(), cases.failed()))
                        .containsExactly(0, 1, 0);
            });
            assertThat(history.modelOperators()).isEqualTo(Map.of(model.sha256(), model.signatures()));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Outcome.class,
            names = {"NOT_JUDGED", "CANCELLED", "TIMED_OUT", "OUT_OF_MEMORY", "DEVICE_LOST", "FAILED"})
    default void what_says_nothing_of_an_operator_is_no_failure_of_its_case(Outcome outcome) {
        ModelInfo alone = one("test_einsum", "dd", ModelInfo.CONFORMANCE, 1);
        try (History history = history()) {
            history.append(record(
                    "cases",
                    strict(
                            alone,
                            Verdict.of(outcome),
                            on(WASM).failed(outcome, ErrorCode.ATTEMPT_TIMED_OUT, "no end")
                                    .build())));
            assertThat(history.operatorCases()).isEmpty();
            history.append(record(
                    "wrong",
                    strict(
                            alone,
                            Verdict.WRONG,
                            on(WASM).failed(Outcome.WRONG, ErrorCode.NUMERICS_WRONG, "off")
                                    .build())));
            assertThat(history.operatorCases())
                    .singleElement()
                    .satisfies(cases -> assertThat(cases.failed()).isOne());
        }
    }

    @Test
    default void placements_are_those_of_right_attempts_whose_engine_told() {
        try (History history = history()) {
            assertThat(history.placements()).isEmpty();
            history.append(record("late", START.plusSeconds(60), strict(TEXT, Verdict.PASS, on(WASM).build())));
            history.append(ShowcaseRun.record());
            assertThat(history.placements())
                    .containsExactlyInAnyOrderElementsOf(MemoryOperators.placements(List.of(
                            ShowcaseRun.record(),
                            record("late", START.plusSeconds(60), strict(TEXT, Verdict.PASS, on(WASM).build())))))
                    .hasSizeGreaterThan(3)
                    .anySatisfy(placement -> assertThat(placement.isWhole()).isFalse());
        }
    }
}
