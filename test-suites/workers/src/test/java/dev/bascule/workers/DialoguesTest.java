package dev.bascule.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobFrames.Frame;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.Envelope;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.Link;
import dev.bascule.workers.wire.ToWorker;
import dev.bascule.workers.wire.Wire;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Submitters and their jobs talk through a real broker. */
@Tag("attack")
@Tag("slow")
@Timeout(120)
class DialoguesTest {
    private static final int LONGEST = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    static Path folder;

    private static TestPool pool;
    private static final AtomicInteger DONE = new AtomicInteger();
    /** A frame to be answered late came, and may be answered. */
    private static final CountDownLatch HEARD = new CountDownLatch(1);

    private static final CountDownLatch LATE = new CountDownLatch(1);

    /** Says what it was told, with its number; nothing to {@code silence}; {@code late} when its test lets it; ends with {@code end}. */
    private static final JobWork ECHO = (order, blobs, talk) -> {
        while (true) {
            Frame asked = talk.frames().hear(PATIENCE).orElseThrow();
            String text = new String(asked.bytes(), StandardCharsets.UTF_8);
            if (text.equals("late")) {
                HEARD.countDown();
                LATE.await();
            }
            if (text.equals("end")) {
                return new JobEnd.Done(new byte[1]);
            }
            if (text.equals("long")) {
                talk.frames().say(new Frame(asked.number(), new byte[LONGEST + 1]));
            } else if (!text.equals("silence")) {
                DONE.incrementAndGet();
                talk.frames().say(new Frame(asked.number(), bytes(asked.number() + text)));
            }
        }
    };

