package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.run;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static dev.bascule.reports.fixture.RunVariants.onDevice;
import static dev.bascule.reports.fixture.RunVariants.withScenarios;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.ScenarioFixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellPlace;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every history does: keeps and finds runs, knows the latest cells; gives runs back whole, and answers SQL. */
interface HistoryContract
        extends ReadBackContract,
                QueryContract,
                MatrixContract,
                CellContract,
                WorkContract,
                PredictionContract,
                TrainingContract,
                QuantizationContract,
                LedgerContract {
    /** A new, empty history. */
    @Override
    History history();

    @Test
    default void an_empty_history_has_nothing() {
        try (History history = history()) {
            assertThat(history.runs(RunFilter.ALL)).isEmpty();
            assertThat(history.latest(RunFilter.ALL)).isEmpty();
            assertThat(history.latestCells(RunFilter.ALL)).isEmpty();
            assertThat(history.find("20261120")).isEmpty();
        }
    }

    @Test
    default void a_run_is_not_appended_twice() {
        try (History history = history()) {
            history.append(ShowcaseRun.record());
            assertThatThrownBy(() -> history.append(ShowcaseRun.record())).isInstanceOf(IllegalArgumentException.class);
            assertThat(history.runs(RunFilter.ALL)).hasSize(1);
        }
    }

    @Test
    default void many_runs_are_appended_at_once_as_if_one_by_one() {
        try (History history = history()) {
            assertThat(history.appendAll(List.of())).isZero();
            assertThat(history.appendAll(
                            List.of(ShowcaseRun.record(), record("b", strict(TEXT, Verdict.PASS, on(WASM).build())))))
                    .isEqualTo(2);
            assertThat(history.find("b").orElseThrow().runs()).hasSize(1);
            assertThat(history.find(ShowcaseRun.record().id())).contains(ShowcaseRun.record());
            assertThatThrownBy(() -> history.appendAll(List.of(record("c"), record("c"))))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> history.appendAll(List.of(record("b"))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    default void runs_come_newest_first_and_count_their_verdicts() {
        try (History history = history()) {
            history.append(record("b-new", START.plusSeconds(60), strict(TEXT, Verdict.PASS, on(WASM).build())));
            history.append(record("a-old", START, strict(TEXT, Verdict.PASS, on(WASM).build())));
            assertThat(history.runs(RunFilter.ALL)).extracting(RunHeading::id).containsExactly("b-new", "a-old");
            assertThat(history.runs(RunFilter.ALL.limitedTo(1)))
                    .extracting(RunHeading::verdicts)
                    .containsExactly(Map.of(Verdict.PASS, 1));
            assertThat(history.runs(RunFilter.ALL.since(START.plusSeconds(1)))).hasSize(1);
            assertThat(history.runs(RunFilter.ofSuite("another"))).isEmpty();
            assertThat(history.latest(RunFilter.ALL).map(RunRecord::id)).contains("b-new");
        }
    }

    @Test
    default void strict_cells_are_those_without_a_chain_that_were_timed_of_every_machine_and_of_the_newest_runs() {
        CaseRun strict = strict(TEXT, Verdict.PASS, on(WASM).build());
        try (History history = history()) {
            for (int i = 0; i < History.NEWEST_STRICT + 1; i++) {
                history.append(record("run-%02d".formatted(i), START.plusSeconds(i), strict));
            }
            history.append(onDevice(record("device", START.minusSeconds(1), strict)));
            history.append(record(
                    "others",
                    START.plusSeconds(99),
                    strict(VISION, Verdict.PASS, on(WASM).build()),
                    strict(TEXT, Verdict.PASS, on(NATIVE_CPU).samples(0).build()),
                    run(TEXT, new Chain(List.of(WASM, WEBGPU)), Verdict.PASS, List.of(on(WASM).build()))));
            List<CaseResult> cells = history.strictCells(Set.of(TEXT.sha256()));
            assertThat(cells).hasSize(History.NEWEST_STRICT + 1);
            assertThat(cells)
                    .extracting(CaseResult::runId)
                    .startsWith("device", "run-01")
                    .endsWith("run-10");
            assertThat(cells).extracting(cell -> cell.run().chain()).containsOnly(strict.chain());
            assertThat(history.strictCells(Set.of())).isEmpty();
        }
    }

    @Test
    @Tag("red-team")
    default void one_pass_after_nine_failures_of_the_very_same_place_does_not_look_steady() {
        try (History history = history()) {
            for (int i = 0; i < 9; i++) {
                history.append(record(
                        "failed" + i,
                        START.plusSeconds(i),
                        strict(TEXT, Verdict.WRONG, on(WEBGPU).wrongNumbers().build()),
                        strict(VISION, Verdict.PASS, on(WEBGPU).build()),
                        strict(TEXT, Verdict.PASS, on(WASM).samples(0).build())));
            }
            history.append(record(
                    "passed",
                    START.plusSeconds(99),
                    strict(TEXT, Verdict.PASS, on(WEBGPU).build()),
                    strict(VISION, Verdict.PASS, on(WEBGPU).build())));
            List<MatrixCell> cells =
                    Matrix.of(history.latestCells(RunFilter.ALL)).inOrder();
            assertThat(cells).extracting(MatrixCell::verdict).containsOnly(Verdict.PASS);
            assertThat(cells.stream().flatMap(cell -> cell.unsteady().stream())).containsExactly("1/10 passed");
            assertThat(cells)
                    .filteredOn(cell -> cell.unsteady().isPresent())
                    .allSatisfy(
                            cell -> assertThat(cell.run().chain().toString()).isEqualTo("webgpu"));
        }
    }

    @Test
    default void a_heading_counts_scenarios_apart_from_cells() {
        try (History history = history()) {
            history.append(withScenarios(record("one"), ScenarioFixtures.all()));
            history.append(record("none", START.plusSeconds(1)));
            assertThat(history.runs(RunFilter.ALL))
                    .extracting(RunHeading::verdicts, RunHeading::scenarios)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple(Map.of(), Map.of()),
                            org.assertj.core.groups.Tuple.tuple(
                                    Map.of(), Map.of(Verdict.PASS, 5, Verdict.WRONG, 1, Verdict.CRASHED, 1)));
        }
    }

    @Test
    default void a_run_is_found_by_the_beginning_of_its_id_when_only_one_has_it() {
        try (History history = history()) {
            history.append(record("run-1", strict(TEXT, Verdict.PASS, on(WASM).build())));
            history.append(record("run-11", START.plusSeconds(1), strict(TEXT, Verdict.PASS, on(WASM).build())));
            history.append(record("run-2", START.plusSeconds(2), strict(TEXT, Verdict.PASS, on(WASM).build())));
            assertThat(history.find("run-2").map(RunRecord::id)).contains("run-2");
            assertThat(history.find("run-1").map(RunRecord::id)).contains("run-1");
            assertThat(history.find("run-")).isEmpty();
        }
    }

    @Test
    default void the_latest_cell_wins_and_a_skipped_one_hides_no_measured_one() {
        Attempt stopped = on(WASM).failed(Outcome.CANCELLED, ErrorCode.RUN_INTERRUPTED, "stopped by the user")
                .notStarted();
        try (History history = history()) {
            history.append(record(
                    "one",
                    strict(TEXT, Verdict.PASS, on(WASM).median(9).build()),
                    strict(VISION, Verdict.PASS, on(WASM).median(8).build())));
            history.append(record(
                    "two",
                    START.plusSeconds(60),
                    strict(TEXT, Verdict.PASS, on(WASM).median(7).build()),
                    strict(TEXT, Verdict.PASS, on(NATIVE_CPU).median(2).build())));
            history.append(record("three", START.plusSeconds(90), strict(TEXT, Verdict.SKIPPED, stopped)));
            assertThat(history.latestCells(RunFilter.ALL))
                    .extracting(
                            CaseResult::runId,
                            caseResult -> caseResult.run().model().name())
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("two", "bert-tiny"),
                            org.assertj.core.groups.Tuple.tuple("two", "bert-tiny"),
                            org.assertj.core.groups.Tuple.tuple("one", "mobilenet-tiny"));
            assertThat(history.latestCells(RunFilter.ALL).get(0).nativeCpu()).isPresent();
            assertThat(history.latestCells(RunFilter.ALL).get(2).nativeCpu()).isEmpty();
        }
    }

    @Test
    default void a_backend_that_is_not_there_one_day_hides_no_result_of_the_day_before() {
        Attempt absent = on(WASM).failed(Outcome.UNAVAILABLE, ErrorCode.NO_BROWSER, "no browser was found")
                .notStarted();
        Attempt broken = on(WASM).failed(Outcome.FAILED, ErrorCode.BROWSER_LAUNCH_FAILED, "no display")
                .notStarted();
        try (History history = history()) {
            history.append(record("one", strict(TEXT, Verdict.PASS, on(WASM).build())));
            history.append(record(
                    "two",
                    START.plusSeconds(60),
                    strict(TEXT, Verdict.UNSUPPORTED, absent),
                    strict(VISION, Verdict.UNSUPPORTED, absent)));
            history.append(record("three", START.plusSeconds(90), strict(TEXT, Verdict.FAILED, broken)));
            assertThat(history.latestCells(RunFilter.ALL))
                    .extracting(
                            CaseResult::runId, caseResult -> caseResult.run().verdict())
                    .as("where there is no other result, that it was not there is the result")
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("two", Verdict.UNSUPPORTED),
                            org.assertj.core.groups.Tuple.tuple("one", Verdict.PASS));
        }
    }

    @Test
    default void the_newest_run_s_case_runs_of_a_cell_come_all_so_that_the_worst_of_them_can_be_shown() {
        var good = strict(TEXT, Verdict.PASS, on(WASM).build());
        var bad = strict(TEXT, Verdict.WRONG, on(WASM).wrongNumbers().build());
        try (History history = history()) {
            history.append(record("old", bad, bad));
            history.append(record("new", START.plusSeconds(60), good, bad));
            assertThat(history.latestCells(RunFilter.ALL))
                    .extracting(
                            CaseResult::runId, caseResult -> caseResult.run().verdict())
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("new", Verdict.PASS),
                            org.assertj.core.groups.Tuple.tuple("new", Verdict.WRONG));
        }
    }

    @Test
    default void latest_cells_are_whole_case_runs() {
        RunRecord run = ShowcaseRun.record();
        try (History history = history()) {
            history.append(run);
            assertThat(history.latestCells(RunFilter.ALL))
                    .extracting(CaseResult::run)
                    .containsExactlyElementsOf(run.runs().stream()
                            .filter(each -> each.verdict() != Verdict.SKIPPED)
                            .toList());
        }
    }

    @Test
    default void answers_are_given_beside_a_long_append_and_of_the_state_before_it() throws Exception {
        RunRecord first =
                record("first", strict(TEXT, Verdict.PASS, on(WASM).median(9).build()));
        RunRecord second = record(
                "second",
                START.plusSeconds(60),
                strict(TEXT, Verdict.WRONG, on(WASM).wrongNumbers().build()),
                strict(VISION, Verdict.PASS, on(WASM).build()));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch watched = new CountDownLatch(1);
        try (History history = history()) {
            history.append(first);
            MatrixPage before = history.matrixPage(MatrixQuery.ALL);
            CellPlace place = before.cells().get(0).place();
            CompletableFuture<Integer> appending = CompletableFuture.supplyAsync(() -> history.appendAll(
                    () -> Stream.of(second).peek(run -> waited(begun, watched)).iterator()));
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            CompletableFuture.runAsync(() -> {
                        assertThat(history.matrixPage(MatrixQuery.ALL)).isEqualTo(before);
                        assertThat(history.series(place)).hasSize(1);
                        assertThat(history.runs(RunFilter.ALL))
                                .extracting(RunHeading::id)
                                .containsExactly("first");
                        assertThat(history.find("second")).isEmpty();
                        assertThat(history.caseRun(new CaseRunRef("first", 0))).isPresent();
                        assertThat(history.latestCells(RunFilter.ALL)).hasSize(1);
                        assertThat(history.machines()).hasSize(1);
                        assertThat(history.targets()).hasSize(1);
                        assertThat(history.query("SELECT count(*) FROM runs").rows())
                                .containsExactly(List.of(Optional.of(1L)));
                    })
                    .get(60, TimeUnit.SECONDS);
            watched.countDown();
            assertThat(appending.get(60, TimeUnit.SECONDS)).isEqualTo(1);
            MatrixPage after = history.matrixPage(MatrixQuery.ALL);
            assertThat(after.cells()).extracting(cell -> cell.caseRun().runId()).containsOnly("second");
            assertThat(after.totals().cells()).isEqualTo(2);
            assertThat(history.series(place)).hasSize(2);
            assertThat(history.find("second")).contains(second);
        } finally {
            watched.countDown();
        }
    }

    private static void waited(CountDownLatch begun, CountDownLatch watched) {
        begun.countDown();
        try {
            assertThat(watched.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
