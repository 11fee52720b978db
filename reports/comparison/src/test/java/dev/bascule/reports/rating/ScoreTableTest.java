package dev.bascule.reports.rating;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.Fixtures.AUDIO;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.run;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static dev.bascule.reports.rating.ScoredCells.SECOND;
import static dev.bascule.reports.rating.ScoredCells.cells;
import static dev.bascule.reports.rating.ScoredCells.overall;
import static dev.bascule.reports.rating.ScoredCells.pass;
import static dev.bascule.reports.rating.ScoredCells.score;
import static dev.bascule.reports.rating.ScoredCells.table;
import static dev.bascule.reports.rating.ScoredCells.unsupported;
import static dev.bascule.reports.rating.ScoredCells.usual;
import static dev.bascule.reports.rating.ScoredCells.wrong;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.SchemaCheck;
import dev.bascule.reports.matrix.TextStyle;
import dev.bascule.reports.scoring.Formula;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ScoreTableTest {
    @Test
    void a_case_that_failed_by_its_inputs_is_left_out_and_told_while_wrong_outputs_still_count() {
        CaseRun misfit = strict(
                SECOND,
                Verdict.FAILED,
                Fixtures.on(NATIVE_CPU)
                        .samples(0)
                        .failed(Outcome.FAILED, ErrorCode.REFERENCE_UNAVAILABLE, "inputs do not fit")
                        .build());
        ScoreTable alone = ScoreTable.of(cells(pass(TEXT, NATIVE_CPU, 4)));
        ScoreTable beside = ScoreTable.of(cells(pass(TEXT, NATIVE_CPU, 4), misfit));
        ScoreTable failing = ScoreTable.of(cells(pass(TEXT, NATIVE_CPU, 4), wrong(SECOND, NATIVE_CPU)));

        assertThat(beside.overall().get(0).assessment())
                .isEqualTo(alone.overall().get(0).assessment());
        assertThat(beside.leftOut()).containsExactly("minilm on cpu");
        assertThat(beside.leftOutWords().orElseThrow()).startsWith("Left out of the scores: 1 cell, ");
        assertThat(ScoreText.render(beside, new TextStyle(200, true, false))).contains("Left out of the scores");
        assertThat(alone.leftOutWords()).isEmpty();
        assertThat(failing.overall().get(0).assessment().value())
                .as("negative control: what the target did wrong")
                .isLessThan(alone.overall().get(0).assessment().value());
        assertThat(failing.leftOut()).isEmpty();
    }

    @Test
    void a_family_is_the_mean_of_its_models_and_a_target_that_of_its_families() {
        ScoreTable table = table(usual());

        FamilyScore text = score(table, Family.EMBEDDING, "wasm");
        // 40 right + 20 placed + 20 for half the speed, and a wrong one.
        assertThat(text.assessment().value()).isEqualTo(80 / 2, within(0.5));
        assertThat(text.rating()).isEqualTo(Rating.LOW);
        assertThat(score(table, Family.EMBEDDING, "cpu").rating()).isEqualTo(Rating.HIGH);
        TargetScore wasm = table.overall().get(1);
        assertThat(wasm.target().label()).isEqualTo("wasm in Chrome Headless Shell 153");
        assertThat(wasm.assessment().value()).isEqualTo((80 / 2 + 68.5) / 2, within(0.5));
        assertThat(wasm.models()).isEqualTo(3);
    }

    @Test
    void what_was_tried_and_cannot_run_is_a_cross_and_no_number() {
        ScoreTable table = table(usual());

        FamilyScore webnn = score(table, Family.EMBEDDING, "webnn");
        assertThat(webnn.rating()).isEqualTo(Rating.NONE);
        assertThat(webnn.ofWhatRuns()).isEmpty();
        assertThat(webnn.unsupported()).containsExactly("bert-tiny");
        assertThat(table.overall())
                .extracting(score -> score.target().label())
                .noneMatch(label -> label.startsWith("webnn"));
    }

    @Test
    void a_case_that_cannot_run_is_named_beside_the_model_that_has_a_score_by_another() {
        CaseRun large = unsupported(TEXT, WASM);
        CaseRun eight = new CaseRun(
                CaseId.of("quickstart", TEXT.family().id(), TEXT.name(), Map.of("batch", "8")),
                TEXT,
                large.chain(),
                large.attempts(),
                large.fallbackCost(),
                large.reproduce());
        FamilyScore wasm =
                score(table(List.of(pass(TEXT, NATIVE_CPU, 4), pass(TEXT, WASM, 8), eight)), Family.EMBEDDING, "wasm");

        assertThat(wasm.models()).hasSize(1);
        assertThat(wasm.unsupported()).containsExactly("bert-tiny bert-tiny batch=8");
    }

    @Test
    @Tag("red-team")
    void a_target_that_refuses_what_it_computed_wrongly_before_does_not_score_higher() {
        List<CaseRun> refusing = usual().stream()
                .map(run -> run.verdict() == Verdict.WRONG ? unsupported(SECOND, WASM) : run)
                .toList();

        assertThat(overall(table(refusing), "wasm").assessment().value())
                .isEqualTo(overall(table(usual()), "wasm").assessment().value());
        assertThat(score(table(refusing), Family.EMBEDDING, "wasm").unsupported())
                .containsExactly("minilm");
        assertThat(table(refusing).order().rank(overall(table(refusing), "wasm").target()))
                .as("it stands in the same order, over the same models")
                .isEqualTo(table(usual())
                        .order()
                        .rank(overall(table(usual()), "wasm").target()));
        assertThat(table(refusing).order().models())
                .isEqualTo(table(usual()).order().models());
    }

    /** Whatever is not measured, put in anywhere and in any number, changes no score. */
    @Test
    void nothing_unmeasured_ever_adds_to_a_score() {
        List<CaseRun> unmeasured = List.of(
                strict(
                        AUDIO,
                        Verdict.SKIPPED,
                        Fixtures.on(WASM)
                                .failed(Outcome.CANCELLED, ErrorCode.RUN_INTERRUPTED, "stopped")
                                .build()),
                strict(
                        AUDIO,
                        Verdict.UNSUPPORTED,
                        Fixtures.on(WEBGPU)
                                .failed(Outcome.UNAVAILABLE, ErrorCode.BACKEND_UNAVAILABLE, "none")
                                .notStarted()),
                strict(AUDIO, Verdict.PASS, Fixtures.on(WASM).unchecked().build()),
                strict(AUDIO, Verdict.PASS, Fixtures.on(WASM).samples(0).build()),
                strict(
                        VISION,
                        Verdict.SKIPPED,
                        Fixtures.on(WEBNN)
                                .failed(Outcome.CANCELLED, ErrorCode.RUN_INTERRUPTED, "stopped")
                                .build()),
                pass(Fixtures.model("add", "ee", Family.OTHER, ModelInfo.CONFORMANCE), WASM, 0.1),
                run(
                        AUDIO,
                        Chain.of(Backends.WEBGPU, Backends.WASM),
                        Verdict.FELL_BACK,
                        List.of(
                                Fixtures.on(WEBGPU)
                                        .failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "no")
                                        .build(),
                                Fixtures.on(WASM).build())));
        String before = shown(table(usual()));
        Random random = new Random(5);

        for (int round = 0; round < 50; round++) {
            List<CaseRun> more = new ArrayList<>(usual());
            for (int i = 0; i < 1 + random.nextInt(6); i++) {
                more.add(random.nextInt(more.size() + 1), unmeasured.get(random.nextInt(unmeasured.size())));
            }
            assertThat(shown(table(more))).isEqualTo(before);
        }
        assertThat(shown(table(List.of(pass(AUDIO, WASM, 3)))))
                .as("negative control")
                .isNotEqualTo(before);
    }

    private static String shown(ScoreTable table) {
        List<String> shown = new ArrayList<>();
        table.scores()
                .forEach(
                        score -> shown.add(score.family() + " " + score.target().label() + " " + score.brief() + " "
                                + score.models().size()));
        table.overall().forEach(score -> shown.add(score.target().label() + " " + score.assessment()));
        return shown.stream().sorted().toList().toString();
    }

    /** Negative controls: what becomes worse costs points. */
    @Test
    void wrong_outputs_lost_placement_and_lost_speed_each_cost_points() {
        double good = wasm(pass(TEXT, WASM, 4));

        assertThat(wasm(wrong(TEXT, WASM))).isZero();
        assertThat(wasm(strict(
                        TEXT,
                        Verdict.PARTIAL,
                        Fixtures.on(WASM)
                                .median(4)
                                .nodes(Map.of("wasm", 22, "cpu", 22))
                                .build())))
                .isEqualTo(good - 10, within(0.01));
        assertThat(wasm(pass(TEXT, WASM, 40))).isLessThan(good - 10);
        assertThat(wasm(strict(
                        TEXT,
                        Verdict.PASS,
                        Fixtures.on(WASM)
                                .median(4)
                                .evidence(Fixtures.reported(WASM))
                                .build())))
                .as("an API's word alone")
                .isEqualTo(good - 20, within(0.5));
    }

    private static double wasm(CaseRun run) {
        return score(table(List.of(pass(TEXT, NATIVE_CPU, 4), run)), Family.EMBEDDING, "wasm")
                .assessment()
                .value();
    }

    @Test
    void the_text_has_the_formula_and_a_worked_example() {
        String text = ScoreText.render(table(usual()), new TextStyle(200, true, false));

        assertThat(text)
                .contains(Formula.LINE)
                .contains("High from 80, Medium from 65")
                .contains("40 right (")
                .contains("webnn cpu in Chrome Headless Shell 153 cannot run bert-tiny");
        assertThat(table(usual()).example())
                .last()
                .asString()
                .startsWith("wasm in Chrome Headless Shell 153 over all:");
    }

    @Test
    void a_model_of_several_cases_has_their_mean_in_the_worked_example() {
        CaseRun twice = pass(TEXT, WASM, 11);
        CaseRun more = new CaseRun(
                CaseId.of("quickstart", "embedding", TEXT.name(), Map.of("batch", "2")),
                twice.model(),
                twice.chain(),
                twice.attempts(),
                twice.fallbackCost(),
                twice.reproduce());

        assertThat(table(List.of(pass(TEXT, NATIVE_CPU, 4), pass(TEXT, WASM, 8), more))
                        .example())
                .filteredOn(line -> line.startsWith(TEXT.name()))
                .hasSize(3)
                .last()
                .asString()
                .matches(".*: \\([\\d.]+ \\+ [\\d.]+\\) / 2 = [\\d.]+");
    }

    @Test
    void the_document_is_as_its_schema_says() throws Exception {
        ObjectNode document = (ObjectNode) Json.MAPPER.valueToTree(ScoreDocument.of(table(usual())));
        assertThat(SchemaCheck.complaints(ScoreDocument.schema(), document)).isEmpty();
        assertThat(SchemaCheck.complaints(
                        ScoreDocument.schema(), Json.MAPPER.valueToTree(ScoreDocument.of(ScoreTable.of(List.of())))))
                .isEmpty();
        document.remove("formula");
        assertThat(SchemaCheck.complaints(ScoreDocument.schema(), document))
                .as("negative control")
                .isNotEmpty();
    }
}