    @BeforeAll
    static void start() {
        pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(20)).frameBytes(LONGEST));
        pool.worker("echo", TestJobs.machine("wasm"), ECHO);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static JobRequest job(String run, JobKind kind, String backend) {
        return new JobRequest(
                JobRequest.idOf(run, 1),
                run,
                1,
                kind,
                "5000",
                List.of(),
                new Requirement.Backend(backend),
                "likeness",
                0,
                Optional.empty(),
                Set.of(),
                false,
                Duration.ofMinutes(5),
                Set.of(),
                false);
    }

    private static AttemptKey running(PoolClient client, String run) throws Exception {
        return running(client, run, JobKind.REPLICA, "wasm");
    }

    private static AttemptKey running(PoolClient client, String run, JobKind kind, String backend) throws Exception {
        client.submit(List.of(job(run, kind, backend)), Map.of());
        TestWaits.until(
                () -> client.jobs(run).get(0).attempts().stream().anyMatch(one -> one.state() == AttemptState.RUNNING));
        return new AttemptKey(JobRequest.idOf(run, 1), 1);
    }

    private static String tell(PoolClient client, AttemptKey key, long number, String text) throws Exception {
        return new String(client.tell(key, number, bytes(text), PATIENCE), StandardCharsets.UTF_8);
    }

    private static void refused(ErrorCode code, String words, ThrowableAssert.ThrowingCallable told) {
        assertThatThrownBy(told)
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(words);
    }

    @Test
    void each_frame_is_answered_and_one_that_is_asked_again_is_not_done_again() throws Exception {
        try (PoolClient client = pool.client()) {
            AttemptKey key = running(client, "frames");
            int before = DONE.get();
            for (int i = 1; i <= 20; i++) {
                assertThat(tell(client, key, i, "ask")).isEqualTo(i + "ask");
            }
            String large = "x".repeat(700_000);
            assertThat(tell(client, key, 21, large)).isEqualTo("21" + large);
            assertThat(tell(client, key, 21, large)).isEqualTo("21" + large);
            assertThat(DONE.get() - before).isEqualTo(21);

            refused(
                    ErrorCode.COORDINATOR_REFUSED,
                    "number 20 comes after number 21",
                    () -> tell(client, key, 20, "old"));
            refused(
                    ErrorCode.COORDINATOR_REFUSED,
                    "there is no such try",
                    () -> tell(client, new AttemptKey(key.job(), 2), 22, "other"));
            client.cancel("frames");
        }
    }

    @Test
    void a_frame_that_is_too_long_either_way_is_refused_and_the_job_goes_on() throws Exception {
        try (PoolClient client = pool.client()) {
            AttemptKey key = running(client, "long");
            refused(ErrorCode.PROTOCOL_VIOLATION, "longer than", () -> tell(client, key, 1, "x".repeat(LONGEST + 1)));
            refused(ErrorCode.PROTOCOL_VIOLATION, "longer than", () -> tell(client, key, 2, "long"));
            assertThat(tell(client, key, 3, "on")).isEqualTo("3on");
            client.cancel("long");
        }
    }

    @Test
    void nobody_tells_a_job_that_is_anothers_or_of_another_kind_or_that_there_is_not() throws Exception {
        try (PoolClient client = pool.client();
                PoolClient thief = pool.client();
                var sleeper = pool.worker("sleeper", TestJobs.machine("cuda"), WorkerMain.SLEEPS)) {
            AttemptKey key = running(client, "mine");
            refused(ErrorCode.COORDINATOR_REFUSED, "no such job of this submitter", () -> tell(thief, key, 1, "steal"));
            refused(
                    ErrorCode.COORDINATOR_REFUSED,
                    "no such job",
                    () -> tell(client, new AttemptKey(new JobId("nothing-1"), 1), 1, "x"));
            AttemptKey cases = running(client, "cases", JobKind.CASES, "cuda");
            refused(ErrorCode.COORDINATOR_REFUSED, "a job of its kind", () -> tell(client, cases, 1, "x"));
            assertThat(tell(client, key, 1, "the control")).isEqualTo("1the control");
            client.cancel("mine");
            client.cancel("cases");
        }
    }

    @Test
    void a_new_frame_is_refused_while_one_is_not_answered_and_the_same_may_come_again() throws Exception {
        JoinAddress submitter = pool.coordinator.invite("flooder", Role.SUBMITTER);
        try (PoolClient client = PoolClient.connect(submitter, "0.1.0", pool.talk::add);
                PoolClient second = PoolClient.connect(submitter, "0.1.0", pool.talk::add)) {
            AttemptKey key = running(client, "flood");
            assertThat(tell(client, key, 1, "the control")).isEqualTo("1the control");
            CompletableFuture<String> first = async(() -> tell(client, key, 2, "late"));
            HEARD.await();
            for (int number = 3; number < 8; number++) {
                long more = number;
                refused(
                        ErrorCode.COORDINATOR_REFUSED,
                        "number 2 is not answered yet",
                        () -> tell(second, key, more, "x".repeat(700_000)));
            }
            assertThat(first).isNotDone();
            CompletableFuture<String> again = async(() -> tell(second, key, 2, "late"));
            LATE.countDown();
            assertThat(again.get(60, TimeUnit.SECONDS)).isEqualTo("2late");
            assertThat(tell(second, key, 3, "on")).as("the control").isEqualTo("3on");
            second.cancel("flood");
        }
    }

    @Test
    void a_worker_answers_for_no_attempt_of_another_and_not_for_a_round_that_is_over() throws Exception {
        JoinAddress owner = pool.coordinator.invite("owner", Role.WORKER);
        JoinAddress thief = pool.coordinator.invite("thief", Role.WORKER);
        JoinAddress submitter = pool.coordinator.invite("robbed", Role.SUBMITTER);
        try (PoolClient client = PoolClient.connect(submitter, "0.1.0", pool.talk::add);
                PoolClient looking = PoolClient.connect(submitter, "0.1.0", pool.talk::add);
                Played right = new Played(owner, "0123456789abcdef0123456789abcdef", "webgpu");
                Played other = new Played(thief, "fedcba9876543210fedcba9876543210", "webnn")) {
            right.joins();
            other.joins();
            TestWaits.until(() -> isThere(looking, owner) && isThere(looking, thief));
            client.submit(List.of(job("forged", JobKind.REPLICA, "webgpu")), Map.of());
            AttemptKey key = new AttemptKey(JobRequest.idOf("forged", 1), 1);
            TestWaits.until(() -> !looking.jobs("forged").get(0).attempts().isEmpty());
            right.reports(new FromWorker.Began(right.incarnation, key.job(), key.attempt()));
            TestWaits.until(() -> looking.jobs("forged").get(0).attempts().stream()
                    .anyMatch(one -> one.state() == AttemptState.RUNNING));

            CompletableFuture<String> before = async(() -> tell(client, key, 1, "before"));
            assertThat(right.hears().number()).isEqualTo(1);
            right.says(right.incarnation, key, 1, "the control");
            assertThat(before.get(60, TimeUnit.SECONDS)).isEqualTo("the control");

            CompletableFuture<String> answer = async(() -> tell(client, key, 2, "now"));
            assertThat(right.hears().number()).isEqualTo(2);
            for (String process : List.of(other.incarnation, right.incarnation, "")) {
                other.says(process, key, 2, "forged");
            }
            other.reports(new FromWorker.Leave(other.incarnation));
            // It goes by its last report: what it forged before is read by then.
            TestWaits.until(() -> !isThere(looking, thief));
            // Of one producer, so that the coordinator reads them one after the other.
            right.says(right.incarnation, key, 1, "of a round that is over");
            right.says("ffffffffffffffffffffffffffffffff", key, 2, "of another process");
            right.says(right.incarnation, key, 2, "right");
            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("right");

            try (PoolClient own = pool.client()) {
                refused(ErrorCode.COORDINATOR_REFUSED, "somebody else", () -> own.cancel("forged"));
            }
            pool.coordinator.cancel("forged");
        }
    }

    @Test
    void a_question_that_comes_to_a_new_coordinator_before_the_worker_is_back_waits_for_it(@TempDir Path own)
            throws Exception {
        String process = "0123456789abcdef0123456789abcdef";
        TestPool first = new TestPool(own, TestPool.patient(Duration.ofSeconds(60)));
        JoinAddress worker = first.coordinator.invite("back", Role.WORKER);
        int port = first.coordinator.port();
        AttemptKey key = new AttemptKey(JobRequest.idOf("goes-on", 1), 1);
        try (PoolClient client = first.client()) {
            try (Played before = new Played(worker, process, "webgpu")) {
                before.joins();
                TestWaits.until(() -> isThere(client, worker));
                client.submit(List.of(job("goes-on", JobKind.REPLICA, "webgpu")), Map.of());
                TestWaits.until(() -> !client.jobs("goes-on").get(0).attempts().isEmpty());
                before.reports(new FromWorker.Began(process, key.job(), key.attempt()));
                TestWaits.until(() -> client.jobs("goes-on").get(0).attempts().stream()
                        .anyMatch(one -> one.state() == AttemptState.RUNNING));
                CompletableFuture<String> answer = async(() -> tell(client, key, 1, "before"));
                before.says(process, key, before.hears().number(), "the control");
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("the control");
            }
            first.close();
            try (TestPool second =
                    new TestPool(own, TestPool.patient(Duration.ofSeconds(60)), TestKeys.usual(), port)) {
                // It is answered by the new coordinator: whoever asks is connected again.
                assertThat(isThere(client, worker)).isFalse();
                refused(
                        ErrorCode.COORDINATOR_UNREACHABLE,
                        "was started anew, and a worker has not come back to it within 3 s",
                        () -> client.tell(key, 2, bytes("now"), Duration.ofSeconds(3)));
                CompletableFuture<String> answer = async(() -> tell(client, key, 2, "now"));
                assertThat(isUndone(answer)).isTrue();
                try (Played back = new Played(worker, process, "webgpu")) {
                    back.joins(key);
                    assertThat(back.hears().number()).isEqualTo(2);
                    back.says(process, key, 2, "back");
                    assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("back");
                }
                second.coordinator.cancel("goes-on");
            }
        }
    }

    /** For a second: a question that is refused is refused at once. */
    private static boolean isUndone(CompletableFuture<String> answer) throws Exception {
        try {
            answer.get(1, TimeUnit.SECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        }
    }

    private static boolean isThere(PoolClient client, JoinAddress worker) throws InterruptedException {
        return client.workers().stream()
                .anyMatch(one ->
                        one.id().value().equals(worker.id()) && one.state().matches("idle|busy"));
    }

    private static CompletableFuture<String> async(Callable<String> told) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return told.call();
            } catch (Exception e) {
                return String.valueOf(e.getMessage());
            }
        });
    }

    /** A worker of which a test says each word. */
    private static final class Played implements AutoCloseable {
        private final String incarnation;
        private final String backend;
        private final Link link;
        private final ClientSession session;
        private final ClientProducer reports;
        private final ClientConsumer told;

        Played(JoinAddress address, String incarnation, String backend) throws ActiveMQException {
            this.incarnation = incarnation;
            this.backend = backend;
            this.link = Link.open(address);
            this.session = link.session();
            this.reports = session.createProducer(Wire.REPORTS);
            this.told = session.createConsumer(Wire.told(address.id()), "%s = '%s'".formatted(Wire.TO, incarnation));
        }

        void joins(AttemptKey... holds) throws ActiveMQException {
            reports(new FromWorker.Hello(
                    Wire.PROTOCOL, "0.1.0", incarnation, TestJobs.machine(backend), List.of(holds)));
        }

        void reports(FromWorker word) throws ActiveMQException {
            reports.send(Envelope.body(session, word, true));
        }

        void says(String process, AttemptKey key, long number, String text) throws ActiveMQException {
            reports.send(Envelope.file(
                    session,
                    new FromWorker.Said(process, key.job(), key.attempt(), number),
                    new ByteArrayInputStream(bytes(text)),
                    true));
        }

        /** What it is told for its attempt. */
        ToWorker.Told hears() throws ActiveMQException {
            while (true) {
                ClientMessage message = told.receive(60_000);
                assertThat(message).isNotNull();
                message.acknowledge();
                if (Envelope.read(message, ToWorker.class) instanceof ToWorker.Told frame) {
                    return frame;
                }
            }
        }

        @Override
        public void close() throws ActiveMQException {
            session.close();
            link.close();
        }
    }

    @Test
    void who_waits_for_an_attempt_that_ends_is_told_by_what() throws Exception {
        try (PoolClient client = pool.client()) {
            AttemptKey key = running(client, "ends");
            refused(ErrorCode.COORDINATOR_REFUSED, "is over: done", () -> tell(client, key, 1, "end"));
        }
    }
}
