package dev.bascule.reports.coverage;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.ConformanceFixtures.failed;
import static dev.bascule.reports.fixture.ConformanceFixtures.model;
import static dev.bascule.reports.fixture.ConformanceFixtures.onnx;
import static dev.bascule.reports.fixture.ConformanceFixtures.passed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.fixture.ConformanceFixtures;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.TextStyle;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OperatorCoverageTest {
    private static final OperatorSignature ADD = onnx("Add", 14, DType.FLOAT32);
    private static final OperatorSignature ADD_HALF = onnx("Add", 14, DType.FLOAT16);
    private static final OperatorSignature ADD_OLD = onnx("Add", 7, DType.FLOAT32);
    private static final OperatorSignature RELU = onnx("Relu", 14, DType.FLOAT32);

    @Test
    void a_case_of_one_node_speaks_for_its_operator_opset_and_dtype_alone() {
        OperatorCoverage coverage = coverage(
                passed(model("a", ADD), WASM), crashed(model("b", ADD_HALF), WASM), passed(model("c", ADD_OLD), WASM));

        assertThat(coverage.rows()).hasSize(3);
        assertThat(cell(coverage, ADD).standing()).isEqualTo(OperatorStatus.RIGHT);
        assertThat(cell(coverage, ADD_OLD).standing()).isEqualTo(OperatorStatus.RIGHT);
        assertThat(cell(coverage, ADD_HALF).standing()).isEqualTo(OperatorStatus.BROKEN);
    }

    /** The negative control: one failing case among right ones must show. */
    @Test
    void one_wrong_case_takes_the_row_out_of_the_right_ones() {
        List<CaseRun> right = List.of(passed(model("a", ADD), WASM), passed(model("b", ADD), WASM));
        assertThat(total(coverage(right.toArray(CaseRun[]::new)))).isEqualTo(List.of(1, 1));

        OperatorCoverage corrupted = coverage(right.get(0), right.get(1), wrong(model("c", ADD), WASM));
        assertThat(cell(corrupted, ADD).alone()).hasToString("2/3");
        assertThat(cell(corrupted, ADD).standing()).isEqualTo(OperatorStatus.PARTLY);
        assertThat(total(corrupted)).isEqualTo(List.of(1, 0));
    }

    @Test
    @Tag("red-team")
    void a_pass_says_nothing_of_an_operator_that_no_output_follows() {
        OperatorSignature dead = new OperatorSignature("ai.onnx", "Relu", 14, Optional.of(DType.FLOAT32), 2, 0);

        OperatorCoverage coverage = coverage(passed(model("a", ADD, dead), WASM));

        assertThat(cell(coverage, ADD).standing()).isEqualTo(OperatorStatus.RIGHT_IN_COMPOSITION);
        assertThat(cell(coverage, dead)).isEqualTo(OperatorCell.NEVER_SEEN);
        assertThat(coverage.rows()).hasSize(1);
    }

    @Test
    void a_pass_of_several_nodes_speaks_for_all_of_them_and_a_failure_blames_none() {
        OperatorCoverage coverage =
                coverage(passed(model("a", ADD, RELU), WASM), crashed(model("b", ADD, ADD_HALF), WASM));

        assertThat(cell(coverage, RELU).standing()).isEqualTo(OperatorStatus.RIGHT_IN_COMPOSITION);
        assertThat(cell(coverage, ADD).standing()).isEqualTo(OperatorStatus.RIGHT_IN_COMPOSITION);
        assertThat(cell(coverage, ADD_HALF).standing()).isEqualTo(OperatorStatus.UNDECIDED);
        assertThat(cell(coverage, ADD_HALF).gaps()).isEmpty();
        assertThat(total(coverage)).as("compositions count for no operator").isEqualTo(List.of(0, 0));
    }

    @Test
    void one_operator_used_twice_is_a_composition() {
        OperatorSignature twice = new OperatorSignature("ai.onnx", "Add", 14, Optional.of(DType.FLOAT32), 2);
        assertThat(cell(coverage(crashed(model("a", twice), WASM)), ADD).standing())
                .isEqualTo(OperatorStatus.UNDECIDED);
    }

    @Test
    void what_ran_elsewhere_in_part_is_not_right() {
        CaseRun partial = verdict(passed(model("a", ADD), WEBNN), Verdict.PARTIAL);
        OperatorCell cell = cell(coverage(partial), ADD);
        assertThat(cell.alone()).hasToString("0/1");
        assertThat(cell.standing()).isEqualTo(OperatorStatus.PARTLY);
        assertThat(cell.gaps()).hasSize(1);
    }

    @Test
    void partial_cases_are_told_beside_those_wholly_on_the_target() {
        CaseRun partial = verdict(passed(model("a", ADD), WEBNN), Verdict.PARTIAL);

        assertThat(text(partial)).contains("0/1 + 1 partial\n").contains("wholly on the target and right / all");
        assertThat(text(partial, crashed(model("b", ADD), WEBNN))).contains("0/2 + 1 partial CRASHED");
        assertThat(text(verdict(passed(model("c", ADD, RELU), WEBNN), Verdict.PARTIAL)))
                .contains("(1 partial of 1)");
        assertThat(text(passed(model("a", ADD), WEBNN)))
                .as("the negative control: a pass is no partial one")
                .contains("1/1 ok")
                .doesNotContain("+ 1 partial");
    }

    @Test
    void a_software_adapter_is_told_in_the_name_of_its_column_and_no_other_is() {
        String table =
                text(passed(model("a", ADD), WEBGPU), passed(model("a", ADD), WASM), crashed(model("b", ADD), WEBGPU));

        assertThat(table.lines().filter(line -> line.startsWith("operator")))
                .singleElement()
                .asString()
                .contains("webgpu (software)", "wasm")
                .doesNotContain("wasm (software)");
        assertThat(table).containsPattern("Why not, .* webgpu \\(software\\):").doesNotContain("wasm (software)");
    }

    @Test
    void reasons_that_differ_in_numbers_are_told_in_the_words_of_their_first_case() {
        String differing = text(
                unsupported(model("b", ADD), WASM, "9 of 12 values at [3,4]"),
                unsupported(model("a", ADD), WASM, "7 of 12 values at [1,2]"));
        assertThat(differing)
                .contains("2 UNSUPPORTED, OPERATOR_UNSUPPORTED, such as: 7 of 12 values at [1,2] (onnx-node:ai.onnx:a)")
                .doesNotContain("#");

        assertThat(text(unsupported(model("a", ADD), WASM, "no 2"), unsupported(model("b", ADD), WASM, "no kernel")))
                .as("each of one case")
                .contains("1 UNSUPPORTED, OPERATOR_UNSUPPORTED: no 2 (onnx-node:ai.onnx:a)")
                .contains("1 UNSUPPORTED, OPERATOR_UNSUPPORTED: no kernel (onnx-node:ai.onnx:b)");
    }

    @Test
    void an_operator_that_a_target_does_not_take_is_no_broken_one() {
        assertThat(cell(coverage(unsupported(model("a", ADD), WEBNN, "no kernel")), ADD)
                        .standing())
                .isEqualTo(OperatorStatus.UNSUPPORTED);
    }

    @Test
    void reasons_that_differ_in_numbers_and_names_only_are_told_once() {
        OperatorCell cell = cell(
                coverage(
                        unsupported(
                                model("test_a", ADD), WEBNN, "no kernel for node 'n12' of test_a, shape [2,3] float16"),
                        unsupported(
                                model("test_b", ADD), WEBNN, "no kernel for node 'x7' of test_b, shape [4] float16"),
                        unsupported(model("test_c", ADD), WEBNN, "no kernel for node 'x7' of test_c, shape [4] int64")),
                ADD);

        assertThat(cell.gaps())
                .extracting(Gap::message)
                .containsExactly(
                        "no kernel for node '#' of the model, shape [#] float16",
                        "no kernel for node '#' of the model, shape [#] int64");
        assertThat(cell.gaps().get(0).cases()).containsExactly("onnx-node:ai.onnx:test_a", "onnx-node:ai.onnx:test_b");
        assertThat(cell.gaps().get(0).sample()).contains("'n12'");
    }

    @Test
    void an_apostrophe_opens_no_name() {
        assertThat(Gap.stripped("Can't create a session. ERROR_CODE: 9, node 'n1' isn't there", "m"))
                .isEqualTo("Can't create a session. ERROR_CODE: #, node '#' isn't there");
    }

    @Test
    void failures_come_first_then_gaps_then_the_right_ones() {
        OperatorSignature abs = onnx("Abs", 13, DType.FLOAT32);
        OperatorSignature zap = onnx("Zap", 1, DType.FLOAT32);
        OperatorCoverage coverage = coverage(
                passed(model("a", abs), WASM),
                unsupported(model("b", ADD), WASM, "no"),
                crashed(model("c", zap), WASM),
                passed(model("d", RELU, RELU), WASM));

        assertThat(coverage.rows()).extracting(OperatorKey::operator).containsExactly("Zap", "Add", "Abs", "Relu");
    }

    @Test
    void the_newest_result_of_a_case_counts_and_an_older_run_fills_what_it_lacks() {
        try (History history = new InMemoryHistory()) {
            history.append(Fixtures.record("1", crashed(model("a", ADD), WASM), passed(model("b", RELU), WASM)));
            history.append(Fixtures.record("2", Fixtures.START.plusSeconds(60), passed(model("a", ADD), WASM)));
            OperatorCoverage coverage = OperatorCoverage.of(history.latestCells(RunFilter.ALL));

            assertThat(cell(coverage, ADD).alone()).hasToString("1/1");
            assertThat(cell(coverage, RELU).alone()).hasToString("1/1");
            assertThat(coverage.sources())
                    .extracting(OperatorCoverage.Source::runId)
                    .containsExactly("2", "1");
        }
    }

    @Test
    void a_target_that_is_not_there_one_day_changes_nothing() {
        try (History history = new InMemoryHistory()) {
            history.append(Fixtures.record("good", passed(model("a", ADD), WASM)));
            OperatorCoverage before = OperatorCoverage.of(history.latestCells(RunFilter.ALL));
            history.append(Fixtures.record(
                    "absent",
                    Fixtures.START.plusSeconds(60),
                    absent(model("a", ADD), WASM),
                    absent(model("a", ADD), WEBNN),
                    failed(
                            model("b", RELU),
                            WASM,
                            Outcome.FAILED,
                            ErrorCode.BROWSER_LAUNCH_FAILED,
                            "the browser did not start")));

            assertThat(OperatorCoverage.of(history.latestCells(RunFilter.ALL))).isEqualTo(before);
            assertThat(OperatorCoverage.of(Matrix.of(history.latestCells(RunFilter.ALL)))
                            .cells())
                    .isEqualTo(before.cells());
            assertThat(cell(before, ADD).alone()).hasToString("1/1");
        }
    }

    private static CaseRun absent(ModelInfo model, Backend backend) {
        return failed(model, backend, Outcome.UNAVAILABLE, ErrorCode.NO_BROWSER, "no browser was found");
    }

    @Test
    void chains_skipped_cases_and_unread_models_are_left_out_and_counted() {
        CaseRun plain = passed(model("a", ADD), WASM);
        CaseRun chained = new CaseRun(
                plain.caseId(),
                plain.model(),
                new Chain(List.of(WASM, WEBNN)),
                plain.attempts(),
                Optional.empty(),
                "again");
        OperatorCoverage coverage = coverage(
                chained,
                passed(model("unread"), NATIVE_CPU),
                verdict(crashed(model("b", RELU), WASM), Verdict.SKIPPED));

        assertThat(coverage.rows()).isEmpty();
        assertThat(coverage.chains()).isEqualTo(1);
        assertThat(coverage.unread()).isEqualTo(1);
    }

    @Test
    void a_table_for_a_terminal_has_counts_words_and_reasons() {
        OperatorCoverage coverage = coverage(
                passed(model("a", ADD), WASM),
                crashed(model("a", ADD), WEBNN),
                passed(model("b", ADD), WEBNN),
                passed(model("c", RELU), WASM));

        assertThat(OperatorText.render(coverage, 1, new TextStyle(100, true, false)))
                .contains("Add")
                .contains("14")
                .contains("1/2 CRASHED")
                .contains("1/1 ok")
                .contains("… and 1 more row")
                .contains("1 CRASHED, WASM_TRAP: unreachable (onnx-node:ai.onnx:a)")
                .doesNotContain("Relu");
    }

    @Test
    void an_opset_is_told_with_the_version_since_which_the_operator_is_as_it_is() {
        assertThat(OperatorText.opset(OperatorKey.of(onnx("Relu", 17, DType.FLOAT32))))
                .isEqualTo("17 (14)");
        assertThat(OperatorText.opset(OperatorKey.of(ADD))).isEqualTo("14");
        assertThat(OperatorText.opset(OperatorKey.of(onnx("NoSuchOperator", 17, DType.FLOAT32))))
                .isEqualTo("17");
        assertThat(OperatorKey.of(onnx("Relu", 900, DType.FLOAT32)).since())
                .as("a version that nobody knows yet")
                .isEmpty();
    }

    @Test
    void rows_are_chosen_by_whole_words_and_stars() {
        OperatorCoverage all = coverage(
                passed(model("a", ADD), WASM),
                passed(model("b", ADD_HALF), WASM),
                passed(model("c", onnx("AddMore", 14, DType.FLOAT32)), WASM),
                passed(model("d", ADD_OLD), WASM));

        assertThat(all.matching("add").rows()).hasSize(3);
        assertThat(all.matching("add* float32").rows()).hasSize(3);
        assertThat(all.matching("Add opset 7").rows()).hasSize(1);
        assertThat(all.matching("sub").rows()).isEmpty();
        assertThat(all.matching("a(").rows()).as("no pattern of the user's own").isEmpty();
    }

    @Test
    void a_run_of_thousands_of_cells_adds_up() {
        OperatorCoverage coverage = OperatorCoverage.of(Matrix.of(ConformanceFixtures.record("big", 1288)));

        for (Matrix.Column column : coverage.columns()) {
            OperatorCoverage.Total total = coverage.total(column);
            assertThat(total.alone().all() + total.composed().all()).isEqualTo(1288);
        }
        assertThat(OperatorDocument.of(coverage)).containsKeys("sources", "targets", "operators", "leftOut");
    }

    private static OperatorCoverage coverage(CaseRun... runs) {
        return OperatorCoverage.of(Matrix.of(Fixtures.record("run", runs)));
    }

    private static String text(CaseRun... runs) {
        return OperatorText.render(coverage(runs), 40, new TextStyle(400, true, false));
    }

    private static OperatorCell cell(OperatorCoverage coverage, OperatorSignature signature) {
        return coverage.cell(OperatorKey.of(signature), coverage.columns().get(0));
    }

    private static List<Integer> total(OperatorCoverage coverage) {
        OperatorCoverage.Total total = coverage.total(coverage.columns().get(0));
        return List.of(total.operators(), total.right());
    }

    private static CaseRun crashed(ModelInfo model, Backend backend) {
        return failed(model, backend, Outcome.CRASHED, ErrorCode.WASM_TRAP, "unreachable");
    }

    private static CaseRun wrong(ModelInfo model, Backend backend) {
        return failed(model, backend, Outcome.WRONG, ErrorCode.NUMERICS_WRONG, "off");
    }

    private static CaseRun unsupported(ModelInfo model, Backend backend, String why) {
        return failed(model, backend, Outcome.UNSUPPORTED, ErrorCode.OPERATOR_UNSUPPORTED, why);
    }

    private static CaseRun verdict(CaseRun run, Verdict verdict) {
        return Attempts.comingTo(
                verdict,
                new CaseRun(run.caseId(), run.model(), run.chain(), run.attempts(), Optional.empty(), run.reproduce()));
    }
}
