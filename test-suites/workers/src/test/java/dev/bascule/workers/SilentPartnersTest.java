package dev.bascule.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.JobFrames.Frame;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.wire.AttemptKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sockets that carry nothing any more and tell nobody: whoever is behind one is gone for the other. */
@Timeout(120)
class SilentPartnersTest {
    private static final Duration SILENCE = Duration.ofSeconds(2);
    private static final Duration BEAT = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Says what it is told, until nobody is there any more. */
    private static final JobWork ECHO = (order, blobs, talk) -> {
        Duration silence = Duration.ofMillis(Long.parseLong(order.payload()));
        while (true) {
            Optional<Frame> asked = talk.frames().hear(silence);
            if (asked.isEmpty()) {
                throw new BasculeException(ErrorCode.ATTEMPT_TIMED_OUT, "nobody is there");
            }
            talk.frames().say(asked.orElseThrow());
        }
    };

    @TempDir
    Path folder;

    private static JobRequest job(String run, Duration silence) {
        return new JobRequest(
                JobRequest.idOf(run, 1),
                run,
                1,
                JobKind.REPLICA,
                Long.toString(silence.toMillis()),
                List.of(),
                new Requirement.Anything(),
                "likeness",
                0,
                Optional.empty(),
                Set.of(),
                false,
                Duration.ofMinutes(5),
                Set.of(),
                false);
    }

    private static AttemptKey running(PoolClient client, String run, Duration silence) throws Exception {
        client.submit(List.of(job(run, silence)), Map.of());
        TestWaits.until(
                () -> client.jobs(run).get(0).attempts().stream().anyMatch(one -> one.state() == AttemptState.RUNNING));
        return new AttemptKey(JobRequest.idOf(run, 1), 1);
    }

    /** A clock that a test puts forward, and that tells who looked at it. */
    private static final class SetNanos implements LongSupplier {
        private final AtomicLong now = new AtomicLong();
        /** By the job, while it listens. */
        private final AtomicInteger looked = new AtomicInteger();
        /** By the worker, to which something came. */
        private final AtomicInteger came = new AtomicInteger();

        @Override
        public long getAsLong() {
            (Thread.currentThread().getName().startsWith("job-") ? looked : came).incrementAndGet();
            return now.get();
        }

        /** Once the job listens and has seen what time it was before. */
        void forward(Duration by) throws Exception {
            seen();
            now.addAndGet(by.toNanos());
        }

        /** The first look may be of one that begins to listen. */
        void seen() throws Exception {
            int before = looked.get();
            TestWaits.until(() -> looked.get() >= before + 2);
        }
    }

    @Test
    @Tag("slow")
    void one_word_that_a_submitter_is_there_keeps_its_worker_and_without_one_the_worker_is_free() throws Exception {
        SetNanos clock = new SetNanos();
        try (TestPool pool = new TestPool(folder, TestPool.patient(PATIENCE));
                PoolClient client = pool.client()) {
            pool.worker("echo", TestJobs.machine("cpu"), ECHO, clock);
            AttemptKey key = running(client, "kept", PATIENCE);
            assertThat(client.tell(key, 1, new byte[] {1}, PATIENCE)).containsExactly(1);

            clock.forward(PATIENCE.multipliedBy(2).dividedBy(3));
            int before = clock.came.get();
            client.keep(key, PATIENCE);
            TestWaits.until(() -> clock.came.get() > before);
            clock.forward(PATIENCE.multipliedBy(2).dividedBy(3));
            clock.seen();
            assertThat(client.tell(key, 2, new byte[] {2}, PATIENCE))
                    .as("after 80 s in which nothing else was told, of which it waits for 60")
                    .containsExactly(2);

            clock.forward(PATIENCE.plusSeconds(1));
            TestWaits.until(() -> client.jobs("kept").get(0).state().isOver());
            assertThat(client.jobs("kept").get(0).failure().orElseThrow().message())
                    .as("the control: nobody said so")
                    .contains("nobody is there");
            running(client, "next", PATIENCE);
            client.cancel("next");
        }
    }

    private static JoinAddress through(CuttingProxy proxy, JoinAddress address) {
        return new JoinAddress(address.host(), proxy.port(), address.id(), address.secret(), address.fingerprint());
    }

    @Test
    @Tag("full")
    void a_submitter_that_vanishes_without_a_word_frees_its_worker() throws Exception {
        try (TestPool pool = new TestPool(folder, TestPool.patient(PATIENCE));
                CuttingProxy proxy = new CuttingProxy(pool.coordinator.port())) {
            pool.worker("echo", TestJobs.machine("cpu"), ECHO);
            JoinAddress submitter = pool.coordinator.invite("trains", Role.SUBMITTER);
            try (PoolClient client = PoolClient.connect(through(proxy, submitter), "0.1.0", pool.talk::add);
                    PoolClient looking = PoolClient.connect(submitter, "0.1.0", pool.talk::add)) {
                AttemptKey key = running(client, "gone", SILENCE);
                assertThat(client.tell(key, 1, new byte[] {1}, PATIENCE)).containsExactly(1);
                long begun = System.nanoTime();
                while (System.nanoTime() - begun < SILENCE.multipliedBy(2).toNanos()) {
                    client.keep(key, PATIENCE);
                    Thread.sleep(BEAT.toMillis());
                }
                assertThat(client.tell(key, 2, new byte[] {2}, PATIENCE))
                        .as("the control: it asked nothing for twice as long, and said that it is there")
                        .containsExactly(2);

                proxy.hold();
                TestWaits.until(() -> looking.jobs("gone").get(0).state().isOver());
                JobStatus over = looking.jobs("gone").get(0);
                assertThat(over.state()).isEqualTo(JobState.FAILED);
                assertThat(over.failure().orElseThrow().message()).contains("nobody is there");
                running(looking, "next", PATIENCE);
                looking.cancel("next");
                proxy.release();
            }
        }
    }

    @Test
    @Tag("full")
    void a_worker_that_vanishes_without_a_word_is_lost_and_its_submitter_is_told_so() throws Exception {
        try (TestPool pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(3)));
                CuttingProxy proxy = new CuttingProxy(pool.coordinator.port());
                PoolClient client = pool.client()) {
            JoinAddress worker = pool.coordinator.invite("echo", Role.WORKER);
            pool.worker(through(proxy, worker), TestJobs.machine("cpu"), ECHO);
            AttemptKey key = running(client, "lost", PATIENCE);
            assertThat(client.tell(key, 1, new byte[] {1}, PATIENCE)).containsExactly(1);
            client.keep(key, PATIENCE);

            proxy.hold();
            assertThatThrownBy(() -> client.tell(key, 2, new byte[] {2}, Duration.ofMillis(500)))
                    .as("whoever asks waits no longer than it wants to")
                    .isInstanceOfSatisfying(
                            BasculeException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.COORDINATOR_UNREACHABLE));
            assertThatThrownBy(() -> client.tell(key, 2, new byte[] {2}, PATIENCE))
                    .hasMessageContaining("was silent for 3");
            proxy.release();
        }
    }
}
