package dev.bascule.prediction.recommend;

import static dev.bascule.reports.fixture.Fixtures.MACHINE;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.reported;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.target.Machine;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.reports.fixture.AttemptBuilder;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.CaseResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What cells of a history come to, and what a planted one must not. */
class CandidatesTest {
    private static final List<Limit> WITHIN = Limit.parse("memory<=500MB,p95<=50ms");
    private static final Expectation NOTHING =
            (quantity, model, target, measuring) -> new Figure.Unknown("nobody expects it", measuring);

    private static AttemptBuilder wasm() {
        return on(Backends.WASM).median(5).memory(new Memory(200_000_000, "VmHWM"));
    }

    private static CaseResult cell(Verdict verdict, Attempt attempt, Instant at) {
        CaseRun run = strict(VISION, verdict, attempt);
        return new CaseResult("run-" + at.getEpochSecond(), at, MACHINE, run, Optional.empty());
    }

    private static CaseResult cell(Verdict verdict, Attempt attempt) {
        return cell(verdict, attempt, START);
    }

    private static List<Judgement> judged(Expectation expected, CaseResult... cells) {
        MeasuredCells measured = MeasuredCells.of(List.of(cells), MACHINE.fingerprint());
        CandidateModel model = new CandidateModel(
                VISION.name(),
                "zoo:" + VISION.name(),
                Optional.of(MeasuredCells.model(cells[0])),
                OptionalLong.empty());
        return Recommendation.of(
                        new Candidates(measured, expected, target -> Remedy.measure(target, Optional.of("chromium")))
                                .of(List.of(model), measured.targets(), Limit.wanted(WITHIN)),
                        WITHIN)
                .judged();
    }

