package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.studies.conformance.ConformanceService;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmTurnTest {
    @TempDir
    Path folder;

    private final Played runners = new Played();
    private MachineLock machine = MachineLock.none();
    private WarmTurn turn = new WarmTurn(runners, MachineLock::none, Duration.ofMillis(5));

    @BeforeEach
    void make() {
        machine = MachineLock.in(folder, Clock.systemUTC());
        turn = new WarmTurn(runners, () -> machine, Duration.ofMillis(5));
    }

    @AfterEach
    void end() {
        turn.close();
    }

    private MachineLease share() {
        return machine.take(MachineUse.UNTIMED, WhenBusy.WAIT, "a job", talk -> {});
    }

    private boolean isFree() {
        try (MachineLease alone = machine.take(MachineUse.TIMED, WhenBusy.FAIL, "who measures", talk -> {})) {
            return true;
        } catch (BasculeException busy) {
            return false;
        }
    }

    @Test
    void while_runners_are_kept_the_machine_is_shared_and_not_free() {
        runners.idle = true;

        turn.keep(share());

        assertThat(machine.neighbors()).hasSize(1);
        try (MachineLease another = share()) {
            assertThat(another).as("the next job").isNotNull();
        }
        assertThat(runners.cleared).isZero();
    }

    @Test
    void where_nothing_is_kept_the_machine_is_free_at_once() {
        turn.keep(share());

        assertThat(isFree()).isTrue();
    }

    @Test
    void who_waits_to_measure_gets_the_machine_and_no_runner_is_left_then() throws Exception {
        runners.idle = true;
        turn.keep(share());

        CompletableFuture<Boolean> measured = CompletableFuture.supplyAsync(
                () -> {
                    try (MachineLease alone =
                            machine.take(MachineUse.TIMED, WhenBusy.WAIT, "who measures", talk -> {})) {
                        return runners.idle;
                    }
                },
                task -> new Thread(task).start());

        assertThat(measured.get())
                .as("whether a runner was idle beside the measurement")
                .isFalse();
        assertThat(runners.cleared).isPositive();
    }

    @Test
    void the_worker_s_own_timed_job_ends_them_first() {
        runners.idle = true;
        turn.keep(share());

        turn.end();

        assertThat(runners.idle).isFalse();
        assertThat(isFree()).isTrue();
    }

    @Test
    void what_was_idle_for_too_long_gives_the_machine_back_by_itself() {
        runners.idle = true;
        turn.keep(share());

        runners.tooLong = true;

        await().until(() -> machine.neighbors().isEmpty());
        assertThat(runners.idle).isFalse();
        runners.tooLong = false;
        runners.idle = true;
        turn.keep(share());
        assertThat(machine.neighbors()).hasSize(1);
        runners.tooLong = true;
        await("the next ones are looked after as well")
                .until(() -> machine.neighbors().isEmpty());
    }

    @Test
    void who_does_not_wait_is_not_refused_for_runners_that_nobody_uses() {
        runners.idle = true;
        turn.keep(share());

        assertThat(isFree()).isTrue();
        assertThat(runners.idle).isFalse();
    }

    /** Negative control: a job is done there. */
    @Test
    void who_does_not_wait_is_refused_for_a_job() {
        try (MachineLease job = share()) {
            assertThat(isFree()).isFalse();
            assertThat(job).isNotNull();
        }
        assertThat(isFree()).isTrue();
    }

    @Test
    void its_end_is_theirs() {
        runners.idle = true;
        turn.keep(share());

        turn.close();

        assertThat(runners.closed).isTrue();
        assertThat(isFree()).isTrue();
    }

    private static final class Played implements ConformanceRunners {
        private volatile boolean idle;
        private volatile boolean tooLong;
        private volatile boolean closed;
        private volatile int cleared;

        @Override
        public ConformanceService service() {
            throw new AssertionError("no job is done");
        }

        @Override
        public boolean isEmpty() {
            return !idle;
        }

        @Override
        public Set<Backend> warm() {
            return Set.of();
        }

        @Override
        public void tidy() {
            idle &= !tooLong;
        }

        @Override
        public synchronized void clear() {
            idle = false;
            cleared++;
        }

        @Override
        public void close() {
            clear();
            closed = true;
        }
    }
}
