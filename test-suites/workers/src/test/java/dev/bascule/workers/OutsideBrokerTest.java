package dev.bascule.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.workers.broker.OutsideBroker;
import dev.bascule.workers.broker.OutsideBrokerSettings;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.coordinator.Tokens;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.wire.Link;
import dev.bascule.workers.wire.Wire;
import dev.bascule.workers.worker.Worker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that others run, in a process of its own. */
@Tag("slow")
@Tag("full")
@Timeout(240)
class OutsideBrokerTest {
    @TempDir
    Path folder;

    private TestPool pool(TestOutsideBroker broker) {
        return new TestPool(folder, TestPool.patient(Duration.ofSeconds(60)), broker.settings());
    }

    /** Its administrator's changes are read after a moment. */
    private Worker join(TestPool pool, JoinAddress address) throws Exception {
        Worker[] joined = new Worker[1];
        TestWaits.until(() -> {
            try {
                joined[0] = pool.worker(address, TestJobs.machine("wasm"), WorkerMain.SLEEPS);
                return true;
            } catch (BasculeException notYet) {
                return false;
            }
        });
        return joined[0];
    }

    @Test
    void jobs_are_done_though_the_broker_is_killed_and_the_coordinator_started_anew() throws Exception {
        try (TestOutsideBroker broker = new TestOutsideBroker(folder.resolve("broker"), true)) {
            JoinAddress me;
            Worker worker;
            try (TestPool pool = pool(broker)) {
                me = pool.coordinator.invite("me", Role.SUBMITTER);
                JoinAddress one = pool.coordinator.invite("one", Role.WORKER);
                broker.administer();
                worker = join(pool, one);
                try (PoolClient client = PoolClient.connect(me, "0.1.0", line -> {})) {
                    client.submit(TestJobs.jobs("first", 4, "300"), Map.of());
                    TestWaits.until(() -> client.jobs("first").stream()
                            .anyMatch(job -> !job.attempts().isEmpty()));
                    broker.kill();
                    TestWaits.until(() -> !pool.coordinator.isUp());
                    broker.startAgain();

                    assertThat(TestPool.follow(client, "first")).hasSize(4);
                    assertThat(client.jobs("first"))
                            .allSatisfy(job -> assertThat(
                                            job.attempts().stream().filter(each -> each.state() == AttemptState.DONE))
                                    .hasSize(1));
                }
                // The coordinator goes, and the broker with the worker stays.
                pool.leaveWorkers();
            }
            try (TestPool pool = pool(broker);
                    PoolClient client = PoolClient.connect(me, "0.1.0", line -> {})) {
                client.submit(TestJobs.jobs("second", 2, "50"), Map.of());
                assertThat(TestPool.follow(client, "second")).hasSize(2);
                worker.close();
            }
        }
    }

