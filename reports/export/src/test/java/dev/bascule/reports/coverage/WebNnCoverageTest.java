package dev.bascule.reports.coverage;

import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.ConformanceFixtures.failed;
import static dev.bascule.reports.fixture.ConformanceFixtures.model;
import static dev.bascule.reports.fixture.ConformanceFixtures.onnx;
import static dev.bascule.reports.fixture.ConformanceFixtures.passed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.webnn.OpSupport;
import dev.bascule.reports.coverage.WebNnCoverage.Disagreement;
import dev.bascule.reports.coverage.WebNnCoverage.Row;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WebNnCoverageTest {
    /** Claims add for float32 and int64, relu for float32 and where for float32; nothing else. */
    private static final String CLAIM = """
            {"limits":[{"dataTypes":["float32","int64"]},{"dataTypes":["float32"]},{"dataTypes":["uint8"]}],
             "operators":{"add":{"a":0,"b":0,"output":0},"relu":{"input":1,"output":1},
                          "where":{"condition":2,"trueValue":1,"falseValue":1,"output":1}}}""";

    @Test
    void the_three_stand_side_by_side() {
        WebNnCoverage coverage = coverage(claiming(passed(model("a", direct("add", DType.FLOAT32)), WEBNN)));

        assertThat(row(coverage, "add", DType.FLOAT32)).satisfies(row -> {
            assertThat(row.specification()).isEqualTo("required");
            assertThat(row.claim()).isEqualTo("claimed");
            assertThat(row.direct()).hasToString("1/1");
            assertThat(row.disagreements()).isEmpty();
        });
        assertThat(row(coverage, "add", DType.INT64).specification()).isEqualTo("allowed");
        assertThat(row(coverage, "relu", DType.INT64))
                .as("allowed, not claimed and never seen is a row, and no disagreement")
                .satisfies(row -> {
                    assertThat(row.claim()).isEqualTo("not claimed");
                    assertThat(row.direct().isEmpty()).isTrue();
                    assertThat(row.disagreements()).isEmpty();
                });
        assertThat(row(coverage, "where", DType.FLOAT32).claim())
                .as("by what is chosen, not by the condition")
                .isEqualTo("claimed");
    }

    @Test
    void a_device_that_is_not_there_one_day_changes_nothing() {
        CaseRun good = claiming(passed(model("a", direct("add", DType.FLOAT32)), WEBNN));
        CaseRun absent = claiming(failed(
                model("a", direct("add", DType.FLOAT32)),
                WEBNN,
                Outcome.UNAVAILABLE,
                ErrorCode.BACKEND_UNAVAILABLE,
                "there is no such device"));
        List<CaseResult> older = CaseResult.allOf(Fixtures.record("good", good));
        List<CaseResult> all =
                new ArrayList<>(CaseResult.allOf(Fixtures.record("absent", Fixtures.START.plusSeconds(60), absent)));
        all.addAll(older);

        assertThat(WebNnCoverage.of(all)).isEqualTo(WebNnCoverage.of(older));
        assertThat(WebNnCoverage.of(Matrix.of(Fixtures.record("absent", absent))))
                .isEmpty();
    }

    /** The negative controls: a lie in either direction must show. */
    @Test
    void a_claim_that_is_not_kept_is_marked() {
        CaseRun crash = failed(
                model("a", direct("add", DType.INT64)), WEBNN, Outcome.CRASHED, ErrorCode.WASM_TRAP, "unreachable");
        assertThat(row(coverage(claiming(crash)), "add", DType.INT64).disagreements())
                .containsExactly(Disagreement.CLAIMED_BUT_NOT_RIGHT);
    }

    @Test
    void what_is_unsupported_is_counted_apart_and_breaks_no_claim() {
        CaseRun refused = failed(
                model("a", direct("add", DType.INT64)),
                WEBNN,
                Outcome.UNSUPPORTED,
                ErrorCode.OPERATOR_UNSUPPORTED,
                "the indices are int64");
        WebNnCoverage coverage = coverage(claiming(refused));
        assertThat(row(coverage, "add", DType.INT64)).satisfies(row -> {
            assertThat(row.disagreements()).isEmpty();
            assertThat(row.direct().unsupported()).isEqualTo(1);
            assertThat(row.direct().failures()).isZero();
        });
        assertThat(WebNnText.render(List.of(coverage), 0x7fff, new TextStyle(160, true, false)))
                .contains("0/1 u1");
    }

    @Test
    void what_works_without_being_claimed_is_marked() {
        CaseRun works = passed(model("a", direct("relu", DType.INT8)), WEBNN);
        assertThat(row(coverage(claiming(works)), "relu", DType.INT8).disagreements())
                .containsExactly(Disagreement.RIGHT_BUT_NOT_CLAIMED);
    }

    @Test
    void what_is_required_and_not_claimed_is_marked() {
        assertThat(row(
                                coverage(claiming(passed(model("a", direct("add", DType.FLOAT32)), WEBNN))),
                                "abs",
                                DType.FLOAT32)
                        .disagreements())
                .containsExactly(Disagreement.REQUIRED_BUT_NOT_CLAIMED);
    }

    @Test
    void what_is_claimed_beyond_the_specification_is_marked() {
        CaseRun works = passed(model("a", direct("relu", DType.UINT8)), WEBNN);
        WebNnCoverage coverage = coverage(claiming(works, DeviceType.CPU, Map.of(OpSupport.FACT, """
                {"limits":[{"dataTypes":["float32","int64","uint8","int4"]}],
                 "operators":{"relu":{"input":0},"add":{"a":0},"dream":{"input":0}}}""")));

        assertThat(row(coverage, "relu", DType.UINT8)).satisfies(row -> {
            assertThat(row.specification()).isEqualTo("not allowed");
            assertThat(row.disagreements()).containsExactly(Disagreement.CLAIMED_BUT_NOT_ALLOWED);
        });
        assertThat(row(coverage, "add", DType.INT4).disagreements())
                .containsExactly(Disagreement.CLAIMED_BUT_NOT_ALLOWED);
        assertThat(row(coverage, "dream", DType.FLOAT32)).satisfies(row -> {
            assertThat(row.specification()).isEqualTo("not in it");
            assertThat(row.disagreements()).containsExactly(Disagreement.CLAIMED_BUT_NOT_ALLOWED);
        });
        assertThat(row(coverage, "relu", DType.INT64).disagreements())
                .as("allowed without being required")
                .isEmpty();
        assertThat(row(coverage, "add", DType.UINT8).disagreements()).isEmpty();
    }

    @Test
    void what_is_not_allowed_and_not_claimed_disagrees_with_nothing() {
        CaseRun refused = failed(
                model("a", direct("relu", DType.UINT8)),
                WEBNN,
                Outcome.UNSUPPORTED,
                ErrorCode.OPERATOR_UNSUPPORTED,
                "no uint8");
        assertThat(row(coverage(claiming(refused)), "relu", DType.UINT8)).satisfies(row -> {
            assertThat(row.specification()).isEqualTo("not allowed");
            assertThat(row.disagreements()).isEmpty();
        });
    }

    @Test
    void an_onnx_case_counts_for_the_operator_that_it_becomes_and_blames_less() {
        WebNnCoverage coverage = coverage(
                claiming(failed(
                        model("a", onnx("Relu", 14, DType.FLOAT32)),
                        WEBNN,
                        Outcome.CRASHED,
                        ErrorCode.WASM_TRAP,
                        "unreachable")),
                claiming(failed(
                        model("b", onnx("Add", 14, DType.FLOAT32)),
                        WEBNN,
                        Outcome.UNSUPPORTED,
                        ErrorCode.OPERATOR_UNSUPPORTED,
                        "not placed")),
                claiming(passed(model("c", onnx("And", 7, DType.BOOL)), WEBNN)),
                claiming(passed(model("d", onnx("Relu", 14, DType.FLOAT32), onnx("Abs", 14, DType.INT8)), WEBNN)));

        assertThat(row(coverage, "relu", DType.FLOAT32).disagreements())
                .containsExactly(Disagreement.CLAIMED_BUT_FAILS_THROUGH_ENGINE);
        assertThat(row(coverage, "relu", DType.FLOAT32).throughEngine())
                .as("compositions do not count")
                .hasToString("0/1");
        assertThat(row(coverage, "add", DType.FLOAT32).disagreements())
                .as("the engine may not place it for reasons of its own")
                .isEmpty();
        assertThat(row(coverage, "logicalAnd", DType.UINT8).throughEngine())
                .as("ONNX's bool is WebNN's uint8")
                .hasToString("1/1");
    }

    @Test
    void a_table_and_a_document_tell_disagreements_in_words() {
        List<WebNnCoverage> targets =
                List.of(coverage(claiming(passed(model("a", direct("relu", DType.INT8)), WEBNN))));

        assertThat(WebNnText.render(targets, 1, new TextStyle(160, true, false)))
                .contains("1 row: right, but not claimed")
                .contains("allowed       not claimed  1/1      -        right, but not claimed")
                .contains("more rows")
                .contains(OpSupport.draft().toString());
        assertThat(WebNnText.document(targets))
                .containsKey("targets")
                .containsEntry("specificationDraft", OpSupport.draft().toString())
                .extractingByKey("targets")
                .asString()
                .contains("required=false, allowed=true");
    }

    @Test
    void without_a_claim_nothing_disagrees_with_it() {
        WebNnCoverage coverage = coverage(passed(model("a", direct("relu", DType.INT8)), WEBNN));

        assertThat(coverage.claims()).isFalse();
        assertThat(coverage.disagreements()).isEmpty();
        assertThat(row(coverage, "relu", DType.INT8).claim()).isEqualTo("not known");
    }

    @Test
    void every_name_that_onnx_operators_become_is_one_of_the_specification() {
        Map<String, ?> known = OpSupport.required().operators();
        for (String onnx : List.of("Conv", "Resize", "Trilu", "IsInf", "CumSum", "Less", "Xor", "GlobalLpPool")) {
            assertThat(known).containsKey(WebNnNames.of(onnx).orElseThrow());
        }
        assertThat(WebNnNames.of("Einsum")).isEmpty();
    }

    private static OperatorSignature direct(String operator, DType dtype) {
        return new OperatorSignature("webnn", operator, 1, Optional.of(dtype), 1);
    }

    private static WebNnCoverage coverage(CaseRun... runs) {
        List<WebNnCoverage> all = WebNnCoverage.of(Matrix.of(Fixtures.record("run", runs)));
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private static Row row(WebNnCoverage coverage, String operator, DType dtype) {
        return coverage.rows().stream()
                .filter(row -> row.operator().equals(operator) && row.dtype() == dtype)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_device_type_is_held_to_its_own_claim() {
        CaseRun works = claiming(
                passed(model("a", direct("add", DType.INT64)), WEBNN),
                DeviceType.GPU,
                Map.of(
                        OpSupport.FACT,
                        CLAIM,
                        "opSupportLimits.gpu",
                        "{\"limits\":[{\"dataTypes\":[\"float32\"]}],\"operators\":{\"add\":{\"a\":0}}}"));

        assertThat(row(coverage(works), "add", DType.INT64).claim()).isEqualTo("not claimed");
    }

    private static CaseRun claiming(CaseRun run) {
        return claiming(run, run.decisive().target().deviceType(), Map.of(OpSupport.FACT, CLAIM));
    }

    private static CaseRun claiming(CaseRun run, DeviceType device, Map<String, String> adapter) {
        Attempt attempt = run.decisive();
        Target target = attempt.target();
        Target there =
                new Target(target.backend(), target.browser(), target.engine(), device, target.software(), adapter);
        return Attempts.alone(run, Attempts.on(there, attempt));
    }
}
