package dev.bascule.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.bascule.bridge.dashboard.queue.PoolFacts.Chance;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Counts;
import dev.bascule.bridge.dashboard.queue.PoolFacts.JobStanding;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Kind;
import dev.bascule.bridge.dashboard.queue.PoolFacts.MachineBackend;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolJob;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolRun;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Source;
import dev.bascule.bridge.dashboard.queue.PoolFacts.State;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Worker;
import dev.bascule.bridge.dashboard.queue.PoolFacts.WorkerState;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DashboardPoolTest {
    private static final DashboardPool.Pace QUICK =
            new DashboardPool.Pace(Duration.ofMillis(10), Duration.ofSeconds(30), Duration.ofSeconds(30));
    /** Gives up soon, but for the first answer: tests ask nothing more while it answers. */
    private static final DashboardPool.Pace IMPATIENT =
            new DashboardPool.Pace(Duration.ofMillis(10), Duration.ofMillis(100), Duration.ofSeconds(30));
    /** Never looks again by itself. */
    private static final DashboardPool.Pace ONCE =
            new DashboardPool.Pace(Duration.ofHours(1), Duration.ofSeconds(30), Duration.ofSeconds(30));

    private final PlayedSight sight = new PlayedSight();
    private final AtomicInteger told = new AtomicInteger();
    private Optional<DashboardPool> open = Optional.empty();

    private DashboardPool pool(DashboardPool.Pace pace) {
        DashboardPool pool = DashboardPool.of(
                sight, Kind.ELSEWHERE, "bascule://lab:7423", pace, Clock.fixed(PlayedSight.NOW, ZoneOffset.UTC));
        pool.listen(told::incrementAndGet);
        open = Optional.of(pool);
        return pool;
    }

    @AfterEach
    void close() {
        open.ifPresent(DashboardPool::close);
    }

    @Test
    void what_the_coordinator_says_is_told_in_the_dashboards_words() {
        DashboardPool pool = pool(ONCE);

        assertThat(pool.standing().state()).isEqualTo(State.UP);
        assertThat(pool.standing().asOf()).contains(PlayedSight.NOW);
        Worker mine = pool.workers().get(0);
        assertThat(mine.state()).isEqualTo(WorkerState.BUSY);
        assertThat(mine.machine()).hasValueSatisfying(machine -> {
            assertThat(machine.memoryBytes()).as("0 is: nobody tells").isEmpty();
            assertThat(machine.backends())
                    .containsExactly(
                            new MachineBackend("cpu", "session", true), new MachineBackend("cuda", "library", false));
        });
        assertThat(pool.runs().newest())
                .extracting(PoolRun::run, PoolRun::jobs)
                .containsExactly(tuple("run-1", new Counts(1, 0, 0, 0, 0)));
    }

    @Test
    void a_worker_at_a_run_that_is_not_shown_says_no_run() {
        DashboardPool pool = pool(ONCE);

        assertThat(pool.workers().get(0).job())
                .hasValueSatisfying(job -> assertThat(job.run()).contains("run-1"))
                .hasValueSatisfying(job -> assertThat(job.number()).contains(1));
        assertThat(pool.workers().get(1).job())
                .hasValueSatisfying(job -> assertThat(job.id()).isEqualTo("of-others-7"))
                .hasValueSatisfying(job -> assertThat(job.run()).isEmpty());
    }

    @Test
    void jobs_are_asked_for_with_where_they_stand_and_what_workers_are_to_them() {
        DashboardPool pool = pool(ONCE);

        assertThat(pool.jobs("run-1", Set.of(JobStanding.DONE), 0, 50).total()).isZero();
        PoolJob job = pool.job("run-1", 1).orElseThrow();
        assertThat(job.waits()).contains("no worker is idle");
        assertThat(pool.outlook(job).orElseThrow().workers())
                .extracting(Chance::time)
                .satisfiesExactly(
                        known -> assertThat(known)
                                .hasValueSatisfying(
                                        time -> assertThat(time.source()).isEqualTo(Source.MEASURED)),
                        unknown -> assertThat(unknown).isEmpty());
        assertThat(pool.job("run-1", 2)).isEmpty();
    }

    @Test
    void a_change_is_told_and_that_a_worker_was_heard_of_again_is_none() {
        DashboardPool pool = pool(QUICK);
        sight.heard = PlayedSight.NOW.plusSeconds(6);
        await().until(() -> pool.workers().get(0).heard().orElseThrow().equals(sight.heard));
        assertThat(told).hasValue(0);

        sight.state = "lost";

        await().until(() -> told.get() == 1);
        assertThat(pool.workers().get(0).state()).isEqualTo(WorkerState.LOST);
    }

    @Test
    void a_coordinator_that_does_not_answer_keeps_nobody_waiting_and_what_it_said_last_stays() {
        DashboardPool pool = pool(IMPATIENT);
        sight.hang();

        await().until(() -> pool.standing().state() == State.UNREACHABLE);
        assertThat(pool.standing().reason())
                .hasValueSatisfying(why -> assertThat(why).contains("bascule://lab:7423 does not answer"));
        assertThat(pool.workers()).hasSize(2);
        await().until(() -> told.get() > 0);
        assertThatThrownBy(() -> pool.job("run-1", 1))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.COORDINATOR_UNREACHABLE));

        sight.goOn();
        await().until(() -> pool.standing().state() == State.UP);
    }

    @Test
    void while_it_does_not_answer_one_question_waits_and_none_is_broken_off_or_asked_anew() {
        DashboardPool pool = pool(IMPATIENT);
        sight.hang();
        await().until(() -> pool.standing().state() == State.UNREACHABLE);
        int asked = sight.asked.get();

        assertThatThrownBy(() -> pool.jobs("run-1", Set.of(), 0, 50)).hasMessageContaining("does not answer");
        assertThatThrownBy(() -> pool.cancel("run-1")).hasMessageContaining("does not answer");
        assertThat(pool.run("nobody-knows-it")).isEmpty();
        assertThat(pool.run("run-1")).isPresent();
        assertThat(sight.asked).as("nothing is asked anew").hasValue(asked);

        sight.goOn();
        await().until(() -> pool.standing().state() == State.UP);
        assertThat(sight.brokenOff).hasValue(0);
    }

    @Test
    void those_who_ask_for_a_run_that_is_not_known_wait_for_one_look_together() throws Exception {
        DashboardPool pool = pool(ONCE);
        sight.hang();
        int asked = sight.asked.get();
        List<Thread> pages = IntStream.range(0, 4)
                .mapToObj(i -> new Thread(() -> pool.run("nobody-knows-it")))
                .toList();
        pages.forEach(Thread::start);
        await().until(() -> pages.stream().allMatch(page -> page.getState() == Thread.State.TIMED_WAITING));

        sight.goOn();

        for (Thread page : pages) {
            page.join();
        }
        assertThat(sight.asked.get() - asked).as("runs and workers, once").isEqualTo(2);
    }

    @Test
    void a_look_that_fails_in_whatever_way_is_told_and_the_next_one_is_made() {
        DashboardPool pool = pool(QUICK);
        sight.broken = true;

        await().until(() -> pool.standing().state() == State.UNREACHABLE);
        assertThat(pool.standing().reason()).contains("a bug in it");

        sight.broken = false;
        await().until(() -> pool.standing().state() == State.UP);
    }

    @Test
    void a_listener_that_throws_keeps_nobody_from_hearing_and_looks_go_on() {
        DashboardPool pool = pool(QUICK);
        AtomicInteger after = new AtomicInteger();
        pool.listen(() -> {
            throw new IllegalStateException("a listener's bug");
        });
        pool.listen(after::incrementAndGet);

        sight.state = "lost";
        await().until(() -> pool.workers().get(0).state() == WorkerState.LOST && after.get() > 0);

        // The first look may be told as well, if it comes after the listener: what is told of this one comes on top.
        int heard = after.get();
        sight.state = "idle";
        await().until(() -> pool.workers().get(0).state() == WorkerState.IDLE && after.get() > heard);
    }

    @Test
    void a_word_that_a_newer_coordinator_has_for_a_worker_is_unknown() {
        sight.state = "asleep";

        assertThat(pool(ONCE).workers().get(0).state()).isEqualTo(WorkerState.UNKNOWN);
    }

    @Test
    void a_token_that_was_taken_back_meanwhile_is_told() {
        DashboardPool pool = pool(QUICK);
        sight.refuses = true;

        await().until(() -> pool.standing().reason().isPresent());
        assertThat(pool.standing().reason()).contains("the token was taken back");
    }

    @Test
    void a_coordinator_that_refuses_at_first_ends_the_start() {
        sight.refuses = true;

        assertThatThrownBy(() -> pool(ONCE)).hasMessage("the token was taken back");
    }

    @Test
    void a_run_that_came_just_now_is_found_before_the_next_look() {
        DashboardPool pool = pool(ONCE);
        assertThat(pool.run("run-2")).isEmpty();

        sight.run = "run-2";

        assertThat(pool.run("run-2")).isPresent();
        assertThat(told).hasValue(1);
    }

    @Test
    void who_cancels_sees_it_at_once() {
        DashboardPool pool = pool(ONCE);

        pool.cancel("run-1");

        assertThat(pool.runs().newest()).extracting(PoolRun::jobs).containsExactly(new Counts(0, 0, 0, 0, 1));
        assertThat(told).hasValue(1);
    }

    @Test
    void a_coordinator_that_ended_stays_so_and_is_asked_nothing_more() {
        DashboardPool pool = pool(QUICK);

        pool.end("the broker stopped");

        assertThat(told).hasValue(1);
        assertThat(pool.standing().state()).isEqualTo(State.ENDED);
        assertThat(pool.standing().reason()).contains("the broker stopped");
        int asked = sight.asked.get();
        assertThatThrownBy(() -> pool.cancel("run-1")).hasMessage("the broker stopped");
        assertThatThrownBy(() -> pool.job("run-1", 1)).hasMessage("the broker stopped");
        assertThat(pool.run("nobody-knows-it")).isEmpty();
        // One look may have been under way.
        assertThat(sight.asked.get() - asked).isLessThanOrEqualTo(2);
    }
}
