package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.TestKeys;
import dev.bascule.workers.broker.Broker;
import dev.bascule.workers.broker.BrokerSettings;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.wire.Envelope;
import dev.bascule.workers.wire.ToSubmitter;
import dev.bascule.workers.wire.ToWorker;
import dev.bascule.workers.wire.Wire;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("attack")
@Tag("slow")
@Timeout(120)
class PostTest {
    private static final String ME = "0123456789abcdef";
    private static final WorkerId DEAF = new WorkerId("deaf");
    private static final WorkerId OTHER = new WorkerId("other");
    private static final WorkerId SLOW = new WorkerId("slow");

    @TempDir
    static Path shared;

    private static Broker broker;

    @BeforeAll
    static void start() {
        broker = broker(shared);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static Broker broker(Path folder) {
        return Broker.start(
                new BrokerSettings("127.0.0.1", 0, folder, TestKeys.usual(), TestKeys.PASSWORD),
                (id, secret) -> Optional.empty());
    }

    private static ToWorker word() {
        return new ToWorker.Cancel(ME, new JobId("run-1"), 1, "no");
    }

    @Test
    void where_the_broker_is_gone_it_is_refused_as_that_and_without_waiting(@TempDir Path own) throws Exception {
        try (Broker gone = broker(own)) {
            gone.queues(OTHER.value(), Role.WORKER);
            Post post = new Post(gone.link());
            post.tell(OTHER, word());
            // The coordinator's own connection, which is noticed by another thread.
            gone.cut(".coordinator");
            while (gone.isUp()) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(() -> post.tell(OTHER, word()))
                    .isInstanceOfSatisfying(
                            BasculeException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.COORDINATOR_UNREACHABLE))
                    .hasMessageContaining("it is gone");
        }
    }

    @Test
    void a_member_that_never_reads_what_it_is_told_keeps_nobody_else_from_being_told() throws Exception {
        broker.queues(DEAF.value(), Role.WORKER);
        broker.queues(OTHER.value(), Role.WORKER);
        Post post = new Post(broker.link());
        for (int i = 0; i < 20_500; i++) {
            post.tell(DEAF, word());
        }
        post.answer(new Question(DEAF.value(), ME, "1"), new ToSubmitter.Fine());
        post.tell(OTHER, word());
        try (ClientSession session = broker.link().session();
                ClientConsumer told = session.createConsumer(Wire.told(OTHER.value()))) {
            assertThat(Envelope.read(told.receive(30_000), ToWorker.class)).isEqualTo(word());
        }
    }

    @Test
    void a_frame_that_comes_again_takes_the_place_of_one_that_was_not_fetched_and_none_stays_for_ever()
            throws Exception {
        broker.queues(SLOW.value(), Role.WORKER);
        Post post = new Post(broker.link());
        post.told(SLOW, told("run-2", 1), frame(0), true);
        post.told(SLOW, told("run-1", 2), frame(0), true);
        post.tell(SLOW, word());
        for (int i = 1; i <= 50; i++) {
            post.told(SLOW, told("run-1", 1), frame(i), i > 1);
        }
        List<String> left = new ArrayList<>();
        try (ClientSession session = broker.link().session();
                ClientConsumer consumer = session.createConsumer(Wire.told(SLOW.value()))) {
            for (ClientMessage one = consumer.receiveImmediate(); one != null; one = consumer.receiveImmediate()) {
                if (Envelope.read(one, ToWorker.class) instanceof ToWorker.Told told) {
                    left.add("%s %d: %d".formatted(told.job(), told.attempt(), Envelope.bytes(one, 1 << 20)[0]));
                    assertThat(one.getExpiration()).isPositive();
                } else {
                    left.add("a word");
                }
                one.acknowledge();
            }
        }
        assertThat(left).containsExactly("run-2 1: 0", "run-1 2: 0", "a word", "run-1 1: 50");
    }

    private static ToWorker.Told told(String job, int attempt) {
        return new ToWorker.Told(ME, new JobId(job), attempt, 1);
    }

    private static byte[] frame(int first) {
        byte[] frame = new byte[300_000];
        frame[0] = (byte) first;
        return frame;
    }
}
