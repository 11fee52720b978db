package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.fixture.Fixtures.CHROME;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.MeasurementKey;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every history tells of one cell, of machines and of targets. */
interface CellContract {
    /** A new, empty history. */
    History history();

    @Test
    default void a_light_cell_says_why_and_where_it_ended() {
        try (History history = history()) {
            MatrixContract.fill(history);
            CellSummary cell = history.matrixPage(
                            MatrixQuery.builder().verdicts(Verdict.FELL_BACK).build())
                    .cells()
                    .get(0);
            assertThat(cell.requested()).isEqualTo("webgpu");
            assertThat(cell.actual()).contains("wasm");
            assertThat(cell.reason()).contains(new CellSummary.Reason(ErrorCode.DEVICE_LOST, "gone"));
        }
    }

    @Test
    default void the_series_of_a_cell_has_samples_and_versions_of_each_run() {
        try (History history = history()) {
            RunRecord first = RunVariants.withDriver(
                    record(
                            "first",
                            strict(TEXT, Verdict.PASS, on(WASM).median(9).build())),
                    "535");
            RunRecord second = record(
                    "second",
                    START.plusSeconds(60),
                    strict(
                            TEXT,
                            Verdict.WRONG,
                            on(WASM).wrongNumbers()
                                    .in(new Browser(CHROME.name(), "153.0.9", CHROME.launcher(), CHROME.flags()))
                                    .build()));
            history.append(second);
            history.append(first);
            CellPlace place = history.matrixPage(MatrixQuery.ALL).cells().get(0).place();
            List<SeriesPoint> series = history.series(place);
            assertThat(series)
                    .extracting(
                            point -> point.cell().caseRun().runId(),
                            point -> point.cell().verdict())
                    .containsExactly(tuple("first", Verdict.PASS), tuple("second", Verdict.WRONG));
            assertThat(series.get(0).samples())
                    .isEqualTo(first.runs()
                            .get(0)
                            .decisive()
                            .measured()
                            .timing()
                            .orElseThrow()
                            .measured());
            assertThat(series.get(1).samples()).as("wrong and fast is no time").isEqualTo(Samples.NONE);
            assertThat(series.get(0).reached().words()).isEqualTo("wasm on cpu");
            assertThat(series.get(0).software()).containsEntry("driver nvidia", "535");
            assertThat(series.get(1).software()).isEmpty();
            assertThat(series)
                    .extracting(point -> point.target().browser().map(Browser::version))
                    .containsExactly(Optional.of(CHROME.version()), Optional.of("153.0.9"));
            assertThat(series.get(0).target())
                    .isEqualTo(first.runs().get(0).decisive().target());
        }
    }

    @Test
    default void machines_and_targets_are_listed_with_when_they_were_seen() {
        try (History history = history()) {
            MatrixContract.fill(history);
            history.append(RunVariants.withDriver(record("three", START.plusSeconds(90)), "550"));
            assertThat(history.machines())
                    .extracting(seen -> seen.machine().fingerprint(), SeenMachine::runs, SeenMachine::firstSeen)
                    .containsExactly(
                            tuple(Fixtures.MACHINE.fingerprint(), 2, START),
                            tuple("d".repeat(64), 1, START.plusSeconds(60)));
            assertThat(history.machines().get(0).machine().parts()).isPresent();
            assertThat(history.targets()).hasSize(7);
            assertThat(history.targets())
                    .filteredOn(seen -> seen.machine().equals("d".repeat(64))
                            && seen.target().backend().equals(WASM))
                    .extracting(SeenTarget::outcomes)
                    .containsExactly(Map.of(Outcome.SUCCEEDED, 2));
            assertThat(history.targets())
                    .filteredOn(seen -> seen.target().backend().equals(WEBGPU))
                    .extracting(SeenTarget::machine, SeenTarget::outcomes)
                    .containsExactly(
                            tuple("d".repeat(64), Map.of(Outcome.DEVICE_LOST, 1)),
                            tuple(Fixtures.MACHINE.fingerprint(), Map.of(Outcome.WRONG, 1)));
        }
    }

    @Test
    default void what_several_cells_of_a_run_show_was_tried_once_and_one_series_knows_the_other() {
        try (History history = history()) {
            CaseRun strict = Fixtures.strict(
                    Fixtures.TEXT, Verdict.PASS, Fixtures.on(WASM).median(5).build());
            CaseRun chain = Fixtures.run(Fixtures.TEXT, Chain.of(WEBGPU, WASM), Verdict.PASS, strict.attempts());
            history.append(Fixtures.record("shared", strict, chain));
            assertThat(history.targets())
                    .extracting(SeenTarget::outcomes)
                    .containsExactly(Map.of(Outcome.SUCCEEDED, 1));
            assertThat(history.matrixPage(MatrixQuery.ALL).cells().stream()
                            .flatMap(cell -> history.series(cell.place()).stream())
                            .map(SeriesPoint::measurement))
                    .hasSize(2)
                    .containsOnly(MeasurementKey.of(strict.caseId(), strict.decisive()));
        }
    }

    /** Every fifth, and all where there is time. */
    @Test
    @Tag("sized")
    default void every_case_run_is_found_by_its_place_in_its_run() {
        try (History history = history()) {
            history.append(ShowcaseRun.record());
            List<CaseResult> all = CaseResult.allOf(ShowcaseRun.record());
            for (int i = 0; i < all.size(); i += TestSize.of(5, 1)) {
                assertThat(history.caseRun(new CaseRunRef(ShowcaseRun.record().id(), i)))
                        .contains(all.get(i));
            }
            assertThat(history.caseRun(new CaseRunRef(ShowcaseRun.record().id(), all.size())))
                    .isEmpty();
        }
    }
}