    @Test
    @Tag("attack")
    void a_broker_that_does_not_say_who_sent_a_message_is_refused() throws Exception {
        try (TestOutsideBroker broker = new TestOutsideBroker(folder.resolve("broker"), false)) {
            assertThatThrownBy(() -> OutsideBroker.open(broker.settings()))
                    .isInstanceOfSatisfying(
                            BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.COORDINATOR_REFUSED))
                    .hasMessageContaining("does not say who sent a message");
        }
    }

    @Test
    @Tag("attack")
    void members_join_no_broker_that_lets_them_read_what_others_say_nor_one_of_another_certificate() throws Exception {
        try (TestOutsideBroker broker = new TestOutsideBroker(folder.resolve("broker"), true);
                TestPool pool = pool(broker)) {
            JoinAddress one = pool.coordinator.invite("one", Role.WORKER);
            for (String address : List.of(Wire.REPORTS, Wire.ASKS, Wire.UPLOADS)) {
                broker.open(address);
                TestWaits.until(() -> {
                    try {
                        Link.open(one).close();
                        return false;
                    } catch (BasculeException e) {
                        return String.valueOf(e.getMessage())
                                .endsWith("lets members read what others say, such as in " + address);
                    }
                });
            }

            OutsideBrokerSettings other = broker.settings();
            assertThatThrownBy(() -> OutsideBroker.open(new OutsideBrokerSettings(
                            other.host(),
                            other.port(),
                            other.user(),
                            other.password(),
                            Optional.of("ab".repeat(32)),
                            other.folder())))
                    .hasMessageContaining("certificate");
            // Nobody that this machine trusts vouches for a certificate of its own making.
            assertThatThrownBy(() -> OutsideBroker.open(new OutsideBrokerSettings(
                            other.host(),
                            other.port(),
                            other.user(),
                            other.password(),
                            Optional.empty(),
                            other.folder())))
                    .hasMessageContaining("no authority of this machine vouches");
        }
    }

    @Test
    void workers_that_cannot_be_heard_for_longer_than_they_may_be_silent_are_not_lost() throws Exception {
        try (TestOutsideBroker broker = new TestOutsideBroker(folder.resolve("broker"), true);
                TestPool pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(6)), broker.settings())) {
            JoinAddress me = pool.coordinator.invite("me", Role.SUBMITTER);
            JoinAddress one = pool.coordinator.invite("one", Role.WORKER);
            broker.administer();
            join(pool, one);
            try (PoolClient client = PoolClient.connect(me, "0.1.0", line -> {})) {
                client.submit(TestJobs.jobs("long", 1, "20000"), Map.of());
                TestWaits.until(() -> client.jobs("long").stream()
                        .anyMatch(job -> !job.attempts().isEmpty()));
                broker.kill();
                TestWaits.until(() -> !pool.coordinator.isUp());
                Thread.sleep(8_000);
                broker.startAgain();
                TestWaits.until(pool.coordinator::isUp);

                assertThat(TestPool.follow(client, "long")).hasSize(1);
                assertThat(client.jobs("long").get(0).attempts())
                        .singleElement()
                        .satisfies(each -> assertThat(each.state()).isEqualTo(AttemptState.DONE));
            }
        }
    }

    @Test
    void a_submitter_whose_permissions_were_forgotten_is_not_told_that_it_is_a_worker() throws Exception {
        try (TestOutsideBroker broker = new TestOutsideBroker(folder.resolve("broker"), true);
                TestPool pool = pool(broker)) {
            JoinAddress me = pool.coordinator.invite("me", Role.SUBMITTER);
            broker.accountsAlone();
            TestWaits.until(() -> {
                try {
                    Link.open(me).close();
                    return true;
                } catch (BasculeException notYet) {
                    return false;
                }
            });
            assertThatThrownBy(() -> PoolClient.connect(me, "0.1.0", line -> {}).close())
                    .isInstanceOfSatisfying(
                            BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.COORDINATOR_REFUSED))
                    .hasMessageContaining("does not let it read what it is told");
        }
    }

    @Test
    @Tag("attack")
    void a_start_takes_away_accounts_of_tokens_that_were_taken_back_meanwhile_and_tells_which_are_missing()
            throws Exception {
        Path users = folder.resolve("outside").resolve("artemis-users.properties");
        try (TestOutsideBroker broker = new TestOutsideBroker(folder.resolve("broker"), true)) {
            JoinAddress gone;
            JoinAddress one;
            try (TestPool pool = pool(broker)) {
                gone = pool.coordinator.invite("gone", Role.WORKER);
                one = pool.coordinator.invite("one", Role.WORKER);
                assertThat(Files.readString(users)).contains(gone.id(), one.id());
            }
            // As `coordinator --revoke gone` does before there is a broker.
            try (History history = DuckDbHistory.open(folder.resolve("history.duckdb"))) {
                assertThat(Tokens.takeBack(history, List.of("gone"))).containsExactly(gone.id());
            }
            try (TestPool pool = pool(broker)) {
                assertThat(Files.readString(users)).contains(one.id()).doesNotContain(gone.id());
                assertThat(pool.coordinator.withoutAccount()).isEmpty();
            }
            Files.delete(users);
            try (TestPool pool = pool(broker)) {
                assertThat(pool.coordinator.withoutAccount()).containsExactly(one.id());
                assertThat(pool.coordinator.renewed(one, Role.WORKER)).isPresent();
                assertThat(pool.coordinator.withoutAccount()).isEmpty();
                assertThat(Files.readString(users)).contains(one.id());

                // Half of a revocation: the ledger has it, and the files cannot be written.
                Path kept = Files.move(users, folder.resolve("kept"));
                Files.createDirectory(users);
                assertThatThrownBy(() -> pool.coordinator.revoke(one.id())).isInstanceOf(BasculeException.class);
                Files.delete(users);
                Files.move(kept, users);
                assertThat(Files.readString(users)).contains(one.id());
                assertThat(pool.coordinator.revoke(one.id())).isTrue();
                assertThat(Files.readString(users)).doesNotContain(one.id());
            }
        }
    }

    @Test
    @Tag("attack")
    void a_token_that_was_taken_back_has_no_account_and_is_not_listened_to() throws Exception {
        try (TestOutsideBroker broker = new TestOutsideBroker(folder.resolve("broker"), true);
                TestPool pool = pool(broker)) {
            JoinAddress me = pool.coordinator.invite("me", Role.SUBMITTER);
            JoinAddress one = pool.coordinator.invite("one", Role.WORKER);
            broker.administer();
            join(pool, one);
            assertThat(pool.coordinator.revoke(one.id())).isTrue();
            try (PoolClient client = PoolClient.connect(me, "0.1.0", line -> {})) {
                client.submit(TestJobs.jobs("after", 1, "10"), Map.of());
                // The administrator has not done anything yet: the worker is still connected, and lives.
                Thread.sleep(1000);
                assertThat(client.jobs("after").get(0).attempts()).isEmpty();
                Path accounts = broker.settings().folder().resolve("artemis-users.properties");
                assertThat(Files.readString(accounts)).contains(me.id()).doesNotContain(one.id());
                broker.administer();
                TestWaits.until(() -> {
                    try {
                        Link.open(one).close();
                        return false;
                    } catch (BasculeException e) {
                        return e.code() == ErrorCode.COORDINATOR_REFUSED;
                    }
                });
            }
        }
    }
}
