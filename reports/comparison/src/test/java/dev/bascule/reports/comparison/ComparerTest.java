package dev.bascule.reports.comparison;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.comparison.ComparedCells.around;
import static dev.bascule.reports.comparison.ComparedCells.compare;
import static dev.bascule.reports.comparison.ComparedCells.pass;
import static dev.bascule.reports.comparison.ComparedCells.run;
import static dev.bascule.reports.comparison.ComparedCells.runs;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.fixture.SchemaCheck;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("red-team")
class ComparerTest {
    @Test
    void a_planted_slowdown_is_a_regression_and_the_same_again_is_none() {
        List<CaseResult> before = runs("a", 0, 5, i -> new CaseRun[] {pass(TEXT, WASM, around(10, i))});
        List<CaseResult> slower = runs("b", 9, 5, i -> new CaseRun[] {pass(TEXT, WASM, around(13, i))});
        List<CaseResult> same = runs("c", 9, 5, i -> new CaseRun[] {pass(TEXT, WASM, around(10, i + 1))});

        ComparisonReport found = compare(before, slower);
        assertThat(found.slowdowns()).hasSize(1);
        assertThat(found.hasRegression()).isTrue();
        assertThat(found.groups().get(0).sentence(found.options()))
                .startsWith("slower by ")
                .contains("on wasm in Chrome Headless Shell");
        assertThat(compare(before, same).hasRegression()).isFalse();
        assertThat(compare(before, same).cases().get(0).judgement().finding()).isEqualTo(SpeedFinding.EQUIVALENT);
    }

    @Test
    void cases_of_two_files_of_one_name_are_told_apart_by_the_hash_and_others_need_none() {
        ModelInfo other = Fixtures.model(TEXT.name(), "42c9e48b", TEXT.family(), TEXT.task());
        assertThat(labels(TEXT, other))
                .containsExactly("bert-tiny sha " + TEXT.sha256().substring(0, 8), "bert-tiny sha 42c9e48b");
        assertThat(labels(TEXT)).containsExactly("bert-tiny");
    }

    private static List<String> labels(ModelInfo... models) {
        IntFunction<CaseRun[]> each =
                i -> Stream.of(models).map(model -> pass(model, WASM, 10)).toArray(CaseRun[]::new);
        return compare(runs("a", 0, 2, each), runs("b", 9, 2, each)).cases().stream()
                .map(one -> one.subject().label())
                .toList();
    }

    @Test
    void a_slowdown_below_the_threshold_is_told_and_is_no_regression() {
        List<CaseResult> before = runs("a", 0, 8, i -> new CaseRun[] {pass(TEXT, WASM, around(10, i))});
        List<CaseResult> inTurns = runs("b", 0, 8, i -> new CaseRun[] {pass(TEXT, WASM, around(10.17, i))});
        List<CaseResult> later = runs("b", 9, 8, i -> new CaseRun[] {pass(TEXT, WASM, around(10.17, i))});

        ComparisonReport found = compare(before, inTurns);

        assertThat(found.cases().get(0).judgement().finding()).isEqualTo(SpeedFinding.SLOWER);
        assertThat(found.hasRegression()).isFalse();
        CaseComparison apart = compare(before, later).cases().get(0);
        assertThat(apart.judgement().finding())
                .as("less than sessions may differ by is not claimed where the sides took no turns")
                .isNotEqualTo(SpeedFinding.SLOWER);
        assertThat(apart.judgement().why()).contains("took no turns, so that 1.0 % between their sessions is assumed");
    }

    @Test
    void another_machine_is_never_a_regression() {
        List<CaseResult> before = runs("a", 0, 5, i -> new CaseRun[] {pass(TEXT, WASM, around(10, i))});
        List<CaseResult> after = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            after.addAll(CaseResult.allOf(RunVariants.onDevice(run("b" + i, 9 + i, pass(TEXT, WASM, around(30, i))))));
        }

