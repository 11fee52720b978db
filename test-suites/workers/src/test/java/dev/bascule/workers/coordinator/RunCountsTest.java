package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.RunStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunCountsTest {
    private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");

    private final InMemoryHistory history = new InMemoryHistory();
    private final Book book = new Book(history, Clock.fixed(NOW, ZoneOffset.UTC));

    private static JobEntry job(String run, int number, String owner) {
        JobRequest request = new JobRequest(
                JobRequest.idOf(run, number),
                run,
                number,
                JobKind.CASES,
                "{}",
                List.of(),
                new Requirement.Anything(),
                "likeness",
                0,
                Optional.empty(),
                Set.of(),
                false,
                Duration.ofMinutes(10),
                Set.of(),
                false);
        return JobEntry.of(request, owner, NOW);
    }

    private static RunStatus status(String run, String owner, int waiting, int cancelled) {
        return new RunStatus(run, owner, NOW, waiting, 0, 0, 0, cancelled);
    }

    private static List<RunStatus> told(Book book) {
        return book.counts().list(run -> true).newest();
    }

    @Test
    void a_job_is_counted_where_it_stands_now_and_by_its_owner() {
        JobEntry first = job("a", 1, "anna");
        book.keep(List.of(first, job("a", 2, "anna"), job("b", 1, "ben")));
        book.keep(List.of(first.to(JobState.CANCELLED, Optional.empty())));

        assertThat(told(book)).containsExactlyInAnyOrder(status("a", "anna", 1, 1), status("b", "ben", 1, 0));
        assertThat(book.counts().list(run -> run.owner().equals("ben")).total()).isEqualTo(1);
    }

    @Test
    void a_ledger_that_is_read_again_counts_the_same() {
        JobEntry first = job("a", 1, "anna");
        book.keep(List.of(first, job("a", 2, "anna")));
        book.keep(List.of(first.to(JobState.CANCELLED, Optional.empty())));

        assertThat(told(new Book(history, Clock.fixed(NOW, ZoneOffset.UTC)))).isEqualTo(told(book));
    }

    @Test
    void a_run_that_is_forgotten_is_counted_no_more() {
        book.keep(List.of(job("a", 1, "anna").to(JobState.CANCELLED, Optional.empty()), job("b", 1, "ben")));

        assertThat(book.forget(NOW.plusSeconds(1))).hasSize(1);

        assertThat(told(book)).containsExactly(status("b", "ben", 1, 0));
    }
}
