package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static dev.bascule.reports.fixture.Fixtures.withScenarios;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Figure;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Selection;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.fixture.ConformanceFixtures;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ScenarioFixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.matrix.Sighting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every history does. */
interface HistoryContract {

    /** A new, empty history. */
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
    default void a_run_with_every_verdict_is_read_back_as_it_was_written() {
        RunRecord run = ShowcaseRun.record();
        try (History history = history()) {
            history.append(run);
            assertThat(history.find(run.id())).contains(run);
        }
    }

    @Test
    default void a_device_that_does_not_tell_its_memory_is_read_back_without_one() {
        RunRecord run = Fixtures.onDevice(Fixtures.record("device"));
        try (History history = history()) {
            history.append(run);
            assertThat(history.find(run.id())).contains(run);
        }
    }

    @Test
    default void operators_are_read_back_with_their_opset_and_dtype_and_without_where_nobody_looked() {
        ModelInfo known = ConformanceFixtures.model(
                "test_add",
                new OperatorSignature("ai.onnx", "Add", 14, Optional.of(DType.FLOAT16), 2),
                new OperatorSignature("com.microsoft", "Gelu", 1, Optional.empty(), 1));
        ModelInfo sameFileUnread = ConformanceFixtures.model("test_add");
        RunRecord run = record(
                "operators",
                strict(known, Verdict.PASS, on(WASM).build()),
                strict(sameFileUnread, Verdict.PASS, on(NATIVE_CPU).build()));
        try (History history = history()) {
            history.append(run);
            assertThat(history.find("operators")).contains(run);
            assertThat(history.query(
                                    "SELECT operator, opset, dtype, nodes, nodes_in_model, verdict FROM operator_results"
                                            + " ORDER BY operator")
                            .rows())
                    .as("in the view for people, what nobody looked at is not there")
                    .hasSize(2)
                    .first()
                    .hasToString(
                            "[Optional[Add], Optional[14], Optional[float16], Optional[2], Optional[3], Optional[PASS]]");
        }
    }

    @Test
    default void a_conformance_run_of_thousands_of_cells_is_read_back_as_it_was_written() {
        RunRecord run = ConformanceFixtures.record("conformance", 1288);
        try (History history = history()) {
            history.append(run);
            assertThat(history.find("conformance")).contains(run);
            assertThat(history.latestCells(RunFilter.ALL)).hasSize(run.runs().size());
        }
    }

    @Test
    default void what_was_selected_is_read_back() {
        RunRecord shard = Fixtures.ofShard(Fixtures.record("shard"));
        RunRecord whole = Fixtures.record("whole")
                .with(new Selection(3, "8".repeat(64), List.of(), Optional.empty(), Optional.empty(), false));
        try (History history = history()) {
            history.append(shard);
            history.append(whole);
            assertThat(history.find("shard")).contains(shard);
            assertThat(history.find("whole")).contains(whole);
        }
    }

    @Test
    default void raw_samples_are_read_back_bit_for_bit() {
        Samples odd = Samples.ofMillis(0, Double.MIN_VALUE, 0.1 + 0.2, Math.nextUp(1.0), 1e-300, Double.MAX_VALUE);
        Attempt plain = on(WASM).build();
        Attempt attempt = new Attempt(
                plain.target(),
                plain.outcome(),
                plain.failure(),
                plain.evidence(),
                plain.phases(),
                Optional.of(new Timing(Samples.NONE, odd, false, Optional.of("load 3.1 of 2 cores"))),
                plain.numerics(),
                plain.memory(),
                plain.comparison(),
                plain.startedAt(),
                plain.elapsed());
        try (History history = history()) {
            history.append(record("odd", strict(TEXT, Verdict.PASS, attempt)));
            Timing read = history.find("odd")
                    .orElseThrow()
                    .runs()
                    .get(0)
                    .decisive()
                    .timing()
                    .orElseThrow();
            assertThat(read.measured().millis()).containsExactly(odd.millis());
            assertThat(read.warmUp().isEmpty()).isTrue();
            assertThat(read.stable()).isFalse();
        }
    }

    @Test
    default void what_scenarios_read_is_read_back_bit_for_bit() {
        Figure odd = new Figure(
                "odd",
                "bytes/cycle",
                List.of(0.0, -0.1 - 0.2, Double.MIN_VALUE, 1e300),
                Optional.of(-0.1),
                Optional.of(new Interval(-3, Math.nextUp(1.0))));
        RunRecord run = withScenarios(
                record("odd"),
                List.of(
                        ScenarioFixtures.run(
                                "soak", TEXT, WASM, Verdict.PASS, Optional.empty(), List.of(odd), List.of("a", "b")),
                        ScenarioFixtures.run(
                                "soak",
                                TEXT,
                                WASM,
                                Verdict.WRONG,
                                Optional.of(ScenarioFixtures.LEAKED),
                                List.of(),
                                List.of())));
        try (History history = history()) {
            history.append(ShowcaseRun.record());
            history.append(run);
            assertThat(history.find("odd")).contains(run);
            assertThat(history.find(ShowcaseRun.record().id())).contains(ShowcaseRun.record());
        }
    }

