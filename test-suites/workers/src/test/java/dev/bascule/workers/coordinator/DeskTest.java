package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is in the ledger, sent and told, also after a new start. */
class DeskTest extends DeskFixture {
    @Test
    void a_job_is_in_the_ledger_before_its_order_is_sent() {
        join(ONE, FIRST);
        letters.full = true;
        JobId job = submit(1, false);
        desk.tick();
        assertThat(letters.orders).isEmpty();
        assertThat(history.ledger().attempts())
                .singleElement()
                .satisfies(one -> assertThat(one.state()).isEqualTo("PLACED"));
        letters.full = false;
        desk.tick();
        assertThat(letters.orders)
                .singleElement()
                .satisfies(order -> assertThat(order.order().id()).isEqualTo(job));
        desk.tick();
        assertThat(letters.orders).hasSize(1);
    }

    @Test
    void where_a_broker_does_not_answer_one_order_is_tried_and_not_each() {
        join(ONE, FIRST);
        join(TWO, SECOND);
        submit(1, false);
        submit(2, false);
        letters.full = true;
        letters.why = ErrorCode.COORDINATOR_UNREACHABLE;
        desk.tick();
        int before = letters.tries;
        desk.tick();
        assertThat(letters.tries - before).isEqualTo(1);
        letters.full = false;
        desk.tick();
        assertThat(letters.orders).hasSize(2);
    }

    @Test
    void nothing_is_placed_or_sent_while_the_broker_is_gone() {
        join(ONE, FIRST);
        letters.full = true;
        JobId unsent = submit(1, false);
        desk.tick();
        int before = letters.tries;
        join(TWO, SECOND);
        JobId waiting = submit(2, false);
        letters.gone = true;
        later(Duration.ofSeconds(3));
        assertThat(letters.tries).isEqualTo(before);
        assertThat(attempts(waiting)).isEmpty();
        letters.gone = false;
        letters.full = false;
        desk.tick();
        assertThat(letters.orders).extracting(order -> order.order().id()).containsExactly(unsent, waiting);
    }

    @Test
    void a_coordinator_that_was_started_anew_keeps_what_runs_and_orders_again_what_does_not() {
        join(ONE, FIRST);
        join(TWO, SECOND);
        JobId running = submit(1, false);
        JobId unsent = submit(2, false);
        desk.tick();
        letters.orders.clear();
        start();
        join(ONE, FIRST, new AttemptKey(running, 1));
        join(TWO, SECOND);
        assertThat(letters.orders)
                .singleElement()
                .satisfies(order -> assertThat(order.order().id()).isEqualTo(unsent));
        assertThat(ended(ONE, FIRST, running, 1, Optional.empty())).isTrue();
        assertThat(attempts(running)).containsExactly(AttemptState.DONE);
    }

    @Test
    void a_job_that_waits_is_told_what_it_waits_for_and_what_each_worker_is_to_it() {
        join(ONE, FIRST);
        submit(1, false);
        desk.tick();
        JobId waits = submit(2, false);
        desk.tick();
        desk.prospect(waits);
        later(Duration.ofSeconds(1));

        assertThat(desk.waits(job(waits)))
                .hasValueSatisfying(why -> assertThat(why)
                        .isEqualTo("waits until fifo takes it; workers that can do it: 1, idle of these: 0"));
        assertThat(desk.prospect(waits).orElseThrow().workers())
                .singleElement()
                .satisfies(worker ->
                        assertThat(worker.text()).isEqualTo("time not known: a test; busy, nobody knows for how long"));
        assertThat(desk.prospect(JobRequest.idOf("run", 1))).isEmpty();
        assertThat(desk.prospect(JobRequest.idOf("run", 9))).isEmpty();
    }

    @Test
    void a_worker_is_busy_for_as_long_as_such_jobs_took_also_after_a_new_start() {
        join(ONE, FIRST);
        JobId first = submit(1, false);
        desk.tick();
        desk.ended(
                ONE,
                new FromWorker.Ended(
                        FIRST, first, 1, Duration.ofSeconds(40).toNanos(), Optional.empty(), Optional.empty()),
                RESULT);
        submit(2, false);
        desk.tick();
        JobId waits = submit(3, false);
        String text =
                "40.0 s (20.0 s to 80.0 s by rule of thumb, from one or two measured times); busy for about 40.0 s yet";
        assertThat(desk.prospect(waits).orElseThrow().workers().get(0).text()).isEqualTo(text);

        start();
        join(ONE, FIRST, new AttemptKey(JobRequest.idOf("run", 2), 1));

        assertThat(desk.prospect(waits).orElseThrow().workers().get(0).text()).isEqualTo(text);
    }

