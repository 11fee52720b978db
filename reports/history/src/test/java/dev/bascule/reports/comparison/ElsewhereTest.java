package dev.bascule.reports.comparison;

import static dev.bascule.fallback.backend.Backends.CUDA;
import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.OPENVINO;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.fixture.Fixtures.MACHINE;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.run;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Machine;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.export.Reporters;
import dev.bascule.reports.fixture.AttemptBuilder;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.fixture.SchemaCheck;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.EmptyHistory;
import dev.bascule.reports.history.History;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.ElsewhereCost;
import dev.bascule.reports.matrix.ElsewhereCost.Reached;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixText;
import dev.bascule.reports.matrix.TextStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a fallback costs elsewhere, told by a real history file of several machines. */
@Tag("slow")
class ElsewhereTest {
    private static final Machine WITH_GPU = machine("a", "NVIDIA L4");
    private static final Machine WITH_ANOTHER = machine("b", "NVIDIA T4");
    private static final Chain NATIVE = new Chain(List.of(CUDA, OPENVINO, NATIVE_CPU));
    private static final Browser FIREFOX = new Browser("Firefox", "153.0.1", "process", List.of());

    /** Here there is neither CUDA nor OpenVINO. */
    private final RunRecord here = record(
            "here",
            START.plus(Duration.ofDays(9)),
            fellBack(NATIVE, on(NATIVE_CPU).median(30)));

    @TempDir
    Path folder;

    private History history;
    private int runs;

    @BeforeEach
    void open() {
        history = DuckDbHistory.open(EmptyHistory.at(folder.resolve("history.duckdb")));
    }

    @AfterEach
    void close() {
        history.close();
    }

    private static Machine machine(String name, String gpu) {
        return new Machine(
                name.repeat(16),
                "Ubuntu 24.04 x86-64",
                new Machine.Cpu("AMD EPYC 7763", 16, List.of("avx2")),
                Optional.of(64L << 30),
                List.of(new Machine.Gpu(gpu, "NVIDIA", false)));
    }

    private static Attempt absent(Backend backend) {
        return on(backend)
                .failed(Outcome.UNAVAILABLE, ErrorCode.BACKEND_UNAVAILABLE, "not here")
                .notStarted();
    }

    private static CaseRun fellBack(Chain chain, AttemptBuilder reached) {
        List<Attempt> attempts = new java.util.ArrayList<>(chain.rungs().stream()
                .limit(chain.rungs().size() - 1)
                .map(ElsewhereTest::absent)
                .toList());
        attempts.add(reached.build());
        return run(TEXT, chain, Verdict.FELL_BACK, attempts);
    }

    private static CaseRun cell(AttemptBuilder attempt) {
        return strict(TEXT, Verdict.PASS, attempt.build());
    }

    private void measured(Machine machine, CaseRun... cells) {
        String id = "there-" + runs;
        history.append(RunVariants.on(record(id, START.plus(Duration.ofDays(runs++)), cells), machine));
    }

    private ElsewhereCosts costs(RunRecord of) {
        List<CaseResult> cells = CaseResult.allOf(of);
        return Elsewhere.of(cells, history.strictCells(ElsewhereCosts.models(cells)));
    }

    private Optional<ElsewhereCost> cost() {
        return costs(here).of(here.runs().get(0));
    }

    @Test
    void a_machine_that_has_both_backends_tells_what_the_fallback_costs_there() {
        measured(WITH_GPU, cell(on(CUDA).median(2)), cell(on(NATIVE_CPU).median(20)));
        ElsewhereCost cost = cost().orElseThrow();
        assertThat(cost.from()).isEqualTo("cuda");
        assertThat(cost.to()).isEqualTo("cpu");
        assertThat(cost.ratio()).isCloseTo(10, within(0.5));
        assertThat(cost.ci95().low()).isLessThan(9.5).isGreaterThan(5);
        assertThat(cost.ci95().high()).isGreaterThan(10.5).isLessThan(20);
        assertThat(cost.machines()).singleElement().satisfies(told -> {
            assertThat(told.machine()).isEqualTo(WITH_GPU);
            assertThat(told.reached()).isEqualTo(Reached.THERE);
            assertThat(told.how()).startsWith("one run each: too few runs to show how they differ");
        });
        assertThat(cost.words()).matches("elsewhere ×\\S+ \\(\\S+–\\S+\\) the time of cuda, on 1 other machine");
    }