    @Test
    default void retries_do_not_count_twice_in_the_plain_view() {
        try (History history = history()) {
            history.append(record("flaky", ShowcaseRun.FLAKY));
            assertThat(history.query("SELECT success, error FROM hardware_results")
                            .rows())
                    .as("as it first came out")
                    .containsExactly(List.of(
                            Optional.of(false),
                            Optional.of("ATTEMPT_TIMED_OUT: no answer within 60 s while in phase 'warm'")));
            assertThat(history.query("SELECT success, retry FROM hardware_retries")
                            .rows())
                    .containsExactly(List.of(Optional.of(true), Optional.of(1)));
        }
    }

    @Test
    default void figures_of_scenarios_can_be_asked_for() {
        try (History history = history()) {
            history.append(ShowcaseRun.record());
            assertThat(history.query("SELECT hardware, n, ci_low > 0 FROM scenario_figures WHERE scenario = 'soak' AND"
                                    + " figure = 'growth, total'")
                            .rows())
                    .containsExactly(List.of(Optional.of("wasm"), Optional.of(26L), Optional.of(true)));
            assertThat(history.query("SELECT list_max(samples) FROM scenario_figures WHERE figure = 'dropped frames'")
                            .rows())
                    .containsExactly(List.of(Optional.of(2.0)));
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
                            Sighting::runId, sighting -> sighting.run().model().name())
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("two", "bert-tiny"),
                            org.assertj.core.groups.Tuple.tuple("two", "bert-tiny"),
                            org.assertj.core.groups.Tuple.tuple("one", "mobilenet-tiny"));
            assertThat(history.latestCells(RunFilter.ALL).get(0).nativeCpu()).isPresent();
            assertThat(history.latestCells(RunFilter.ALL).get(2).nativeCpu()).isEmpty();
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
                    .extracting(Sighting::runId, sighting -> sighting.run().verdict())
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
                    .extracting(Sighting::run)
                    .containsExactlyElementsOf(run.runs().stream()
                            .filter(each -> each.verdict() != Verdict.SKIPPED)
                            .toList());
        }
    }

    @Test
    default void the_plain_view_gives_seconds_and_megabytes() {
        try (History history = history()) {
            history.append(record(
                    "one",
                    strict(
                            TEXT,
                            Verdict.PASS,
                            on(NATIVE_CPU).median(2).samples(9).build())));
            QueryResult result = history.query("SELECT * FROM hardware_results");
            assertThat(result.columns())
                    .containsExactly(
                            "id",
                            "model_id",
                            "model_type",
                            "hardware",
                            "success",
                            "load_time",
                            "inference_time",
                            "memory_usage",
                            "error",
                            "timestamp",
                            "output_shape");
            double median = history.find("one")
                    .orElseThrow()
                    .runs()
                    .get(0)
                    .decisive()
                    .timing()
                    .orElseThrow()
                    .measured()
                    .median();
            assertThat(result.rows()).hasSize(1);
            assertThat(result.rows().get(0).subList(1, 9))
                    .containsExactly(
                            Optional.of("bert-tiny"),
                            Optional.of("embedding"),
                            Optional.of("cpu"),
                            Optional.of(true),
                            Optional.of((12_345_678 + 98_765_432) / 1e9),
                            Optional.of(median / 1e3),
                            Optional.of(181.403648),
                            Optional.empty());
            assertThat(result.rows().get(0).get(9)).contains("2026-11-20T10:15:31.623456789");
        }
    }

    @Test
    default void what_was_detected_can_be_asked() {
        try (History history = history()) {
            history.append(ShowcaseRun.record());
            QueryResult result = history.query(
                    "SELECT hardware_type, available FROM hardware_detection WHERE hardware_type IN ('cuda', 'webgpu', 'gpu', 'cpu')"
                            + " ORDER BY ALL");
            assertThat(result.rows())
                    .extracting(Object::toString)
                    .containsExactly(
                            "[Optional[cpu], Optional[true]]",
                            "[Optional[cuda], Optional[false]]",
                            "[Optional[gpu], Optional[false]]",
                            "[Optional[webgpu], Optional[true]]");
        }
    }

    @Test
    default void a_query_cannot_change_the_history() {
        try (History history = history()) {
            history.append(ShowcaseRun.record());
            assertThatThrownBy(() -> history.query("DELETE FROM samples"))
                    .isInstanceOfSatisfying(
                            BasculeException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.USAGE_ERROR));
            assertThatThrownBy(() -> history.query("COMMIT; DROP TABLE samples"))
                    .isInstanceOf(BasculeException.class);
            assertThatThrownBy(() -> history.query("COMMIT")).isInstanceOf(BasculeException.class);
            assertThat(history.query("SELECT ';' /* ; */ AS \"a;b\" -- ;\n;").columns())
                    .containsExactly("a;b");
            assertThat(history.query("SELECT count(*) > 0 FROM samples")
                            .rows()
                            .get(0)
                            .get(0))
                    .contains(true);
        }
    }

    @Test
    default void a_query_that_makes_no_sense_is_refused_in_the_database_s_words() {
        try (History history = history()) {
            assertThatThrownBy(() -> history.query("SELECT nothing FROM nowhere"))
                    .isInstanceOf(BasculeException.class)
                    .hasMessageContaining("nowhere");
        }
    }
}
