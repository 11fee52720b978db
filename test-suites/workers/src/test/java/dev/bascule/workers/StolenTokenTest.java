package dev.bascule.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.wire.Envelope;
import dev.bascule.workers.wire.FromSubmitter;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.Link;
import dev.bascule.workers.wire.ToWorker;
import dev.bascule.workers.wire.Wire;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody with a stolen token, or without one, can do, and what not. */
@Tag("attack")
@Tag("slow")
@Timeout(120)
class StolenTokenTest {
    private static final String ME = "0123456789abcdef0123456789abcdef";

    @TempDir
    static Path folder;

    private static TestPool pool;

    @BeforeAll
    static void start() {
        pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(20)));
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    private static JoinAddress other(JoinAddress of, String secret, String fingerprint) {
        return new JoinAddress(of.host(), of.port(), of.id(), secret, fingerprint);
    }

    private static void refuses(JoinAddress address, String words) {
        assertThatThrownBy(() -> Link.open(address))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.COORDINATOR_REFUSED))
                .hasMessageContaining(words)
                .hasMessageNotContaining(address.secret());
    }

    @Test
    void another_secret_another_certificate_and_a_token_that_was_taken_back_are_refused_in_their_own_words() {
        JoinAddress good = pool.coordinator.invite("good", Role.WORKER);
        JoinAddress gone = pool.coordinator.invite("gone", Role.WORKER);
        Link.open(good).close();
        refuses(other(good, "A".repeat(43), good.fingerprint()), "does not take this token");
        refuses(other(good, good.secret(), "ab".repeat(32)), "its certificate is another");
        refuses(other(gone, good.secret(), good.fingerprint()), "does not take this token");
        assertThat(pool.coordinator.revoke(gone.id())).isTrue();
        assertThat(pool.coordinator.revoke(gone.id())).as("asked again").isTrue();
        assertThat(pool.coordinator.revoke("nobody-123456")).isFalse();
        refuses(gone, "was revoked");
    }

    @Test
    void nobody_gets_in_as_the_coordinator_or_with_the_hash_that_the_ledger_keeps() {
        JoinAddress good = pool.coordinator.invite("good", Role.WORKER);
        refuses(
                other(good, Sha256.of(good.secret().getBytes(StandardCharsets.UTF_8)), good.fingerprint()),
                "does not take");
        refuses(
                new JoinAddress(good.host(), good.port(), ".coordinator", good.secret(), good.fingerprint()),
                "does not take");
    }

    private static void forbids(ThrowableAssert.ThrowingCallable tried) {
        assertThatThrownBy(tried).isInstanceOf(ActiveMQSecurityException.class);
    }

    @Test
    void a_workers_token_neither_submits_nor_orders_nor_reads_of_others_nor_manages() throws Exception {
        JoinAddress thief = pool.coordinator.invite("thief", Role.WORKER);
        JoinAddress victim = pool.coordinator.invite("victim", Role.WORKER);
        JoinAddress someone = pool.coordinator.invite("someone", Role.SUBMITTER);
        try (Link link = Link.open(thief);
                ClientSession session = link.session()) {
            for (String address : List.of(
                    Wire.ASKS,
                    Wire.UPLOADS,
                    Wire.orders(victim.id()),
                    Wire.orders(thief.id()),
                    Wire.told(victim.id()),
                    "activemq.management")) {
                forbids(() -> {
                    try (var producer = session.createProducer(address)) {
                        producer.send(session.createMessage(true));
                    }
                });
            }
            for (String queue : List.of(
                    Wire.REPORTS,
                    Wire.ASKS,
                    Wire.orders(victim.id()),
                    Wire.told(victim.id()),
                    Wire.blobs(victim.id()),
                    Wire.told(someone.id()))) {
                forbids(() -> session.createConsumer(queue).close());
                forbids(() -> session.createConsumer(queue, true).close());
            }
            forbids(() -> session.createQueue(QueueConfiguration.of("mine").setAddress("mine")));
            forbids(() -> session.createQueue(
                    QueueConfiguration.of("tap").setAddress(Wire.REPORTS).setDurable(false)));
            forbids(() -> session.deleteQueue(Wire.orders(thief.id())));
            // The control: what it may do, it can.
            session.createConsumer(Wire.orders(thief.id())).close();
        }
    }

    @Test
    void a_submitters_token_does_no_jobs_and_forges_no_results() throws Exception {
        JoinAddress someone = pool.coordinator.invite("someone", Role.SUBMITTER);
        JoinAddress victim = pool.coordinator.invite("victim", Role.WORKER);
        try (Link link = Link.open(someone);
                ClientSession session = link.session()) {
            forbids(() -> {
                try (var producer = session.createProducer(Wire.REPORTS)) {
                    producer.send(session.createMessage(true));
                }
            });
            forbids(() -> session.createConsumer(Wire.orders(victim.id())).close());
        }
    }

    @Test
    void who_mixes_up_the_tokens_is_told_which_one_it_is() {
        JoinAddress worker = pool.coordinator.invite("worker", Role.WORKER);
        JoinAddress submitter = pool.coordinator.invite("submitter", Role.SUBMITTER);

        assertThatThrownBy(() -> PoolClient.connect(worker, "1", talk -> {}).close())
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.COORDINATOR_REFUSED))
                .hasMessageContaining("it is a worker's");
        assertThatThrownBy(() -> pool.worker(submitter, TestJobs.machine("wasm"), WorkerMain.SLEEPS))
                .hasMessageContaining("there is none for a submitter's token");
    }

    private static ClientMessage report(ClientSession session, FromWorker said, boolean file) {
        return file
                ? Envelope.file(
                        session, said, new ByteArrayInputStream("forged".getBytes(StandardCharsets.UTF_8)), true)
                : Envelope.head(session, said, true);
    }

    @Test
    void a_stolen_token_forges_no_result_of_anothers_job_and_reads_no_file_of_it() throws Exception {
        Blob blob = TestJobs.blob("a secret model");
        Path file = Files.writeString(folder.resolve("secret"), "a secret model");
        JoinAddress thief = pool.coordinator.invite("thief", Role.WORKER);
        try (PoolClient client = pool.client();
                var worker = pool.worker("honest", TestJobs.machine("cuda"), WorkerMain.SLEEPS);
                Link link = Link.open(thief);
                ClientSession session = link.session();
                ClientConsumer files = session.createConsumer(Wire.blobs(thief.id()));
                var reports = session.createProducer(Wire.REPORTS)) {
            // No worker of another test is able to do it.
            var job = TestJobs.job("honest", 1, "1500", List.of(blob), new Requirement.Backend("cuda"), false);
            client.submit(List.of(job), Map.of(blob.sha256(), file));
            TestWaits.until(() -> client.jobs("honest").get(0).attempts().stream()
                    .anyMatch(one -> one.state() == AttemptState.RUNNING));
            ClientMessage forged =
                    report(session, new FromWorker.Ended(ME, job.id(), 1, 1, Optional.empty(), Optional.empty()), true);
            // Neither under its own name nor under the victim's, which the broker overwrites.
            forged.setValidatedUserID(client.workers().stream()
                    .filter(one -> one.id().value().startsWith("honest"))
                    .findFirst()
                    .orElseThrow()
                    .id()
                    .value());
            reports.send(forged);
            reports.send(report(session, new FromWorker.Want(ME, job.id(), 1, blob.sha256()), false));

            ClientMessage answer = files.receive(30_000);
            assertThat(Envelope.read(answer, ToWorker.File.class).failure()).isPresent();
            assertThat(TestPool.follow(client, "honest").get(1)).startsWith("honest-1 1 ");
        }
    }

    @Test
    void a_worker_that_is_revoked_is_cut_off_at_once_and_its_job_done_elsewhere() throws Exception {
        JoinAddress address = pool.coordinator.invite("rogue", Role.WORKER);
        try (PoolClient client = pool.client()) {
            var rogue = pool.worker(address, TestJobs.machine("wasm"), WorkerMain.SLEEPS);
            client.submit(TestJobs.jobs("rogue", 1, "2000"), Map.of());
            TestWaits.until(() -> client.jobs("rogue").get(0).attempts().stream()
                    .anyMatch(one -> one.state() == AttemptState.RUNNING));
            assertThat(pool.coordinator.revoke(address.id())).isTrue();
            assertThatThrownBy(rogue::await).hasMessageContaining("does not take this token");
            try (var good = pool.worker("good", TestJobs.machine("wasm"), WorkerMain.SLEEPS)) {
                assertThat(TestPool.follow(client, "rogue").get(1)).startsWith("rogue-1 2 ");
            }
            assertThat(client.workers())
                    .filteredOn(one -> one.id().value().equals(address.id()))
                    .allMatch(one -> one.state().equals("revoked"));
        }
    }

    @Test
    void a_worker_and_a_submitter_of_another_version_are_refused_with_both_versions() throws Exception {
        JoinAddress future = pool.coordinator.invite("future", Role.WORKER);
        try (Link link = Link.open(future);
                ClientSession session = link.session();
                ClientConsumer told = session.createConsumer(Wire.told(future.id()));
                var reports = session.createProducer(Wire.REPORTS)) {
            // What such a version says in its body, nobody here can know.
            ClientMessage hello = session.createMessage(false);
            hello.putStringProperty("is", "Hello");
            hello.putStringProperty(Wire.VERSION, "7");
            hello.putStringProperty(Wire.PRODUCT, "9.9");
            hello.putStringProperty(Wire.FROM, ME);
            reports.send(hello);
            ToWorker answer = Envelope.read(told.receive(30_000), ToWorker.class);
            assertThat(answer).isInstanceOf(ToWorker.Refused.class);
            assertThat(((ToWorker.Refused) answer).failure().message())
                    .contains("version 7", "9.9", "version " + Wire.PROTOCOL);
        }
    }

    @Test
    void what_is_no_message_of_ours_stops_nobody() throws Exception {
        JoinAddress fuzz = pool.coordinator.invite("fuzz", Role.WORKER);
        JoinAddress asks = pool.coordinator.invite("fuzz", Role.SUBMITTER);
        for (JoinAddress who : List.of(fuzz, asks)) {
            try (Link link = Link.open(who);
                    ClientSession session = link.session();
                    var producer = session.createProducer(who == fuzz ? Wire.REPORTS : Wire.ASKS)) {
                for (String text : List.of("", "{}", "null", "[1", "{\"incarnation\": 7}")) {
                    ClientMessage message = session.createMessage(false);
                    message.putStringProperty("is", who == fuzz ? "Beat" : "Submit");
                    message.putStringProperty("head", text);
                    producer.send(message);
                }
                ClientMessage typed = session.createMessage(false);
                typed.putIntProperty("is", 7);
                producer.send(typed);
                ClientMessage selector = session.createMessage(false);
                selector.putStringProperty("is", "Hello");
                producer.send(selector);
            }
        }
        try (PoolClient client = pool.client();
                var worker = pool.worker("after", TestJobs.machine("wasm"), WorkerMain.SLEEPS)) {
            client.submit(TestJobs.jobs("after", 1, "1"), Map.of());
            assertThat(TestPool.follow(client, "after")).hasSize(1);
        }
    }

    @Test
    void a_file_that_is_another_one_or_longer_than_it_says_is_not_kept() throws Exception {
        JoinAddress someone = pool.coordinator.invite("someone", Role.SUBMITTER);
        Blob claimed = TestJobs.blob("what it says");
        try (Link link = Link.open(someone);
                ClientSession session = link.session();
                ClientConsumer told = session.createConsumer(Wire.told(someone.id()));
                var uploads = session.createProducer(Wire.UPLOADS)) {
            for (String sent : List.of("what it is..", "what it says, and more")) {
                ClientMessage message = Envelope.file(
                        session,
                        new FromSubmitter.Upload(claimed),
                        new ByteArrayInputStream(sent.getBytes(StandardCharsets.UTF_8)),
                        false);
                message.putStringProperty(Wire.FROM, ME);
                uploads.send(message);
                assertThat(Envelope.text(told.receive(30_000), "is")).isEqualTo("Refused");
            }
        }
        assertThat(folder.resolve("coordinator/blobs").resolve(claimed.sha256()))
                .doesNotExist();
    }
}
