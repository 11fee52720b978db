package dev.bascule.bridge.dashboard.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.bridge.dashboard.FakeRunStarter;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.reports.history.RunFilter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class JobQueueTest {
    private static final int CELLS = FakeRunStarter.RECORDED.runs().size();
    private static final JobRequest JOB_REQUEST = new JobRequest(
            List.of("quickstart"), Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Map.of());

    private final FakeRunStarter starter = new FakeRunStarter();
    private final InMemoryHistory history = new InMemoryHistory();
    private final EventJournal journal = new EventJournal(Clock.systemUTC(), 10_000);
    private final long before = journal.last();
    private final JobQueue queue = new JobQueue(starter, history, journal, Clock.systemUTC(), Duration.ofMinutes(1));

    @AfterEach
    void close() {
        queue.close();
    }

    private JobSnapshot ended(String id) {
        Awaitility.await().until(() -> queue.find(id).job().state().isOver());
        return queue.find(id).job();
    }

    private List<String> events() {
        return journal.after(before, 10_000).stream().map(ServerEvent::type).toList();
    }

    @Test
    void a_job_becomes_a_run_of_the_history_and_each_step_is_told() {
        JobSnapshot job = ended(queue.add(JOB_REQUEST, "anna").id());

        assertThat(job.state()).isEqualTo(JobState.DONE);
        RunRecord run = history.find(job.run().orElseThrow()).orElseThrow();
        assertThat(run.runs()).isEqualTo(FakeRunStarter.RECORDED.runs());
        assertThat(job.finished()).isEqualTo(CELLS);
        assertThat(job.cells()).contains(CELLS);
        assertThat(job.verdicts().values().stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(CELLS);
        assertThat(events())
                .startsWith("job.queued", "job.started", "job.log", "job.planned", "cell.started", "cell.finished")
                .endsWith("job.log", "job.ended");
        assertThat(events().stream().filter("cell.finished"::equals)).hasSize(CELLS);
        JobSnapshot.Detail detail = queue.find(job.id());
        assertThat(detail.progress().stream().map(cell -> cell.cell().orElseThrow()))
                .startsWith(run.id() + ".0", run.id() + ".1");
        Awaitility.await().until(() -> starter.reported.size() == 1);
    }

    @Test
    void jobs_run_one_after_the_other() {
        starter.cells.drainPermits();
        String first = queue.add(JOB_REQUEST, "anna").id();
        String second = queue.add(JOB_REQUEST, "bert").id();
        Awaitility.await().until(() -> queue.find(first).job().state() == JobState.RUNNING);

        assertThat(queue.find(second).job().state()).isEqualTo(JobState.QUEUED);
        assertThat(queue.load()).isEqualTo(new JobQueue.Load(1, 1));
        starter.cells.release(CELLS);
        ended(first);
        Awaitility.await().until(() -> queue.find(second).job().state() == JobState.RUNNING);
        starter.cells.release(CELLS);
        assertThat(ended(second).state()).isEqualTo(JobState.DONE);
        assertThat(queue.all().stream().map(JobSnapshot::by)).containsExactly("bert", "anna");
    }

    @Test
    void a_job_that_is_stopped_keeps_what_it_measured_and_the_next_one_runs_whole() {
        starter.cells.drainPermits();
        String stopped = queue.add(JOB_REQUEST, "anna").id();
        String next = queue.add(JOB_REQUEST, "anna").id();
        starter.cells.release(2);
        Awaitility.await().until(() -> queue.find(stopped).job().finished() == 2);
        queue.cancel(stopped);
        JobSnapshot job = ended(stopped);

        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
        RunRecord run = history.find(job.run().orElseThrow()).orElseThrow();
        assertThat(run.extent().interrupted()).isTrue();
        assertThat(run.runs()).hasSize(2);
        starter.cells.release(CELLS);
        assertThat(ended(next).state()).isEqualTo(JobState.DONE);
        assertThatThrownBy(() -> queue.cancel(stopped)).isInstanceOf(Problem.Thrown.class);
    }

    /** Its processes are being ended then, and what breaks there takes all that was measured along. */
    @Test
    void a_job_that_is_stopped_again_while_it_ends_is_left_to_end() {
        CountDownLatch ending = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean struck = new AtomicBoolean();
        starter.ending = () -> {
            ending.countDown();
            try {
                go.await();
            } catch (InterruptedException again) {
                struck.set(true);
            }
        };
        starter.cells.drainPermits();
        String stopped = queue.add(JOB_REQUEST, "anna").id();
        starter.cells.release(2);
        Awaitility.await().until(() -> queue.find(stopped).job().finished() == 2);
        queue.cancel(stopped);
        Awaitility.await().until(() -> ending.getCount() == 0);
        queue.cancel(stopped);
        queue.stop();
        go.countDown();

        assertThat(ended(stopped).state()).isEqualTo(JobState.CANCELLED);
        assertThat(struck).isFalse();
        assertThat(history.runs(RunFilter.ALL))
                .singleElement()
                .satisfies(run -> assertThat(run.cells()).isEqualTo(2));
    }

    @Test
    void a_job_that_is_stopped_before_its_turn_never_begins() {
        starter.cells.drainPermits();
        String running = queue.add(JOB_REQUEST, "anna").id();
        String waiting = queue.add(JOB_REQUEST, "anna").id();
        Awaitility.await().until(() -> queue.find(running).job().state() == JobState.RUNNING);

        assertThat(queue.cancel(waiting).state()).isEqualTo(JobState.CANCELLED);
        starter.cells.release(CELLS);
        ended(running);
        assertThat(history.runs(RunFilter.ALL)).hasSize(1);
        assertThat(queue.find(waiting).job().startedAt()).isEmpty();
    }

    @Test
    void a_job_that_dies_says_why_and_takes_nothing_along() {
        for (Throwable death : List.of(
                new IllegalStateException("a bug"),
                new OutOfMemoryError("of a graph"),
                new BasculeException(dev.bascule.fallback.error.ErrorCode.NO_BROWSER, "there is no browser"))) {
            starter.death = Optional.of(death);
            JobSnapshot job = ended(queue.add(JOB_REQUEST, "anna").id());

            assertThat(job.state()).isEqualTo(JobState.FAILED);
            Problem problem = job.problem().orElseThrow();
            assertThat(problem.detail()).contains(String.valueOf(death.getMessage()));
            assertThat(problem.remedies()).isNotEmpty();
            assertThat(job.run()).isEmpty();
        }
        starter.death = Optional.empty();
        assertThat(ended(queue.add(JOB_REQUEST, "anna").id()).state()).isEqualTo(JobState.DONE);
        assertThat(history.runs(RunFilter.ALL)).hasSize(1);
    }

    @Tag("attack")
    @Test
    void what_a_job_had_measured_before_an_error_ended_it_is_kept() {
        RunRecord kept = FakeRunStarter.run("20261122-000009-beef", List.of(), true);
        starter.death = Optional.of(new RunAbortedException(kept, new NoClassDefFoundError("dev/bascule/Gone")));
        JobSnapshot job = ended(queue.add(JOB_REQUEST, "anna").id());

        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.problem().orElseThrow().detail())
                .contains("dev/bascule/Gone", "what was measured before is kept as run 20261122-000009-beef");
        assertThat(history.find("20261122-000009-beef")).isPresent();
        starter.death = Optional.empty();
        assertThat(ended(queue.add(JOB_REQUEST, "anna").id()).state()).isEqualTo(JobState.DONE);
    }

    @Test
    void a_run_that_the_history_does_not_take_is_in_the_file_that_the_job_names() {
        history.append(FakeRunStarter.run("20261122-000001-beef", List.of(), false));
        JobSnapshot job = ended(queue.add(JOB_REQUEST, "anna").id());

        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.problem().orElseThrow().detail())
                .contains("already has a run")
                .contains("reports/20261122-000001-beef/run.json");
        assertThat(starter.reported)
                .singleElement()
                .satisfies(run -> assertThat(run.runs()).isEqualTo(FakeRunStarter.RECORDED.runs()));
    }

    @Test
    void a_stopped_run_that_the_history_does_not_take_says_where_it_is_too() {
        history.append(FakeRunStarter.run("20261122-000001-beef", List.of(), false));
        starter.cells.drainPermits();
        String id = queue.add(JOB_REQUEST, "anna").id();
        starter.cells.release(1);
        Awaitility.await().until(() -> queue.find(id).job().finished() == 1);
        queue.cancel(id);
        JobSnapshot job = ended(id);

        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.problem().orElseThrow().detail()).contains("reports/20261122-000001-beef/run.json");
        assertThat(starter.reported)
                .singleElement()
                .satisfies(run -> assertThat(run.runs()).hasSize(1));
    }

    @Test
    void a_server_that_goes_down_keeps_what_was_measured_and_begins_nothing_more() {
        starter.cells.drainPermits();
        String running = queue.add(JOB_REQUEST, "anna").id();
        String waiting = queue.add(JOB_REQUEST, "anna").id();
        starter.cells.release(3);
        Awaitility.await().until(() -> queue.find(running).job().finished() == 3);
        queue.close();

        assertThat(history.runs(RunFilter.ALL)).singleElement().satisfies(run -> {
            assertThat(run.interrupted()).isTrue();
            assertThat(run.cells()).isEqualTo(3);
        });
        assertThat(queue.find(waiting).job().state()).isEqualTo(JobState.CANCELLED);
        assertThatThrownBy(() -> queue.add(JOB_REQUEST, "anna")).isInstanceOf(Problem.Thrown.class);
    }

    @Test
    void a_wish_that_makes_no_sense_is_no_job_and_a_full_queue_takes_no_more() {
        assertThatThrownBy(() -> queue.add(
                        new JobRequest(
                                List.of("quickstar"),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                List.of(),
                                Map.of()),
                        "anna"))
                .hasMessageContaining("did you mean 'quickstart'?");
        assertThat(queue.all()).isEmpty();
        starter.cells.drainPermits();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 60; i++) {
                        queue.add(JOB_REQUEST, "anna");
                    }
                })
                .isInstanceOf(Problem.Thrown.class)
                .satisfies(
                        full -> assertThat(((Problem.Thrown) full).retryAfter()).isPresent());
        starter.cells.release(1_000_000);
    }

    @Test
    void a_job_waits_for_a_device_of_this_machine_and_can_be_stopped_while_it_waits() throws InterruptedException {
        queue.machine().acquire();
        String first = queue.add(JOB_REQUEST, "anna").id();
        Awaitility.await()
                .until(() -> queue.find(first).job().phase().orElse("").startsWith("waiting"));
        queue.cancel(first);
        assertThat(ended(first).state()).isEqualTo(JobState.CANCELLED);
        String second = queue.add(JOB_REQUEST, "anna").id();
        queue.machine().release();
        assertThat(ended(second).state()).isEqualTo(JobState.DONE);
        assertThat(history.runs(RunFilter.ALL)).hasSize(1);
    }

    @Test
    void verdicts_are_those_of_the_cells() {
        JobSnapshot job = ended(queue.add(JOB_REQUEST, "anna").id());

        assertThat(job.verdicts().get(Verdict.FELL_BACK)).isEqualTo(1);
        assertThat(queue.find(job.id()).progress())
                .filteredOn(cell -> cell.verdict().equals(Optional.of(Verdict.UNSUPPORTED)))
                .allSatisfy(cell -> {
                    assertThat(cell.medianMs()).isEmpty();
                    assertThat(cell.reason()).isPresent();
                });
    }
}
