package dev.bascule.reports.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A coordinator's book. */
interface LedgerContract {
    Instant CAME = Instant.parse("2026-11-28T10:00:00.123456789Z");

    /** A new, empty history. */
    History history();

    private static LedgerRows.Job job(int number, String state) {
        return new LedgerRows.Job(
                "run-" + number,
                "run",
                number,
                "CASES",
                "backend cuda",
                state,
                0,
                "lab",
                CAME.plusNanos(number),
                "{\"payload\": \"o'clock\"}",
                Optional.empty(),
                state.equals("DONE") ? Optional.of(CAME.plusSeconds(9)) : Optional.empty());
    }

    private static LedgerRows.Attempt attempt(int number, String state) {
        return new LedgerRows.Attempt(
                "run-1",
                number,
                "gpu-box",
                "linux",
                "1.2.3",
                state,
                "fifo",
                "it is idle",
                CAME,
                Optional.of(CAME.plusSeconds(1)),
                Optional.empty(),
                Optional.of(Duration.ofNanos(7)),
                Optional.of("{}"),
                Optional.empty());
    }

    private static LedgerRows.Member member(boolean revoked) {
        return new LedgerRows.Member(
                "gpu-box",
                "WORKER",
                "ab".repeat(32),
                CAME,
                Optional.of("{}"),
                Optional.empty(),
                Optional.of(CAME),
                revoked);
    }

    @Test
    default void the_book_is_read_as_it_was_written_in_the_order_in_which_jobs_came() {
        try (History history = history()) {
            assertThat(history.ledger()).isEqualTo(LedgerRows.NONE);
            history.keepLedger(new LedgerRows(
                    List.of(job(2, "WAITING"), job(1, "WAITING"), job(10, "WAITING")), List.of(), List.of()));
            history.keepLedger(new LedgerRows(List.of(), List.of(attempt(1, "PLACED")), List.of(member(false))));

            assertThat(history.ledger())
                    .isEqualTo(new LedgerRows(
                            List.of(job(1, "WAITING"), job(2, "WAITING"), job(10, "WAITING")),
                            List.of(attempt(1, "PLACED")),
                            List.of(member(false))));
        }
    }

    @Test
    default void a_row_takes_the_place_of_the_one_of_its_key() {
        try (History history = history()) {
            history.keepLedger(
                    new LedgerRows(List.of(job(1, "WAITING")), List.of(attempt(1, "PLACED")), List.of(member(false))));
            history.keepLedger(new LedgerRows(
                    List.of(job(1, "DONE")), List.of(attempt(1, "LOST"), attempt(2, "DONE")), List.of(member(true))));

            assertThat(history.ledger())
                    .isEqualTo(new LedgerRows(
                            List.of(job(1, "DONE")),
                            List.of(attempt(1, "LOST"), attempt(2, "DONE")),
                            List.of(member(true))));
            assertThat(history.runs(RunFilter.ALL)).isEmpty();
        }
    }

    @Test
    default void a_run_that_is_forgotten_takes_its_tries_with_it_and_nothing_of_others() {
        try (History history = history()) {
            LedgerRows.Job other = new LedgerRows.Job(
                    "other-1", "other", 1, "CASES", "anything", "DONE", 0, "lab", CAME, "{}", Optional.empty());
            history.keepLedger(new LedgerRows(
                    List.of(job(1, "DONE"), job(2, "DONE"), other),
                    List.of(attempt(1, "DONE")),
                    List.of(member(false))));

            history.forgetLedger(List.of("run", "there is not"));
            history.forgetLedger(List.of());

            assertThat(history.ledger()).isEqualTo(new LedgerRows(List.of(other), List.of(), List.of(member(false))));
        }
    }
}
