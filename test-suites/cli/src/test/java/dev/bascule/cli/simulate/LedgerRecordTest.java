package dev.bascule.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.record.RunRecording;
import dev.bascule.scheduling.simulate.engine.Knowledge;
import dev.bascule.scheduling.simulate.forecast.Forecast;
import dev.bascule.scheduling.simulate.forecast.ForecastCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerRecordTest {
    private static final Instant BEGAN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Forecast FORECAST = new Forecast(
            BEGAN.minusSeconds(60),
            "fleet",
            Knowledge.LEARNED,
            List.of(new Forecast.OfWorkload(
                    "night",
                    "workload",
                    "fifo",
                    List.of(
                            new Forecast.OfPolicy("fifo", List.of(10.0, 10.1)),
                            new Forecast.OfPolicy("assignment", List.of(8.0, 8.1))))));

    @TempDir
    Path folder;

    /** Of one job that a worker did, which joined so long after it was submitted. */
    private static LedgerRows ledger(String run, String policy, long endedAfter, long joinedAfter) {
        return new LedgerRows(
                List.of(new LedgerRows.Job(
                        run + "-1",
                        run,
                        1,
                        "cell",
                        "",
                        "DONE",
                        3,
                        "anna",
                        BEGAN,
                        "{\"likeness\":\"k\"}",
                        Optional.empty())),
                List.of(new LedgerRows.Attempt(
                        run + "-1",
                        1,
                        "w",
                        "box",
                        "1",
                        "DONE",
                        policy,
                        "first",
                        BEGAN.plusSeconds(1),
                        Optional.empty(),
                        Optional.of(BEGAN.plusSeconds(endedAfter)),
                        Optional.of(Duration.ofMillis(500)),
                        Optional.empty(),
                        Optional.empty())),
                List.of(new LedgerRows.Member(
                        "w",
                        "worker",
                        "",
                        BEGAN,
                        Optional.empty(),
                        Optional.of(BEGAN.plusSeconds(joinedAfter)),
                        Optional.empty(),
                        false)));
    }

    /** Through a file, as the commands have it. */
    private RecordedRun recorded(String run, String workload, String policy, long endedAfter) throws IOException {
        RecordedRun record = LedgerRecord.of(ledger(run, policy, endedAfter, -1), run, workload, 1);
        Path file = Files.writeString(folder.resolve(run + ".jsonl"), RunRecording.write(record));
        RecordedRun read = HeldToReality.record(file);
        assertThat(read).isEqualTo(record);
        return read;
    }

    @Test
    void records_of_real_runs_meet_their_forecast_by_the_name_of_the_workload_and_not_by_the_id_of_the_run()
            throws IOException {
        ForecastCheck named = ForecastCheck.of(
                FORECAST, List.of(recorded("1", "night", "fifo", 10), recorded("2", "night", "assignment", 8)));
        assertThat(named.holds()).isTrue();
        assertThat(named.simulatedOnly()).isEmpty();

        ForecastCheck unnamed = ForecastCheck.of(
                FORECAST, List.of(recorded("3", "3", "fifo", 10), recorded("4", "4", "assignment", 8)));
        assertThat(unnamed.holds()).isFalse();
        assertThat(unnamed.simulatedOnly()).hasSize(2);
    }

    @Test
    void when_it_began_who_asked_and_how_urgently_is_in_the_record() throws IOException {
        RecordedRun run = recorded("5", "night", "fifo", 10);

        assertThat(run.began()).contains(BEGAN);
        assertThat(run.attempts())
                .singleElement()
                .satisfies(
                        each -> assertThat(each.owner() + " " + each.priority()).isEqualTo("anna 3"));
        assertThat(run.cameOrLeft()).isEmpty();
        assertThat(LedgerRecord.of(ledger("6", "fifo", 10, 1), "6", "night", 1).cameOrLeft())
                .containsExactly("w");
    }

    @Test
    void a_clock_that_was_set_back_makes_no_record_and_the_job_is_named() {
        assertThatThrownBy(() -> LedgerRecord.of(ledger("7", "fifo", 0, -1), "7", "night", 1))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_INVALID))
                .hasMessageContaining("7-1");
    }
}
