package dev.bascule.reports.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.Quantizations;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.fixture.Trainings;
import dev.bascule.reports.history.IntegrityFinding.Kind;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("red-team")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class HistoryCheckTest {
    private Handle handle;
    private DuckDbHistory history;

    @BeforeAll
    void aHistory() {
        handle = DatabaseInMemory.handle();
        history = DuckDbHistory.of(handle, "memory");
        history.append(ShowcaseRun.record());
        history.keepWork(WorkContract.work("a", 1));
        history.keepPredictions(List.of(PredictionContract.prediction(PredictionContract.MADE, "a", 7)));
        history.keepTrainings(List.of(
                Trainings.right("t", 1, "wasm"), Trainings.wrong("t", 2, "webgpu"), Trainings.together("t", 3)));
        history.keepQuantization(Quantizations.of("q"));
        history.append(RunVariants.onDevice(Fixtures.record(
                "second", Fixtures.START.plusSeconds(60), ShowcaseRun.runs().get(0))));
    }

    @AfterAll
    void close() {
        history.close();
    }

    @Test
    void a_whole_history_has_no_finding() {
        assertThat(history.check(java.time.Instant.MAX)).isEmpty();
    }

    /** The negative control: each kind of damage is done, seen, and taken back; more of each kind below. */
    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', textBlock = """
                    ORPHAN  | DELETE FROM machines WHERE fingerprint LIKE 'd%'
                    COUNT   | DELETE FROM evidence WHERE attempt_id = 1
                    ARRAY   | UPDATE samples SET measured_ms = [1.0, -2.0] WHERE attempt_id = 1
                    OUTCOME | UPDATE attempts SET outcome = 'FAILED'
                    DERIVED | UPDATE case_runs SET verdict = 'SPLENDID'
                    RUN     | UPDATE evidence SET proof = 'SWORN'
                    TIME    | UPDATE runs SET finished_at = started_at - INTERVAL 1 SECOND
                    COPY    | UPDATE samples SET measured_ms = (SELECT measured_ms FROM samples WHERE attempt_id = 1) WHERE attempt_id > 1
                    WORK    | UPDATE work_kernels SET millis = -1
                    PREDICTION | UPDATE predictions SET millis = 0
                    TRAINING | UPDATE training_runs SET verdict = 'SPLENDID'
                    QUANTIZATION | UPDATE quantization_points SET lost = 0.5 WHERE variant = 'small'
                    CELL    | UPDATE cells SET verdict = 'PASS'
                    """)
    void damage_is_noticed(Kind kind, String damage) {
        handle.begin();
        try {
            handle.execute(damage);
            List<IntegrityFinding> findings = new HistoryCheck(handle, java.time.Instant.MAX).findings();
            assertThat(findings).extracting(IntegrityFinding::kind).contains(kind);
            assertThat(findings)
                    .allSatisfy(finding -> assertThat(finding.detail()).isNotBlank());
        } finally {
            handle.rollback();
        }
    }

    @Tag("full")
    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', textBlock = """
                    ORPHAN  | DELETE FROM targets WHERE backend = 'wasm'
                    ORPHAN  | DELETE FROM models
                    ORPHAN  | UPDATE samples SET attempt_id = -1 WHERE attempt_id = 1
                    ORPHAN  | UPDATE figures SET scenario_id = -1
                    ORPHAN  | DELETE FROM matrix_rows
                    COUNT   | UPDATE case_runs SET position = 0
                    COUNT   | INSERT INTO samples SELECT * FROM samples
                    ARRAY   | UPDATE samples SET warm_up_ms = ['nan'::DOUBLE] WHERE attempt_id = 1
                    ARRAY   | UPDATE samples SET measured_ms = [1.0, NULL] WHERE attempt_id = 1
                    ARRAY   | UPDATE comparisons SET own_ms = []
                    ARRAY   | UPDATE figures SET samples = ['nan'::DOUBLE]
                    OUTCOME | DELETE FROM errors
                    DERIVED | UPDATE numerics SET ok = true
                    DERIVED | UPDATE case_runs SET verdict = 'PASS'
                    CELL    | UPDATE samples SET measured_ms = list_transform(measured_ms, x -> x / 2)
                    QUANTIZATION | UPDATE quantization_layers SET high = NULL
                    DERIVED | UPDATE comparisons SET ratio = 1.0
                    DERIVED | UPDATE comparisons SET ci_high = ci_high * 2
                    RUN     | UPDATE comparisons SET own_blocks = list_transform(own_blocks, x -> x + 1)
                    TIME    | UPDATE attempts SET elapsed_ns = 1000000
                    ORPHAN  | DELETE FROM model_work
                    COUNT   | INSERT INTO model_work SELECT * REPLACE (id + 1 AS id) FROM model_work
                    COUNT   | DELETE FROM work_kernels WHERE position = 0
                    WORK    | UPDATE work_kernels SET inputs = ['float']
                    WORK    | UPDATE model_work SET threads = 0
                    PREDICTION | UPDATE predictions SET low_millis = 100
                    TRAINING | UPDATE training_runs SET verdict = 'PASS'
                    TRAINING | UPDATE training_runs SET batch = 0
                    TRAINING | UPDATE training_steps SET step_ms = -1
                    TRAINING | UPDATE training_evaluations SET answered_right = asked + 1
                    TRAINING | UPDATE training_gradients SET beyond = -1
                    TRAINING | DELETE FROM training_steps
                    TRAINING | DELETE FROM training_replicas
                    TRAINING | UPDATE training_replicas SET rank = rank + 1
                    TRAINING | UPDATE training_replicas SET backend = 'webnn' WHERE rank = 0
                    TRAINING | UPDATE training_replicas SET training_id = (SELECT id FROM training_runs WHERE number = 1)
                    ORPHAN  | DELETE FROM training_runs WHERE number = 2
                    QUANTIZATION | UPDATE quantization_points SET bytes = bytes / 2 WHERE variant = 'small'
                    QUANTIZATION | UPDATE quantization_points SET accuracy_high = NULL
                    QUANTIZATION | UPDATE quantization_points SET ratio = -1
                    QUANTIZATION | UPDATE quantization_points SET lost = -3, lost_low = NULL, lost_high = NULL WHERE variant = 'small'
                    QUANTIZATION | UPDATE quantization_points SET accuracy = 0.1, accuracy_low = 0.05, accuracy_high = 0.2 WHERE variant = 'small'
                    QUANTIZATION | UPDATE quantization_points SET ratio = 0.9 WHERE variant = 'small'
                    QUANTIZATION | UPDATE quantization_points SET order_lost = 0.5 WHERE variant = 'small'
                    QUANTIZATION | UPDATE quantization_targets SET advised = 'flagged' WHERE position = 0
                    QUANTIZATION | UPDATE quantization_targets SET advised = 'unquantised again 1' WHERE position = 0
                    QUANTIZATION | UPDATE quantization_targets SET advised = 'untimed' WHERE position = 0
                    QUANTIZATION | UPDATE quantization_points SET lost = 1.5, lost_low = NULL, lost_high = NULL WHERE variant = 'small'; UPDATE quantization_targets SET loss = 'AGREEMENT' WHERE position = 0
                    QUANTIZATION | UPDATE quantization_points SET role = 'SPLENDID'
                    QUANTIZATION | UPDATE quantization_points SET dominated_by = ['nobody'] WHERE position = 3
                    QUANTIZATION | UPDATE quantization_targets SET advised = 'nothing' WHERE position = 0
                    QUANTIZATION | DELETE FROM quantization_targets WHERE position = 1
                    QUANTIZATION | UPDATE quantization_layers SET bits = -8
                    QUANTIZATION | UPDATE quantization_layers SET counts_after = [1, 2]
                    QUANTIZATION | UPDATE quantization_layers SET low = NULL
                    QUANTIZATION | UPDATE quantization_layers SET counts_after = NULL WHERE low IS NOT NULL
                    QUANTIZATION | UPDATE quantization_layers SET counts_after = [1, NULL, 3, 4] WHERE low IS NOT NULL
                    QUANTIZATION | UPDATE quantization_layers SET alone = [NULL] WHERE len(alone) = 1
                    QUANTIZATION | UPDATE quantization_layers SET alone_bits = [4, 4] WHERE len(alone) = 2
                    QUANTIZATION | UPDATE quantization_variants SET recipe = NULL WHERE name = 'small'
                    QUANTIZATION | UPDATE quantization_variants SET bytes = NULL WHERE name = 'lost'
                    QUANTIZATION | UPDATE quantization_variants SET sha256 = NULL, refused = 'no' WHERE name = 'lost'
                    QUANTIZATION | UPDATE quantization_variants SET notes = [NULL] WHERE name = 'small'
                    QUANTIZATION | UPDATE quantization_points SET flags = ['a flag', NULL] WHERE variant = 'flagged'
                    QUANTIZATION | UPDATE quantization_targets SET advice = [NULL]
                    QUANTIZATION | UPDATE quantization_runs SET notes = [NULL]
                    QUANTIZATION | UPDATE quantization_variants SET refused = 'no' WHERE position = 1
                    ORPHAN  | DELETE FROM quantization_runs
                    CELL    | UPDATE cells SET verdict = 'SPLENDID'
                    CELL    | UPDATE cells SET score = 100
                    TRAINING | DELETE FROM training_replicas WHERE rank = 2
                    QUANTIZATION | UPDATE quantization_points SET agreement = 1.4 WHERE variant = 'small'
                    QUANTIZATION | DELETE FROM quantization_points WHERE position = 2
                    QUANTIZATION | UPDATE quantization_layers SET counts_before = NULL
                    QUANTIZATION | UPDATE quantization_variants SET deflated = NULL WHERE name = 'small'
                    CELL    | UPDATE cells SET median_ms = median_ms / 2
                    CELL    | DELETE FROM cells WHERE verdict = 'WRONG'
                    CELL    | UPDATE cells SET began = NOT began
                    """)
    void other_damage_is_noticed(Kind kind, String damage) {
        damage_is_noticed(kind, damage);
    }

    @Test
    void a_prediction_of_a_time_to_come_is_noticed() {
        assertThat(new HistoryCheck(handle, PredictionContract.MADE.minusSeconds(1)).findings())
                .anySatisfy(finding -> {
                    assertThat(finding.kind()).isEqualTo(Kind.TIME);
                    assertThat(finding.where()).isEqualTo("predictions");
                });
    }

    @Test
    void a_training_of_a_time_to_come_is_noticed() {
        assertThat(new HistoryCheck(handle, Trainings.BEGUN.minusSeconds(1)).findings())
                .anySatisfy(finding -> {
                    assertThat(finding.kind()).isEqualTo(Kind.TIME);
                    assertThat(finding.where()).isEqualTo("training_runs");
                });
    }

    @Test
    void a_quantisation_of_a_time_to_come_is_noticed() {
        assertThat(new HistoryCheck(handle, Quantizations.BEGUN.minusSeconds(1)).findings())
                .anySatisfy(finding -> {
                    assertThat(finding.kind()).isEqualTo(Kind.TIME);
                    assertThat(finding.where()).isEqualTo("quantization_runs");
                });
    }

    @Test
    void a_cell_of_an_unknown_verdict_is_not_counted_as_one_that_passed() {
        handle.begin();
        try {
            handle.execute("UPDATE cells SET verdict = 'SPLENDID'");
            assertThatThrownBy(() -> CellIndex.of(handle, MatrixDimensions.NONE.extended(handle), RunScope.ALL))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("does not know");
        } finally {
            handle.rollback();
        }
    }
}
