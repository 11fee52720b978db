package dev.bascule.reports.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.reports.history.IntegrityFinding.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A coordinator's book, whole, and with each fault. */
@Tag("red-team")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LedgerCheckTest {
    private static final Instant CAME = Instant.parse("2026-11-28T10:00:00Z");
    private static final Optional<String> RESULT = Optional.of("ab".repeat(32));

    private Handle handle;
    private DuckDbHistory history;

    @BeforeAll
    void aBook() {
        handle = DatabaseInMemory.handle();
        history = DuckDbHistory.of(handle, "memory");
        keep(job(1, "DONE", "{}"), attempt(1, 1, "LOST", Optional.empty()), attempt(1, 2, "DONE", RESULT));
        keep(job(2, "PLACED", "{}"), attempt(2, 1, "RUNNING", Optional.empty()));
        keep(job(3, "WAITING", "{}"));
        keep(job(4, "FAILED", "{}"), attempt(4, 1, "FAILED", RESULT));
        keep(job(5, "CANCELLED", "{}"), attempt(5, 1, "CANCELLED", Optional.empty()));
    }

    @AfterAll
    void close() {
        history.close();
    }

    private void keep(LedgerRows.Job job, LedgerRows.Attempt... attempts) {
        history.keepLedger(new LedgerRows(List.of(job), List.of(attempts), List.of()));
    }

    private static LedgerRows.Job job(int number, String state, String request) {
        return new LedgerRows.Job(
                "run-" + number,
                "run",
                number,
                "CASES",
                "anything",
                state,
                0,
                "lab",
                CAME,
                request,
                state.equals("FAILED") ? Optional.of("{}") : Optional.empty());
    }

    private static LedgerRows.Attempt attempt(int job, int number, String state, Optional<String> result) {
        boolean over = !List.of("PLACED", "RUNNING").contains(state);
        return new LedgerRows.Attempt(
                "run-" + job,
                number,
                "gpu-box",
                "linux",
                "1.2.3",
                state,
                "fifo",
                "it is idle",
                CAME,
                Optional.of(CAME),
                over ? Optional.of(CAME.plusSeconds(1)) : Optional.empty(),
                over ? Optional.of(Duration.ofSeconds(1)) : Optional.empty(),
                Optional.empty(),
                result);
    }

    @Test
    void a_whole_book_has_no_finding() {
        assertThat(history.check(CAME.plusSeconds(60))).isEmpty();
    }

    private record Fault(String name, LedgerRows rows) {
        static Fault of(String name, LedgerRows.Job job) {
            return new Fault(name, new LedgerRows(List.of(job), List.of(), List.of()));
        }

        static Fault of(String name, LedgerRows.Attempt attempt) {
            return new Fault(name, new LedgerRows(List.of(), List.of(attempt), List.of()));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Fault> faults() {
        return Stream.of(
                Fault.of("ledger_jobs run-3: a state that there is not", job(3, "RESTING", "{}")),
                Fault.of(
                        "ledger_attempts run-2 (try 1): a state that there is not",
                        attempt(2, 1, "RESTING", Optional.empty())),
                Fault.of("ledger_attempts run-9: no such job", attempt(9, 1, "LOST", Optional.empty())),
                Fault.of("ledger_attempts run-5: tries are left out", attempt(5, 3, "LOST", Optional.empty())),
                Fault.of("ledger_attempts run-1: more than one try is accepted", attempt(1, 3, "DONE", RESULT)),
                Fault.of("ledger_jobs run-4: it is done without an accepted try", job(4, "DONE", "{}")),
                Fault.of("ledger_jobs run-1: it is done without an accepted try", job(1, "WAITING", "{}")),
                Fault.of("ledger_jobs run-3: it is placed without one try under way", job(3, "PLACED", "{}")),
                Fault.of("ledger_jobs run-2: it is placed without one try under way", job(2, "WAITING", "{}")),
                Fault.of("ledger_attempts run-1 (try 2): a result where", attempt(1, 2, "DONE", Optional.empty())),
                Fault.of("ledger_attempts run-1 (try 2): a result where", attempt(1, 2, "DONE", Optional.of("../x"))),
                Fault.of("ledger_attempts run-1 (try 1): a result where", attempt(1, 1, "LOST", RESULT)),
                Fault.of("ledger_jobs run-3: what was asked cannot be read", job(3, "WAITING", "{")));
    }

    /** The negative control: each is planted, named, and taken back. */
    @ParameterizedTest
    @MethodSource("faults")
    void a_fault_is_named(Fault fault) {
        handle.begin();
        try {
            new LedgerTables(handle).keep(fault.rows());

            assertNamed(fault, new LedgerCheck(handle).findings());
        } finally {
            handle.rollback();
        }
    }

    /** With all else that is looked at there, of which nothing is wrong. */
    @Test
    void a_fault_is_named_by_the_check_of_the_whole_file() {
        Fault fault = faults().findFirst().orElseThrow();
        handle.begin();
        try {
            new LedgerTables(handle).keep(fault.rows());

            assertNamed(fault, new HistoryCheck(handle, CAME.plusSeconds(60)).findings());
        } finally {
            handle.rollback();
        }
    }

    private static void assertNamed(Fault fault, List<IntegrityFinding> findings) {
        assertThat(findings)
                .allSatisfy(finding -> assertThat(finding.kind()).isEqualTo(Kind.LEDGER))
                .extracting(IntegrityFinding::toString)
                .anySatisfy(text -> assertThat(text).startsWith("ledger: " + fault.name()));
    }
}