    private static Judgement one(CaseResult... cells) {
        List<Judgement> all = judged(NOTHING, cells);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void a_cell_that_passed_and_is_proven_fits_by_what_was_measured() {
        Judgement fits = one(cell(Verdict.PASS, wasm().build()));

        assertThat(fits.fit()).isEqualTo(Fit.MEASURED);
        assertThat(fits.candidate().figure(Quantity.P95))
                .hasValueSatisfying(
                        figure -> assertThat(((Figure.Measured) figure).value()).isBetween(5.0, 6.5));
        assertThat(fits.candidate().figure(Quantity.MEMORY))
                .contains(new Figure.Measured(
                        2e8,
                        "peak of its processes, with what they held before, of earlier models of the run too: VmHWM"));
    }

    @Test
    void a_fit_that_was_measured_on_a_busy_machine_or_a_software_adapter_says_so() {
        Judgement busy = one(cell(
                Verdict.PASS,
                on(Backends.WEBGPU)
                        .median(5)
                        .memory(new Memory(200_000_000, "VmHWM"))
                        .onBusyMachine()
                        .build()));

        assertThat(busy.fit()).isEqualTo(Fit.MEASURED);
        assertThat(((Standing.Right) busy.candidate().standing()).notes())
                .containsExactly("software adapter", "busy machine");
    }

    @Test
    void a_planted_cell_that_is_fast_and_wrong_is_never_recommended() {
        Judgement wrong =
                one(cell(Verdict.WRONG, wasm().median(0.01).wrongNumbers().build()));

        assertThat(wrong.fit()).isEqualTo(Fit.DOES_NOT_RUN);
        assertThat(wrong.reasons().get(0)).startsWith("wrong on 2026-11-20: 412 of 1000 output values");
        assertThat(wrong.candidate().figures()).isEmpty();
    }

    @Test
    void a_wrong_cell_is_not_predicted_to_fit_either() {
        Expectation fast = (quantity, model, target, measuring) ->
                new Figure.Predicted(OptionalDouble.of(1), 1, 2, 0.9, "planted");

        assertThat(judged(fast, cell(Verdict.WRONG, wasm().wrongNumbers().build())))
                .extracting(Judgement::fit)
                .containsExactly(Fit.DOES_NOT_RUN);
    }

    @Test
    void what_a_chain_left_as_wrong_is_not_predicted_to_fit() {
        Expectation fast = (quantity, model, target, measuring) ->
                new Figure.Predicted(OptionalDouble.of(1), 1, 2, 0.9, "planted");
        CaseRun fellBack = Fixtures.run(
                VISION,
                Chain.of(Backends.WEBNN, Backends.WASM),
                Verdict.FELL_BACK,
                List.of(on(Backends.WEBNN).wrongNumbers().build(), wasm().build()));
        CaseResult chain = new CaseResult("run-chain", START, MACHINE, fellBack, Optional.empty());

        assertThat(judged(fast, chain)).singleElement().satisfies(judged -> {
            assertThat(judged.candidate().target().backend()).isEqualTo("webnn");
            assertThat(judged.fit()).isEqualTo(Fit.DOES_NOT_RUN);
        });
        CaseResult since = cell(
                Verdict.PASS,
                on(Backends.WEBNN).memory(new Memory(200_000_000, "VmHWM")).build(),
                START.plusSeconds(60));
        assertThat(judged(fast, chain, since)).extracting(Judgement::fit).containsExactly(Fit.MEASURED);
    }

    @Test
    void the_newest_cell_decides_whether_it_runs() {
        CaseResult older = cell(Verdict.PASS, wasm().build(), START.minusSeconds(60));

        assertThat(one(older, cell(Verdict.WRONG, wasm().wrongNumbers().build()))
                        .fit())
                .isEqualTo(Fit.DOES_NOT_RUN);
        assertThat(one(
                                cell(Verdict.PASS, wasm().build()),
                                cell(Verdict.WRONG, wasm().wrongNumbers().build(), START.minusSeconds(60)))
                        .fit())
                .isEqualTo(Fit.MEASURED);
    }

    @Test
    void of_equally_new_cells_the_worst_decides() {
        assertThat(one(
                                cell(Verdict.PASS, wasm().build()),
                                cell(Verdict.WRONG, wasm().wrongNumbers().build()))
                        .fit())
                .isEqualTo(Fit.DOES_NOT_RUN);
    }

    @Test
    void right_but_not_proven_and_right_but_in_part_elsewhere_are_no_measured_fits() {
        Judgement unproven =
                one(cell(Verdict.PASS, wasm().evidence(reported(Backends.WASM)).build()));
        Judgement partly = one(cell(
                Verdict.PARTIAL,
                on(Backends.WEBNN)
                        .memory(new Memory(200_000_000, "VmHWM"))
                        .nodes(Map.of("webnn", 41, "wasm", 3))
                        .build()));

        assertThat(unproven.fit()).isEqualTo(Fit.MAY_FIT);
        assertThat(unproven.reasons()).containsExactly("right, but where it ran is not proven (reported)");
        assertThat(partly.fit()).isEqualTo(Fit.MAY_FIT);
        assertThat(partly.reasons()).containsExactly("right, but only 41 of 44 nodes ran there");
    }

    @Test
    void a_percentile_that_the_samples_are_too_few_for_is_unknown_and_never_told_of_the_median() {
        Judgement few = one(cell(Verdict.PASS, wasm().samples(19).build()));

        assertThat(few.fit()).isEqualTo(Fit.UNKNOWN);
        assertThat(few.reasons()).containsExactly("p95: it takes 20 samples, and there are 19");
        assertThat(few.remedies().get(0).command(List.of("zoo:m")))
                .isEqualTo("bascule run zoo:m --browsers chromium --backends wasm --min-iterations 20");
        assertThat(one(cell(Verdict.PASS, wasm().samples(20).build())).fit()).isEqualTo(Fit.MEASURED);
    }

    @Test
    void what_earlier_models_of_the_run_left_behind_is_told_apart() {
        Memory first = new Memory(180_000_000, "VmHWM", Optional.empty(), Map.of("resident-before", 100_000_000L));
        Memory later = new Memory(700_000_000, "VmHWM", Optional.empty(), Map.of("resident-before", 600_000_000L));
        ModelInfo other = Fixtures.model("other", "ee", Family.VISION, "image-classification");
        CaseRun before = strict(other, Verdict.PASS, wasm().memory(first).build());
        CaseResult earlier = new CaseResult("run-" + START.getEpochSecond(), START, MACHINE, before, Optional.empty());

        Judgement judged = one(cell(Verdict.PASS, wasm().memory(later).build()), earlier);

        assertThat(judged.fit()).isEqualTo(Fit.MAY_FIT);
        assertThat(judged.reasons())
                .containsExactly("memory 700 MB measured after other models, alone at least 200 MB");
    }

    @Test
    void cells_of_another_machine_are_not_of_this_one() {
        CaseResult here = cell(Verdict.PASS, wasm().build());
        Machine other = new Machine("another", MACHINE.os(), MACHINE.cpu(), MACHINE.memoryBytes(), MACHINE.gpus());
        CaseResult there = new CaseResult("r", START, other, here.run(), Optional.empty());

        assertThat(MeasuredCells.of(List.of(there), MACHINE.fingerprint()).targets())
                .isEmpty();
    }

    @Test
    void what_was_measured_by_other_settings_is_not_of_the_plain_target() {
        CaseResult plain = cell(Verdict.PASS, wasm().build());
        CaseRun run = plain.run();
        CaseRun parallel = new CaseRun(
                run.caseId().with(Map.of("executionMode", "parallel")),
                run.model(),
                run.chain(),
                run.attempts(),
                run.fallbackCost(),
                run.reproduce());

        assertThat(MeasuredCells.of(
                                List.of(new CaseResult("r", START, MACHINE, parallel, Optional.empty())),
                                MACHINE.fingerprint())
                        .targets())
                .isEmpty();
        assertThat(MeasuredCells.of(List.of(plain), MACHINE.fingerprint()).targets())
                .hasSize(1);
    }

    @Test
    void a_backend_that_is_not_there_says_nothing_and_one_that_cannot_is_listed() {
        Backend webgpu = Backends.WEBGPU;
        CaseResult absent = cell(
                Verdict.UNSUPPORTED,
                on(webgpu)
                        .failed(Outcome.UNAVAILABLE, ErrorCode.BACKEND_UNAVAILABLE, "no adapter")
                        .notStarted());
        CaseResult unable = cell(
                Verdict.UNSUPPORTED,
                on(webgpu)
                        .failed(Outcome.UNSUPPORTED, ErrorCode.EXECUTION_FAILED, "no kernel")
                        .notStarted());

        assertThat(MeasuredCells.of(List.of(absent), MACHINE.fingerprint()).targets())
                .isEmpty();
        assertThat(one(unable).reasons().get(0)).startsWith("unsupported on 2026-11-20");
    }

    @Test
    void the_command_of_a_native_target_starts_no_browser() {
        TargetKey two = new TargetKey("m", "native/onnxruntime-1.29.0/cpu-cpu", 2);

        assertThat(Remedy.measure(two, Optional.empty()).command(List.of("a", "b")))
                .isEqualTo("bascule run a b --browsers none --backends cpu --threads 2");
    }
}
