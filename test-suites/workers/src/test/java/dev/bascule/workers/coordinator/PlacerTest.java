package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.policy.Placement;
import dev.bascule.scheduling.policy.Plan;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.policy.Round;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.Condition;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.wire.OrderMessage;
import dev.bascule.workers.wire.ToWorker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a policy is told of workers. */
class PlacerTest {
    private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");
    private static final Duration USUAL = Duration.ofSeconds(10);

    private final Book book = new Book(new InMemoryHistory(), Clock.fixed(NOW, ZoneOffset.UTC));
    private final List<Round> rounds = new ArrayList<>();
    private final List<OrderMessage> orders = new ArrayList<>();
    private long nanos;
    private int plans;
    /** How long a plan takes, in nanoseconds. */
    private long planning;

    private final Policy assignment = Policies.of("assignment", 0);
    private final Seat fast = seat("fast");
    private final Seat slow = seat("slow");
    private final Placer placer =
            new Placer(book, new Kept(), new Recording(), (job, worker) -> time(worker), () -> nanos);

    private final class Kept implements Outbox {
        @Override
        public boolean isUp() {
            return true;
        }

        @Override
        public void order(WorkerId worker, OrderMessage order) {
            orders.add(order);
        }

        @Override
        public void tell(WorkerId worker, ToWorker message) {}

        @Override
        public void forget(WorkerId worker, String allButIncarnation) {}
    }

    /** Places as the usual one does. */
    private final class Recording implements Policy {
        @Override
        public String name() {
            return "recording";
        }

        @Override
        public List<Placement> place(Round round) {
            rounds.add(round);
            return assignment.place(round);
        }

        @Override
        public Optional<Plan> plan(Round round) {
            plans++;
            nanos += planning;
            return assignment.plan(round);
        }
    }

    /** The slow one takes four times as long. */
    private static ServiceTime time(WorkerView worker) {
        Duration median = worker.id().value().equals("fast") ? USUAL : USUAL.multipliedBy(4);
        return new ServiceTime.Known(median, median, median, ServiceTime.Source.MEASURED);
    }

    private static Seat seat(String id) {
        return new Seat(
                new WorkerId(id),
                "incarnation",
                Inventory.of("linux", "x86_64", id, 2, 1, Map.of("cpu", "session"), Map.of(), List.of(), Set.of()),
                "1.2.3",
                0,
                NOW);
    }

    private void submit(int number) {
        JobRequest request = new JobRequest(
                JobRequest.idOf("run", number),
                "run",
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
        book.keep(List.of(JobEntry.of(request, "someone", NOW)));
        placer.jobsChanged();
    }

    @BeforeEach
    void join() {
        placer.workersChanged(List.of(fast, slow));
    }

    @Test
    void a_worker_that_overruns_is_not_said_to_be_free_in_a_moment() {
        submit(1);
        placer.place(List.of(fast, slow), NOW);
        assertThat(fast.busy()).isPresent();
        Instant later = NOW.plus(USUAL.multipliedBy(10));
        submit(2);

        placer.place(List.of(fast, slow), later);

        assertThat(rounds.get(1).workers().get(0).freeAt())
                .as("when it should have been done")
                .hasValue(NOW.plus(USUAL));
        assertThat(slow.busy())
                .as("nobody waits for one that needs 90 s too long by now")
                .isPresent();
    }

    /** Negative control of the one above: while it does not overrun, the job waits for it. */
    @Test
    void a_much_better_worker_that_is_soon_free_is_waited_for() {
        submit(1);
        placer.place(List.of(fast, slow), NOW);
        submit(2);

        placer.place(List.of(fast, slow), NOW.plusSeconds(9));

        assertThat(slow.busy()).isEmpty();
        assertThat(orders).hasSize(1);
    }

    @Test
    void a_plan_that_takes_long_is_not_made_anew_for_each_who_asks_though_jobs_change() {
        planning = 1_000;
        submit(1);
        JobEntry entry = book.waiting().get(0);
        assertThat(placer.waits(entry, List.of(fast, slow), NOW)).isPresent();

        nanos += 9_999;
        submit(2);
        assertThat(placer.explain(entry, List.of(fast, slow), NOW)).isPresent();
        assertThat(placer.explain(book.waiting().get(1), List.of(fast, slow), NOW))
                .as("it came after the plan")
                .isEmpty();
        assertThat(plans).isEqualTo(1);

        nanos += 1;
        assertThat(placer.explain(book.waiting().get(1), List.of(fast, slow), NOW))
                .isPresent();
        assertThat(plans).isEqualTo(2);
    }

    /** Negative control of the one above. */
    @Test
    void a_plan_that_takes_no_time_is_made_anew_whenever_jobs_change() {
        submit(1);
        placer.explain(book.waiting().get(0), List.of(fast, slow), NOW);
        submit(2);

        assertThat(placer.explain(book.waiting().get(1), List.of(fast, slow), NOW))
                .isPresent();
        assertThat(plans).isEqualTo(2);
    }

    @Test
    void a_policy_is_told_what_a_worker_keeps_until_it_is_lost() {
        fast.keeps(Set.of("wasm"));
        submit(1);
        placer.place(List.of(fast, slow), NOW);
        assertThat(rounds.get(0).workers()).extracting(WorkerView::warm).containsExactly(Set.of("wasm"), Set.of());

        fast.lose();
        assertThat(fast.warm()).isEmpty();
    }

    @Test
    void a_policy_is_told_what_sensors_say_and_nothing_of_machines_without_any() {
        fast.senses(new Condition(OptionalDouble.of(65), OptionalDouble.of(-2)), 0);
        submit(1);

        placer.place(List.of(fast, slow), NOW);

        assertThat(rounds.get(0).workers())
                .extracting(WorkerView::condition)
                .containsExactly(new Condition(OptionalDouble.of(65), OptionalDouble.of(-2)), Condition.UNKNOWN);
        assertThat(fast.busy()).as("it is too hot").isEmpty();
    }
}
