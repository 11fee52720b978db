package dev.bascule.reports.comparison;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.comparison.ComparedCells.around;
import static dev.bascule.reports.comparison.ComparedCells.compare;
import static dev.bascule.reports.comparison.ComparedCells.pass;
import static dev.bascule.reports.comparison.ComparedCells.run;
import static dev.bascule.reports.comparison.ComparedCells.runs;
import static dev.bascule.reports.fixture.Fixtures.AUDIO;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.SchemaCheck;
import dev.bascule.reports.matrix.CaseResult;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A chain that shows what the strict cell of its run measured is no second witness of it. */
class SharedMeasurementsTest {
    private static final Chain CHAIN = Chain.of(WEBGPU, WASM);

    private static CaseRun shows(CaseRun strict) {
        return Fixtures.run(strict.model(), CHAIN, strict.verdict(), strict.attempts());
    }

    private static CaseRun measured(ModelInfo model, double median) {
        return Fixtures.run(
                model,
                CHAIN,
                Verdict.PASS,
                List.of(Fixtures.on(WEBGPU).median(median).build()));
    }

    private static List<CaseResult> side(String id, int from, double text, double vision, boolean chains) {
        return runs(id, from, 6, i -> {
            CaseRun one = pass(TEXT, WEBGPU, around(text, i));
            CaseRun other = pass(VISION, WEBGPU, around(vision, i + 1));
            // The chains come first: the strict cells own what they show all the same.
            return chains ? new CaseRun[] {shows(one), shows(other), one, other} : new CaseRun[] {one, other};
        });
    }

    @Test
    void a_slowdown_is_shown_in_the_chain_too_and_counted_and_tested_once() {
        ComparisonReport alone = compare(side("a", 0, 10, 20, false), side("b", 9, 13, 20, false));
        ComparisonReport shown = compare(side("a", 0, 10, 20, true), side("b", 9, 13, 20, true));

        assertThat(alone.slowdowns()).hasSize(1);
        assertThat(shown.slowdowns())
                .singleElement()
                .satisfies(one ->
                        assertThat(one.subject().candidate()).isEqualTo("webgpu (software) in Chrome Headless Shell"));
        assertThat(shown.shownSlowdowns())
                .extracting(one -> one.subject().candidate())
                .containsExactlyInAnyOrder(
                        "webgpu→wasm (software) in Chrome Headless Shell",
                        "webgpu (software) in Chrome Headless Shell");
        assertThat(shown.compared()).isEqualTo(alone.compared()).isEqualTo(2);
        assertThat(shown.mean()).isEqualTo(alone.mean()).isPresent();
        assertThat(shown.leastShown()).isEqualTo(alone.leastShown());
        assertThat(shown.cases().stream()
                        .map(one -> one.judgement().adjustedP())
                        .distinct())
                .as("Holm's correction is for two comparisons, not four")
                .containsExactlyInAnyOrderElementsOf(alone.cases().stream()
                        .map(one -> one.judgement().adjustedP())
                        .toList());
        assertThat(Regression.of(shown)).hasSize(1);
        assertThat(Regression.shown(shown)).hasSize(2);
    }

    @Test
    void the_group_of_a_chain_is_not_tested_anew_and_says_whose_measurements_it_has() {
        ComparisonReport alone = compare(side("a", 0, 10, 20, false), side("b", 9, 13, 20, false));
        ComparisonReport shown = compare(side("a", 0, 10, 20, true), side("b", 9, 13, 20, true));

        assertThat(shown.groups())
                .hasSize(2)
                .allSatisfy(group -> assertThat(group.adjustedP())
                        .isEqualTo(alone.groups().get(0).adjustedP()));
        assertThat(shown.groups().get(0).sentence(shown.options()))
                .contains("on webgpu→wasm (software) in Chrome Headless Shell")
                .endsWith("(= webgpu (software) in Chrome Headless Shell, measured and counted once)");
        assertThat(shown.groups().get(1).sentence(shown.options())).doesNotContain("counted once");
    }

