package dev.bascule.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.record.RecordedAttempt;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.record.RunRecording;
import dev.bascule.scheduling.simulate.engine.Knowledge;
import dev.bascule.scheduling.simulate.forecast.Forecast;
import dev.bascule.scheduling.simulate.forecast.ForecastCheck;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

    private static LedgerRows.Job asking(String where) {
        JobRequest asks = new JobRequest(
                JobRequest.idOf("9", 1),
                "9",
                1,
                JobKind.CASES,
                "{}",
                List.of(),
                Requirement.parse(where),
                "k",
                0,
                Optional.empty(),
                Set.of(),
                true,
                Duration.ofMinutes(5),
                Set.of(),
                false);
        return new LedgerRows.Job(
                "9-1", "9", 1, "cell", "", "DONE", 0, "anna", BEGAN, Wire.write(asks), Optional.empty());
    }

    /** As where it joined again with another version of a browser: what it has now says nothing of then. */
    @Test
    void who_did_a_job_had_what_it_asks_whatever_it_says_since() {
        LedgerRows.Job other = ledger("9", "fifo", 10, -1).jobs().get(0);
        LedgerRows.Job second = new LedgerRows.Job(
                "9-2", "9", 2, "cell", "", "DONE", 0, "anna", BEGAN, other.request(), Optional.empty());
        List<LedgerRows.Attempt> attempts = List.of(attempt("9-1", "w", BEGAN), attempt("9-2", "lab", BEGAN));

        for (Set<String> ofTheOther : List.of(Set.<String>of(), Set.of("lab"))) {
            LedgerRows rows = new LedgerRows(
                    List.of(asking("label=lab"), second),
                    attempts,
                    List.of(member("w", Set.of()), member("lab", ofTheOther)));
            RecordedAttempt.Asked asked =
                    LedgerRecord.of(rows, "9", "night", 1).attempts().get(0).asked();

            if (ofTheOther.isEmpty()) {
                assertThat(asked.on()).as("nobody else, and not all").containsExactly("w");
            } else {
                assertThat(asked.on()).as("both, and so all").isEmpty();
            }
        }
    }

    /** A job of an earlier run on the second worker, and one that asks for that worker's label. */
    @Test
    void what_a_job_asked_and_what_was_measured_before_is_in_the_record() {
        JobRequest asks = new JobRequest(
                JobRequest.idOf("9", 1),
                "9",
                1,
                JobKind.CASES,
                "{}",
                List.of(),
                Requirement.parse("label=lab"),
                "k",
                3,
                Optional.of(Duration.ofMinutes(1)),
                Set.of(new JobId("9-0")),
                true,
                Duration.ofMinutes(5),
                Set.of("model"),
                false);
        LedgerRows before = ledger("8", "fifo", 10, -1);
        LedgerRows now = ledger("9", "fifo", 10, -1);
        LedgerRows.Job job = now.jobs().get(0);
        Instant later = BEGAN.plusSeconds(60);
        LedgerRows rows = new LedgerRows(
                List.of(
                        before.jobs().get(0),
                        new LedgerRows.Job(
                                job.id(),
                                "9",
                                1,
                                job.kind(),
                                "",
                                "DONE",
                                3,
                                "anna",
                                later,
                                Wire.write(asks),
                                Optional.empty()),
                        new LedgerRows.Job(
                                "9-2",
                                "9",
                                2,
                                job.kind(),
                                "",
                                "DONE",
                                0,
                                "anna",
                                later,
                                job.request(),
                                Optional.empty())),
                List.of(before.attempts().get(0), attempt("9-1", "lab", later), attempt("9-2", "w", later)),
                List.of(member("w", Set.of()), member("lab", Set.of("lab"))));

        RecordedRun run = LedgerRecord.of(rows, "9", "night", 1);

        assertThat(run.attempts().get(0).asked())
                .isEqualTo(new RecordedAttempt.Asked(
                        new TreeSet<>(Set.of("lab")),
                        true,
                        Optional.of(Duration.ofMinutes(1)),
                        new TreeSet<>(Set.of("model")),
                        new TreeSet<>(Set.of("9-0"))));
        assertThat(run.attempts().get(1).asked()).isEqualTo(RecordedAttempt.Asked.NOTHING);
        assertThat(run.known()).containsExactly(new RecordedRun.Known("k", "box", List.of(Duration.ofMillis(500))));
    }

    private static LedgerRows.Attempt attempt(String job, String worker, Instant placed) {
        return new LedgerRows.Attempt(
                job,
                1,
                worker,
                "box",
                "1",
                "DONE",
                "fifo",
                "first",
                placed,
                Optional.empty(),
                Optional.of(placed.plusSeconds(1)),
                Optional.of(Duration.ofMillis(700)),
                Optional.empty(),
                Optional.empty());
    }

    private static LedgerRows.Member member(String id, Set<String> labels) {
        return new LedgerRows.Member(
                id,
                "worker",
                "",
                BEGAN,
                Optional.of(Wire.write(Inventory.of(
                        "linux", "x86_64", "p", 1, 1, Map.of("cpu", "session"), Map.of(), List.of(), labels))),
                Optional.of(BEGAN),
                Optional.empty(),
                false);
    }
}
