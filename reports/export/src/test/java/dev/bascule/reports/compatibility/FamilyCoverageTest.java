package dev.bascule.reports.compatibility;

import static dev.bascule.fallback.backend.Backends.CUDA;
import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.TextStyle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FamilyCoverageTest {
    private static final List<Backend> BACKENDS = List.of(WASM, NATIVE_CPU, CUDA);
    private static final KnownCompatibility KNOWN = new KnownCompatibility(List.of(
            new KnownCompatibility.Entry("vision", "cuda", "runs", "a list says so", "https://example.org/list")));
    private static final List<CaseResult> CELLS = CaseResult.allOf(record(
            "r",
            strict(model("ears", Family.AUDIO), Verdict.PASS, on(NATIVE_CPU).build()),
            // Wrong is measured, too.
            strict(
                    model("ears", Family.AUDIO),
                    Verdict.FAILED,
                    on(WASM).failed(Outcome.WRONG, ErrorCode.NUMERICS_WRONG, "off")
                            .build()),
            strict(
                    model("eyes", Family.VISION),
                    Verdict.UNSUPPORTED,
                    on(CUDA).failed(Outcome.UNAVAILABLE, ErrorCode.BACKEND_UNAVAILABLE, "no driver")
                            .build())));

    private static ModelInfo model(String name, Family family) {
        OperatorSignature relu = new OperatorSignature("ai.onnx", "Relu", 14, Optional.of(DType.FLOAT32), 3);
        return new ModelInfo(
                name,
                name.repeat(8),
                1000,
                family,
                "task",
                Map.of("ai.onnx", 14L),
                Map.of("Relu", 3),
                10,
                List.of(relu));
    }

    private static FamilyCoverage coverage(List<CaseResult> cells) {
        return FamilyCoverage.of(FamilyTable.of(cells, KNOWN, BACKENDS), cells);
    }

    @Test
    void only_what_ran_counts_and_what_others_document_is_counted_apart() {
        FamilyCoverage coverage = coverage(CELLS);
        assertThat(coverage.combinations()).isEqualTo(5 * 3);
        assertThat(coverage.measured()).isEqualTo(2);
        assertThat(coverage.known()).isEqualTo(1);
        assertThat(coverage.reachable()).isEqualTo(5 * 2);
        assertThat(coverage.share()).isEqualTo(2 / 15.0);
        assertThat(FamilyCoverageText.summary(coverage))
                .contains("2 of 15 combinations", "13", "90", "1 more are documented", "it is 2 of 10");
    }

    @Test
    void pairs_of_model_and_target_are_counted_with_their_denominator() {
        FamilyCoverage coverage = coverage(CELLS);

        // Of two targets that anything ran on; what was not there is none.
        assertThat(coverage.pairs(Family.AUDIO)).isEqualTo(new FamilyPairs(2, 1, 2));
        assertThat(coverage.pairs(Family.VISION)).isEqualTo(new FamilyPairs(0, 1, 2));
        assertThat(coverage.pairs(Family.EMBEDDING).brief()).isEqualTo("-");
        assertThat(FamilyTableText.render(
                        FamilyTable.of(CELLS, KNOWN, BACKENDS), coverage, new TextStyle(200, true, false)))
                .contains("pairs measured", "2 of 2 (100 %)", "0 of 2 (0 %)");
    }

    @Test
    void a_gap_has_what_the_backend_said_and_else_what_to_run() {
        FamilyCoverage coverage = coverage(CELLS);
        assertThat(coverage.gaps()).anySatisfy(gap -> {
            assertThat(gap.backend()).isEqualTo("cuda");
            // Said of a model of one family, and true of a backend on which nothing ran.
            assertThat(gap.families()).hasSize(5).contains(Family.VISION, Family.AUDIO);
            assertThat(gap.why()).isEqualTo("no driver");
        });
        assertThat(coverage.gaps()).anySatisfy(gap -> {
            assertThat(gap.backend()).isEqualTo("wasm");
            assertThat(gap.families()).hasSize(4).doesNotContain(Family.AUDIO);
            assertThat(gap.why()).isEqualTo("no model of the family was run there");
            assertThat(gap.remedies()).containsExactly("bascule run MODEL --backends wasm");
        });
        assertThat(FamilyTableText.render(
                        FamilyTable.of(CELLS, KNOWN, BACKENDS), coverage, new TextStyle(200, true, false)))
                .contains("not measured on cuda: every family: no driver; try: ");
    }

    /** Negative control: that an operator is missing for one model says nothing of another family's. */
    @Test
    void what_a_model_could_not_do_is_no_reason_for_other_families() {
        FamilyCoverage coverage = coverage(CaseResult.allOf(record(
                "r",
                strict(
                        model("eyes", Family.VISION),
                        Verdict.SKIPPED,
                        on(CUDA).failed(Outcome.NOT_JUDGED, ErrorCode.OPERATOR_UNSUPPORTED, "no Resize")
                                .build()))));
        assertThat(coverage.gaps())
                .filteredOn(gap -> gap.backend().equals("cuda"))
                .extracting(FamilyCoverage.Gap::why)
                .containsExactlyInAnyOrder("no Resize", "nothing was run there");
    }

    @Test
    void without_any_history_nothing_is_covered() {
        FamilyCoverage coverage = coverage(List.of());
        assertThat(coverage.measured()).isZero();
        assertThat(coverage.reachable()).isZero();
        assertThat(coverage.gaps())
                .hasSize(3)
                .allSatisfy(gap -> assertThat(gap.why()).isEqualTo("nothing was run there"));
    }
}
