package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static dev.bascule.reports.fixture.RunVariants.withScenarios;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.run.Tool;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.fixture.ConformanceFixtures;
import dev.bascule.reports.fixture.EndToEndFixtures;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.fixture.ScenarioFixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.fixture.UsageFixtures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every history gives a run back as it was appended. */
interface ReadBackContract {
    /** A new, empty history. */
    History history();

    @Test
    default void a_run_with_every_verdict_is_read_back_as_it_was_written() {
        RunRecord run = ShowcaseRun.record();
        try (History history = history()) {
            history.append(run);
            assertThat(history.find(run.id())).contains(run);
        }
    }

    @Test
    default void errors_are_read_back_with_their_places_and_counts() {
        RunRecord run = RunVariants.withErrors(Fixtures.record("errors"));
        try (History history = history()) {
            history.append(run);
            assertThat(history.find(run.id())).contains(run);
        }
    }

    @Test
    default void what_contradicts_a_proof_is_read_back() {
        RunRecord run = record(
                "contradicted",
                Fixtures.strict(
                        ConformanceFixtures.model("test_add"),
                        Verdict.FAILED,
                        on(WASM).evidence(Fixtures.contradicted(WASM)).build()));
        try (History history = history()) {
            history.append(run);
            assertThat(history.find(run.id())).contains(run);
        }
    }

    @Test
    default void cells_not_run_and_downloads_are_read_back() {
        RunRecord run = RunVariants.stopped(Fixtures.record("stopped"));
        try (History history = history()) {
            history.append(run);
            assertThat(history.find(run.id())).contains(run);
        }
    }

    @Test
    default void a_device_that_does_not_tell_its_memory_is_read_back_without_one() {
        RunRecord run = RunVariants.onDevice(Fixtures.record("device"));
        try (History history = history()) {
            history.append(run);
            assertThat(history.find(run.id())).contains(run);
        }
    }

    @Test
    default void a_machine_keeps_its_key_through_an_update_and_each_run_the_state_that_it_was_made_in() {
        RunRecord before = RunVariants.withDriver(Fixtures.record("before"), "550.54.15");
        RunRecord after = RunVariants.withDriver(Fixtures.record("after"), "560.35.03");
        RunRecord unknown = Fixtures.record("unknown");
        try (History history = history()) {
            history.append(before);
            history.append(after);
            history.append(unknown);
            assertThat(history.find(before.id())).contains(before);
            assertThat(history.find(after.id())).contains(after);
            assertThat(history.find(unknown.id())).contains(unknown);
        }
        assertThat(after.machine().fingerprint()).isEqualTo(before.machine().fingerprint());
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

    @Tag("full")
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
        RunRecord shard = RunVariants.ofShard(Fixtures.record("shard"));
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
        Attempt attempt = Attempts.timed(
                on(WASM).build(), new Timing(Samples.NONE, odd, false, Optional.of("load 3.1 of 2 cores")));
        try (History history = history()) {
            history.append(record("odd", strict(TEXT, Verdict.PASS, attempt)));
            Timing read = history.find("odd")
                    .orElseThrow()
                    .runs()
                    .get(0)
                    .decisive()
                    .measured()
                    .timing()
                    .orElseThrow();
            assertThat(read.measured().millis()).containsExactly(odd.millis());
            assertThat(read.warmUp().isEmpty()).isTrue();
            assertThat(read.stable()).isFalse();
        }
    }

    @Test
    default void what_attempts_cost_is_read_back_and_can_be_asked_for() {
        RunRecord run = record(
                "usage",
                strict(TEXT, Verdict.PASS, on(WASM).costing(UsageFixtures.hot()).build()),
                strict(
                        TEXT,
                        Verdict.PASS,
                        on(NATIVE_CPU).costing(UsageFixtures.virtual()).build()));
        try (History history = history()) {
            history.append(run);

            assertThat(history.find("usage")).contains(run);
            assertThat(history.query("SELECT value, words FROM usage_figures WHERE quantity = 'energy-per-inference'"
                                    + " ORDER BY attempt_id")
                            .rows())
                    .hasToString("[[Optional[0.30000000000000004], Optional[the sum of package-0]],"
                            + " [Optional.empty, Optional[" + UsageFixtures.NO_COUNTER + "]]]");
            assertThat(history.query("SELECT count(*) FROM hardware_results").rows())
                    .hasToString("[[Optional[2]]]");
        }
    }

    @Test
    default void the_users_clock_is_read_back_bit_for_bit_and_can_be_asked_for() {
        EndToEnd odd = new EndToEnd(
                Map.of(
                        EndToEnd.Step.FEATURES, Samples.ofMillis(0, 0.1 + 0.2),
                        EndToEnd.Step.INFERENCE, Samples.ofMillis(Double.MIN_VALUE, Math.nextUp(1.0)),
                        EndToEnd.Step.POST_PROCESSING, Samples.ofMillis(1e-300, 2)),
                Optional.of("\"Ä ' | <b>\" 99.9 %"));
        RunRecord run = record(
                "sound",
                strict(TEXT, Verdict.PASS, on(WASM).fromFile(odd).build()),
                strict(
                        TEXT,
                        Verdict.PASS,
                        on(NATIVE_CPU).fromFile(EndToEndFixtures.ofSound()).build()));
        try (History history = history()) {
            history.append(run);
            history.append(record("none", strict(TEXT, Verdict.PASS, on(WASM).build())));

            assertThat(history.find("sound")).contains(run);
            assertThat(history.find("none")
                            .orElseThrow()
                            .runs()
                            .get(0)
                            .decisive()
                            .measured()
                            .endToEnd())
                    .isEmpty();
            assertThat(history.query("SELECT step, len(samples_ms) FROM end_to_end_steps ORDER BY attempt_id, position")
                            .rows())
                    .hasToString("[[Optional[features], Optional[2]], [Optional[inference], Optional[2]],"
                            + " [Optional[postProcessing], Optional[2]], [Optional[decode], Optional[20]],"
                            + " [Optional[features], Optional[20]], [Optional[upload], Optional[20]],"
                            + " [Optional[inference], Optional[20]]]");
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
    default void what_made_a_run_is_read_back_and_is_in_its_heading_and_of_older_runs_it_is_not_known() {
        RunRecord older = Fixtures.record("older");
        RunRecord run = RunVariants.madeBy(Fixtures.record("run"), new Tool("bascule", "1.2.3"));
        try (History history = history()) {
            history.append(older);
            history.append(run);
            assertThat(history.find("run")).contains(run);
            assertThat(history.find("older").orElseThrow().provenance().tool()).isEmpty();
            assertThat(history.runs(RunFilter.ALL))
                    .extracting(RunHeading::id, RunHeading::tool)
                    .containsExactlyInAnyOrder(
                            tuple("run", Optional.of(new Tool("bascule", "1.2.3"))), tuple("older", Optional.empty()));
        }
    }
}