    @Test
    void a_chain_that_measured_for_itself_counts_for_itself() {
        List<CaseResult> before = runs("a", 0, 6, i ->
                new CaseRun[] {pass(TEXT, WEBGPU, around(10, i)), measured(TEXT, around(10, i + 1))});
        List<CaseResult> after = runs("b", 9, 6, i ->
                new CaseRun[] {pass(TEXT, WEBGPU, around(13, i)), measured(TEXT, around(13, i + 1))});

        ComparisonReport apart = compare(before, after);

        assertThat(apart.slowdowns()).hasSize(2);
        assertThat(apart.compared()).isEqualTo(2);
        assertThat(apart.cases()).allSatisfy(one -> assertThat(one.measuredIn()).isEmpty());
    }

    @Test
    void a_chain_without_the_strict_cells_beside_it_counts_for_itself() {
        assertThat(compare(chains(side("a", 0, 10, 20, true)), chains(side("b", 9, 13, 20, true)))
                        .slowdowns())
                .hasSize(1);
    }

    private static List<CaseResult> chains(List<CaseResult> cells) {
        return cells.stream().filter(cell -> !cell.run().chain().isStrict()).toList();
    }

    @Test
    void one_attempt_that_got_wrong_is_one_regression_and_told_of_both_places() {
        CaseRun right = pass(TEXT, WEBGPU, 10);
        CaseRun wrong = strict(
                TEXT,
                Verdict.WRONG,
                Fixtures.on(WEBGPU).median(10).wrongNumbers().build());
        ComparisonReport report = compare(
                CaseResult.allOf(run("a", 0, right, shows(right))), CaseResult.allOf(run("b", 9, wrong, shows(wrong))));

        assertThat(report.changes()).hasSize(2);
        assertThat(report.shownVerdictRegressions()).hasSize(2);
        assertThat(report.verdictRegressions())
                .extracting(VerdictChange::target)
                .containsExactly("webgpu in Chrome Headless Shell");
        assertThat(report.changes())
                .extracting(VerdictChange::words)
                .contains("no longer right (= webgpu in Chrome Headless Shell, measured and counted once)");
    }

    @Test
    void the_document_marks_both_cases_and_counts_one() {
        ComparisonReport report = compare(side("a", 0, 10, 20, true), side("b", 9, 13, 20, true));
        JsonNode document = Json.MAPPER.valueToTree(ComparisonDocument.of(report));

        assertThat(document.path("summary").path("slowdowns").asInt()).isEqualTo(1);
        assertThat(document.path("summary").path("compared").asInt()).isEqualTo(2);
        assertThat(document.path("cases").findValuesAsText("measuredIn"))
                .containsExactly(
                        "webgpu (software) in Chrome Headless Shell",
                        "webgpu (software) in Chrome Headless Shell",
                        "null",
                        "null");
        assertThat(SchemaCheck.complaints(ComparisonDocument.schema(), document))
                .isEmpty();
    }

    @Test
    void the_noise_of_a_machine_is_told_from_each_measurement_once() {
        double[] wild = {10, 14, 9, 15, 10, 16};
        RunNoise two = usual(wild, List.of(TEXT, VISION), false);
        RunNoise shown = usual(wild, List.of(TEXT, VISION), true);
        RunNoise three = usual(wild, List.of(TEXT, VISION, AUDIO), false);

        assertThat(two).as("two cells are too few to tell it").isEqualTo(RunNoise.ASSUMED);
        assertThat(shown).as("four that show two are two").isEqualTo(RunNoise.ASSUMED);
        assertThat(three.deviation()).as("negative control").isGreaterThan(RunNoise.ASSUMED.deviation());
    }

    /** What a place without runs of its own is assumed to differ by, on the machine of these. */
    private static RunNoise usual(double[] medians, List<ModelInfo> models, boolean chains) {
        List<CaseResult> history = runs(
                "h",
                0,
                medians.length,
                i -> models.stream()
                        .map(model -> pass(model, WEBGPU, medians[i]))
                        .flatMap(cell -> chains ? Stream.of(shows(cell), cell) : Stream.of(cell))
                        .toArray(CaseRun[]::new));
        ComparedSide none = new ComparedSide("none", List.of());
        ComparedPlace unknown = ComparedPlace.of(
                CaseResult.allOf(run("x", 0, pass(TEXT, WASM, 1))).get(0));
        return NoiseByPlace.of(history, none, none, ComparedMetric.INFERENCE).of(unknown, unknown, false);
    }
}