    @Tag("attack")
    @Test
    void a_worker_that_calls_itself_another_gets_no_job_of_that_one() {
        Inventory own = machine("one");
        Inventory lying = Inventory.of(
                own.os(),
                own.arch(),
                own.processor(),
                own.processors(),
                own.memoryBytes(),
                own.backends(),
                own.browsers(),
                own.gpus(),
                Set.of("worker@one", "worker@two", "fast"));

        desk.hello(ONE, new FromWorker.Hello(Wire.PROTOCOL, "0.1.0", FIRST, lying, List.of()));

        assertThat(desk.with(book -> book.member("one"))
                        .orElseThrow()
                        .inventory()
                        .orElseThrow()
                        .labels())
                .containsExactly("fast", "worker@one");
        assertThat(desk.workers())
                .filteredOn(worker -> worker.id().equals(ONE))
                .singleElement()
                .satisfies(worker ->
                        assertThat(worker.inventory().orElseThrow().labels()).containsExactly("fast", "worker@one"));
    }

    @Test
    void no_job_is_placed_whose_result_would_have_no_room() {
        join(ONE, FIRST);
        join(TWO, SECOND);
        JobId first = submit(1, false);
        JobId second = submit(2, false);
        desk.roomForResults(0);
        desk.tick();
        assertThat(letters.orders).isEmpty();
        assertThat(desk.waits(job(first)))
                .contains("waits until results were fetched: the coordinator has no room for more");

        desk.submit(List.of());
        desk.roomForResults(1);
        desk.tick();
        assertThat(letters.orders).hasSize(1);

        ended(ONE, FIRST, first, 1, Optional.empty());
        desk.tick();
        assertThat(attempts(second)).containsExactly(AttemptState.PLACED);
    }

    @Test
    void the_ledger_says_which_policy_placed_an_attempt_and_which_version_did_it() {
        join(ONE, FIRST);
        JobId job = submit(1, false);
        desk.tick();

        assertThat(job(job).attempts().get(0).policy()).isEqualTo("fifo");
        assertThat(history.ledger().attempts().get(0).policy()).isEqualTo("fifo");
        assertThat(history.ledger().attempts().get(0).product()).isEqualTo("0.1.0");
    }

    @Test
    void whoever_asks_a_replica_before_its_worker_is_back_is_to_come_again_for_as_long_as_a_worker_may_be_silent() {
        join(ONE, FIRST);
        AttemptKey key = new AttemptKey(submit(1, false, "likeness", JobKind.REPLICA), 1);
        desk.tick();
        desk.began(ONE, new FromWorker.Began(FIRST, key.job(), key.attempt()));
        Desk.Partner partner = new Desk.Partner(ONE, FIRST);
        assertThat(desk.partner("someone", key)).contains(partner);

        start();
        assertThat(desk.partner("someone", key)).isEmpty();
        later(PoolLimits.USUAL.lostAfter().minusSeconds(2));
        assertThat(desk.partner("someone", key)).isEmpty();
        assertThatThrownBy(() -> desk.partner("another", key)).hasMessageContaining("no such job of this submitter");
        join(ONE, FIRST, key);
        assertThat(desk.partner("someone", key)).contains(partner);

        start();
        later(PoolLimits.USUAL.lostAfter().plusSeconds(2));
        assertThatThrownBy(() -> desk.partner("someone", key))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WORKER_LOST))
                .hasMessageContaining("one did not come back");
    }

    @Test
    void nobody_is_told_to_come_again_for_a_replica_that_was_only_placed() {
        join(ONE, FIRST);
        AttemptKey key = new AttemptKey(submit(1, false, "likeness", JobKind.REPLICA), 1);
        desk.tick();
        start();
        assertThatThrownBy(() -> desk.partner("someone", key)).hasMessageContaining("it does not run now");
    }
}