        ComparisonReport found = compare(before, after);

        assertThat(found.kind()).isEqualTo(ComparisonReport.Kind.OTHER_MACHINES);
        assertThat(found.cases().get(0).judgement().finding()).isEqualTo(SpeedFinding.SLOWER);
        assertThat(found.hasRegression()).isFalse();
        assertThat(found.unshared().differences().get(0).isMachine()).isTrue();
    }

    @Test
    void browser_against_native_takes_the_interleaved_ratios_where_there_are_any() {
        List<CaseResult> both = runs("a", 0, 4, i -> new CaseRun[] {
            strict(
                    TEXT,
                    Verdict.PASS,
                    Fixtures.on(WASM).median(8).nativeTakes(2).build()),
            pass(VISION, WASM, around(9, i)),
            pass(TEXT, NATIVE_CPU, 2.5),
            pass(VISION, NATIVE_CPU, around(3, i + 1))
        });
        List<CaseResult> nativeSide = both.stream()
                .filter(cell -> cell.run().chain().equals(CaseResult.NATIVE_CPU))
                .toList();
        List<CaseResult> browserSide = both.stream()
                .filter(cell -> !cell.run().chain().equals(CaseResult.NATIVE_CPU))
                .toList();

        ComparisonReport found = compare(
                nativeSide, browserSide, Dimension.BROWSER, Dimension.ENGINE, Dimension.BACKEND, Dimension.DEVICE);

        assertThat(found.kind()).isEqualTo(ComparisonReport.Kind.OTHER_TARGETS);
        assertThat(found.cases())
                .extracting(one -> one.estimate().orElseThrow().basis())
                .containsExactlyInAnyOrder(Estimate.Basis.INTERLEAVED_RUNS, Estimate.Basis.PAIRED_RUNS);
        assertThat(found.cases().get(0).estimate().orElseThrow().ratio()).isBetween(3.5, 4.5);
        assertThat(found.groups())
                .singleElement()
                .satisfies(group -> assertThat(group.sentence(found.options()))
                        .startsWith("takes ")
                        .contains("times as long on wasm in Chrome Headless Shell against cpu"));
        assertThat(found.hasRegression()).isFalse();
    }

    /** One case has two runs a side, and what they differ by is in its interval; the other has one. */
    @Test
    void a_group_holds_in_this_session_only_where_every_case_has_one_run_a_side() {
        ComparisonReport mixed = inTurn(2, 1);
        GroupVerdict group = mixed.groups().get(0);
        assertThat(group.sentence(mixed.options()))
                .startsWith("takes ")
                .doesNotContain("in this session")
                .contains("geometric mean of 2 cases, 1 of one session: 2 slower");
        assertThat(group.mean().orElseThrow().how())
                .startsWith("cases of one run and of several: ")
                .doesNotContain("in this session only");
        assertThat(mixed.cases())
                .extracting(one -> one.verdict(mixed.options()))
                .satisfiesExactly(
                        text -> assertThat(text).doesNotContain("in this session"),
                        once -> assertThat(once).contains("in this session"));
        assertThat(SchemaCheck.complaints(
                        ComparisonDocument.schema(), Json.MAPPER.valueToTree(ComparisonDocument.of(mixed))))
                .isEmpty();

        ComparisonReport single = inTurn(1, 1);
        assertThat(single.groups().get(0).sentence(single.options()))
                .as("negative control")
                .contains("in this session")
                .doesNotContain("of one session");
        ComparisonReport both = inTurn(2, 2);
        assertThat(both.groups().get(0).sentence(both.options())).doesNotContain("session");
    }

    /** Wasm in turn with the native CPU, in so many runs of each of two cases. */
    private static ComparisonReport inTurn(int textRuns, int visionRuns) {
        List<CaseResult> all = runs(
                "a",
                0,
                2,
                i -> Stream.of(TEXT, VISION)
                        .filter(model -> i < (model == TEXT ? textRuns : visionRuns))
                        .flatMap(model -> Stream.of(
                                strict(
                                        model,
                                        Verdict.PASS,
                                        Fixtures.on(WASM)
                                                .median(8)
                                                .nativeTakes(2)
                                                .build()),
                                pass(model, NATIVE_CPU, 2)))
                        .toArray(CaseRun[]::new));
        return compare(
                all.stream()
                        .filter(cell -> cell.run().chain().equals(CaseResult.NATIVE_CPU))
                        .toList(),
                all.stream()
                        .filter(cell -> !cell.run().chain().equals(CaseResult.NATIVE_CPU))
                        .toList(),
                Dimension.BROWSER,
                Dimension.ENGINE,
                Dimension.BACKEND,
                Dimension.DEVICE);
    }

    @Test
    void too_few_samples_are_said_to_be_so() {
        List<CaseResult> before = runs("a", 0, 1, i -> new CaseRun[] {pass(TEXT, WEBGPU, 10)});
        List<CaseResult> after = runs("b", 9, 1, i -> new CaseRun[] {
            strict(TEXT, Verdict.PASS, Fixtures.on(WEBGPU).median(10).samples(3).build())
        });

        ComparisonReport found = compare(before, after);

        assertThat(found.cases().get(0).judgement().finding()).isEqualTo(SpeedFinding.TOO_FEW_SAMPLES);
        assertThat(found.groups().get(0).sentence(found.options())).startsWith("too few samples on webgpu");
        assertThat(found.mean()).isEmpty();
    }

    @Test
    void a_sentence_on_several_cases_tells_how_many_it_speaks_of_and_is_true_of_each() {
        List<CaseResult> before = runs("a", 0, 5, i ->
                new CaseRun[] {pass(TEXT, WASM, around(10, i)), pass(VISION, WASM, around(10, i))});
        List<CaseResult> after = runs("b", 9, 5, i -> new CaseRun[] {
            pass(TEXT, WASM, around(13, i)),
            strict(VISION, Verdict.PASS, Fixtures.on(WASM).median(10).samples(3).build())
        });
        List<CaseResult> neither = runs("c", 9, 5, i -> new CaseRun[] {
            strict(TEXT, Verdict.WRONG, Fixtures.on(WASM).wrongNumbers().build()),
            strict(VISION, Verdict.PASS, Fixtures.on(WASM).median(10).samples(3).build())
        });

        assertThat(sentence(compare(before, after)))
                .startsWith("slower by ")
                .endsWith("(geometric mean of 1 of 2 cases: 1 slower, 1 too few samples)");
        assertThat(sentence(compare(before, neither))).contains("(1 too few samples, 1 not compared), such as: ");
    }

    @Test
    void a_software_adapter_is_said_to_be_one_wherever_its_speed_is_told() {
        List<CaseResult> all = runs("a", 0, 5, i ->
                new CaseRun[] {pass(TEXT, NATIVE_CPU, around(2, i)), pass(TEXT, WEBGPU, around(200, i))});
        ComparisonReport found = compare(
                all.stream()
                        .filter(cell -> cell.run().chain().first().equals(NATIVE_CPU))
                        .toList(),
                all.stream()
                        .filter(cell -> cell.run().chain().first().equals(WEBGPU))
                        .toList(),
                Dimension.BACKEND,
                Dimension.BROWSER,
                Dimension.ENGINE,
                Dimension.DEVICE);

        assertThat(found.cases())
                .singleElement()
                .satisfies(one ->
                        assertThat(one.subject().candidate()).isEqualTo("webgpu (software) in Chrome Headless Shell"));
        assertThat(sentence(found)).contains("on webgpu (software) in Chrome Headless Shell against cpu");
    }

    private static String sentence(ComparisonReport report) {
        assertThat(report.groups()).hasSize(1);
        return report.groups().get(0).sentence(report.options());
    }

    @Test
    void single_runs_take_their_noise_from_the_history() {
        List<CaseResult> history = runs("h", 0, 12, i -> new CaseRun[] {pass(TEXT, WEBNN, around(10, i))});
        List<CaseResult> before = history.subList(11, 12);
        List<CaseResult> after = runs("b", 20, 1, i -> new CaseRun[] {pass(TEXT, WEBNN, 12)});
        ComparisonReport known = Comparer.compare(
                new ComparedSide("before", before),
                new ComparedSide("after", after),
                Set.of(),
                history,
                ComparisonOptions.DEFAULT);

        assertThat(known.cases().get(0).judgement().why()).contains("measured over 13 runs");
        assertThat(known.hasRegression()).isTrue();
        assertThat(compare(before, after).hasRegression())
                .as("without a history, 20 %% may be noise")
                .isFalse();
    }

    /** Load that began during the new run: it was measured in the cell, and is no regression. */
    @Test
    void a_cell_that_was_measured_beside_other_work_is_no_regression() {
        List<CaseResult> history = runs("h", 0, 12, i -> new CaseRun[] {pass(TEXT, WEBNN, around(10, i))});
        List<CaseResult> loaded = runs("b", 20, 1, i -> new CaseRun[] {
            strict(
                    TEXT,
                    Verdict.PASS,
                    Fixtures.on(WEBNN).median(34).onBusyMachine().build())
        });
        List<CaseResult> quiet = runs("b", 20, 1, i -> new CaseRun[] {pass(TEXT, WEBNN, 34)});

        ComparisonReport noisy = compare(history, loaded);
        assertThat(noisy.hasRegression()).isFalse();
        assertThat(noisy.cases().get(0).judgement().finding()).isEqualTo(SpeedFinding.NOISY);
        assertThat(noisy.cases().get(0).verdict(noisy.options())).isEqualTo("noisy: not judged");
        assertThat(compare(history, quiet).hasRegression())
                .as("the same on a quiet machine")
                .isTrue();
    }

    @Test
    void a_side_without_a_history_is_not_as_quiet_as_the_one_that_has_one() {
        List<CaseResult> history = runs("h", 0, 12, i -> new CaseRun[] {pass(TEXT, WEBNN, around(10, i))});
        List<CaseResult> after = runs("b", 20, 1, i -> new CaseRun[] {pass(TEXT, WASM, 12)});
        ComparisonReport found = Comparer.compare(
                new ComparedSide("before", history.subList(11, 12)),
                new ComparedSide("after", after),
                Set.of(Dimension.BACKEND),
                history,
                ComparisonOptions.DEFAULT);

        assertThat(found.cases().get(0).estimate().orElseThrow().noise()).contains(RunNoise.ASSUMED);
    }

    @Test
    void a_setting_that_one_side_does_not_name_has_its_default_there() {
        assertThat(new SideDifference("setting graphOptimization", List.of(), List.of("disabled")).words())
                .isEqualTo("setting graphOptimization: all (the default) → disabled");
        assertThat(new SideDifference("setting threads", List.of("2"), List.of()).words())
                .isEqualTo("setting threads: 2 → (the default)");
        assertThat(new SideDifference("driver nvidia", List.of(), List.of("550")).words())
                .isEqualTo("driver nvidia: (none) → 550");
    }

    @Test
    void what_only_one_side_has_is_named() {
        List<CaseResult> before = runs("a", 0, 1, i -> new CaseRun[] {pass(TEXT, WASM, 10), pass(VISION, WASM, 4)});
        List<CaseResult> after = runs("b", 9, 1, i -> new CaseRun[] {pass(TEXT, WASM, 10), pass(TEXT, WEBNN, 3)});

        ComparisonReport found = compare(before, after);

        assertThat(found.unshared().onlyBaseline()).containsExactly("mobilenet-tiny on wasm in Chrome Headless Shell");
        assertThat(found.unshared().onlyCandidate()).containsExactly("bert-tiny on webnn in Chrome Headless Shell");
    }
}