    @Test
    void where_no_machine_has_both_the_backend_reached_here_is_held_against_the_one_there_and_says_so() {
        measured(WITH_GPU, cell(on(CUDA).median(2)));
        ElsewhereCost cost = cost().orElseThrow();
        assertThat(cost.ratio()).isCloseTo(15, within(0.8));
        assertThat(cost.reached()).isEqualTo(Reached.HERE);
        assertThat(cost.words()).endsWith("on 1 other machine against cpu here");
        measured(WITH_ANOTHER, cell(on(CUDA).median(2)), cell(on(NATIVE_CPU).median(8)));
        assertThat(cost().orElseThrow().machines())
                .as("one that has both comes before one that has not")
                .extracting(ElsewhereCost.OnMachine::machine, ElsewhereCost.OnMachine::reached)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(WITH_ANOTHER, Reached.THERE));
    }

    @Test
    void several_machines_give_their_mean_and_an_interval_that_covers_each_of_theirs() {
        measured(WITH_GPU, cell(on(CUDA).median(2)), cell(on(NATIVE_CPU).median(20)));
        measured(WITH_ANOTHER, cell(on(CUDA).median(5)), cell(on(NATIVE_CPU).median(20)));
        ElsewhereCost cost = cost().orElseThrow();
        assertThat(cost.ratio()).isCloseTo(Math.sqrt(40), within(0.4));
        assertThat(cost.machines()).hasSize(2).allSatisfy(told -> {
            assertThat(cost.ci95().low()).isLessThanOrEqualTo(told.ci95().low());
            assertThat(cost.ci95().high()).isGreaterThanOrEqualTo(told.ci95().high());
        });
    }

    @Test
    void more_runs_make_the_interval_narrower() {
        measured(WITH_GPU, cell(on(CUDA).median(2)), cell(on(NATIVE_CPU).median(20)));
        double single = width();
        for (int i = 0; i < 4; i++) {
            measured(WITH_GPU, cell(on(CUDA).median(2)), cell(on(NATIVE_CPU).median(20)));
        }
        assertThat(width()).isLessThan(single / 2);
    }

    private double width() {
        ElsewhereCost cost = cost().orElseThrow();
        return Math.log(cost.ci95().high() / cost.ci95().low());
    }

    @Test
    void the_next_backend_of_the_chain_tells_where_no_machine_has_the_first() {
        measured(WITH_GPU, cell(on(OPENVINO).median(4)), cell(on(NATIVE_CPU).median(20)));
        assertThat(cost().orElseThrow().from()).isEqualTo("openvino");
    }

    @Test
    void nothing_but_strict_right_cells_of_the_same_model_and_settings_tells_anything() {
        measured(WITH_GPU, strict(VISION, Verdict.PASS, on(CUDA).median(2).build()));
        measured(WITH_GPU, withBatch(cell(on(CUDA).median(2)), "8"));
        measured(
                WITH_GPU,
                strict(TEXT, Verdict.WRONG, on(CUDA).median(2).wrongNumbers().build()));
        measured(WITH_GPU, cell(on(CUDA).median(2).samples(5)));
        measured(WITH_GPU, cell(on(CUDA).median(2).onAdapter(true)));
        measured(
                WITH_GPU,
                run(TEXT, NATIVE, Verdict.PASS, List.of(on(CUDA).median(2).build())));
        measured(MACHINE, cell(on(CUDA).median(2)));
        assertThat(cost()).isEmpty();
        assertThat(costs(here).reason(here.runs().get(0)).orElseThrow()).contains("on cuda");
        measured(WITH_GPU, cell(on(CUDA).median(2)));
        assertThat(cost()).as("it was looked for in the right place").isPresent();
    }

    @Test
    void a_software_adapter_and_another_browser_tell_nothing_of_a_browser_s_gpu() {
        RunRecord page = record(
                "page",
                START.plus(Duration.ofDays(9)),
                fellBack(new Chain(List.of(WEBGPU, WASM)), on(WASM).median(30)));
        measured(WITH_GPU, cell(on(WEBGPU).median(2).onAdapter(true)), cell(on(WASM).median(20)));
        measured(WITH_GPU, cell(on(WEBGPU).median(2).onAdapter(false).in(FIREFOX)));
        assertThat(costs(page).of(page.runs().get(0))).isEmpty();
        measured(WITH_GPU, cell(on(WEBGPU).median(2).onAdapter(false)));
        assertThat(costs(page).of(page.runs().get(0)).orElseThrow().ratio()).isCloseTo(10, within(0.5));
    }

    private static CaseRun withBatch(CaseRun run, String batch) {
        return new CaseRun(
                CaseId.of(
                        run.caseId().suite(), run.caseId().path(), run.caseId().name(), Map.of("batch", batch)),
                run.model(),
                run.chain(),
                run.attempts(),
                run.fallbackCost(),
                run.reproduce());
    }

    @Test
    void a_cell_that_reached_what_was_expected_is_not_looked_after() {
        RunRecord passed = record(
                "passed",
                run(TEXT, NATIVE, Verdict.PASS, List.of(on(CUDA).median(2).build())));
        assertThat(ElsewhereCosts.models(CaseResult.allOf(passed))).isEmpty();
        assertThat(costs(passed).reason(passed.runs().get(0))).isEmpty();
    }

    @Test
    void the_document_has_it_in_a_field_of_its_own_which_changes_no_other_and_is_not_read_back() throws IOException {
        measured(WITH_GPU, cell(on(CUDA).median(2)), cell(on(NATIVE_CPU).median(20)));
        String json = RunDocuments.json(here, costs(here));
        JsonNode document = Json.MAPPER.readTree(json);
        assertThat(SchemaCheck.complaints(RunDocuments.schema(), document)).isEmpty();
        ObjectNode cell = (ObjectNode) document.at("/cells/0");
        assertThat(cell.at("/fallbackCostElsewhere/label").asText()).isEqualTo("elsewhere");
        assertThat(cell.at("/fallbackCostElsewhere/machines/0/gpus/0").asText()).isEqualTo("NVIDIA L4");
        assertThat(cell.path("fallbackCost").isNull()).isTrue();
        cell.remove("fallbackCostElsewhere");
        assertThat(document).isEqualTo(Json.MAPPER.readTree(RunDocuments.json(here)));
        Path file = Files.writeString(folder.resolve("run.json"), json);
        assertThat(RunDocuments.read(file)).isEqualTo(here);
    }

    @Test
    void a_document_without_it_says_why() throws IOException {
        JsonNode document = Json.MAPPER.readTree(RunDocuments.json(here, costs(here)));
        assertThat(document.at("/cells/0").has("fallbackCostElsewhere")).isFalse();
        assertThat(document.at("/cells/0/reasons/fallbackCostElsewhere").asText())
                .startsWith("no other machine of the history has");
        assertThat(SchemaCheck.complaints(RunDocuments.schema(), document)).isEmpty();
    }

    private String reason(RunRecord of) {
        return costs(of).reason(of.runs().get(0)).orElseThrow();
    }

    @Test
    void the_reason_for_none_is_what_the_history_lacks() {
        assertThat(reason(here))
                .startsWith("no other machine of the history has a strict timed cell")
                .contains("on cuda; no other machine")
                .endsWith("on openvino");

        measured(WITH_GPU, cell(on(CUDA).median(5).samples(3)));
        assertThat(reason(here))
                .startsWith(
                        "the cells of other machines on cuda are no measure of it: they took fewer than 6 samples;");

        measured(WITH_ANOTHER, cell(on(CUDA).median(5)));
        RunRecord untimed = record(
                "untimed",
                START.plus(Duration.ofDays(9)),
                fellBack(NATIVE, on(NATIVE_CPU).median(30).samples(2)));
        assertThat(reason(untimed))
                .startsWith("other machines measured cuda, but none of these measured cpu as well, and this cell is no"
                        + " measure of it: it took fewer than 6 samples;");
    }

    @Test
    void matrix_and_reports_label_it() {
        measured(WITH_GPU, cell(on(CUDA).median(2)), cell(on(NATIVE_CPU).median(20)));
        ElsewhereCosts costs = costs(here);
        String words = costs.of(here.runs().get(0)).orElseThrow().words();
        assertThat(MatrixText.render(Matrix.of(here), costs, new TextStyle(400, true, false)))
                .contains("right, on cpu instead of cuda (" + words + ")");
        assertThat(Reporters.find("md").orElseThrow().with(costs).render(here)).contains(words);
        assertThat(Reporters.find("html").orElseThrow().with(costs).render(here))
                .contains("elsewhere</span> ×", "What the fallback costs elsewhere", "NVIDIA L4");
        assertThat(Reporters.find("html").orElseThrow().render(here)).doesNotContain("elsewhere</span>");
    }
}
