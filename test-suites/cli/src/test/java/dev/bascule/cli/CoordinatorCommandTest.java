package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.join.JoinAddress;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command with a real coordinator in this process, on a port that is free. */
@Tag("slow")
class CoordinatorCommandTest {
    private static final String USUAL = ".bascule/coordinator.duckdb";

    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();

    @BeforeEach
    void files() {
        services.historyInFile = true;
    }

    private CliHarness harness() {
        return new CliHarness(folder, services);
    }

    private static String[] line(String... arguments) {
        return Stream.concat(Stream.of("coordinator", "--port", "0"), Stream.of(arguments))
                .toArray(String[]::new);
    }

    /** Until it listens; then Ctrl-C. What it said. */
    private String started(String... arguments) throws InterruptedException {
        return started(() -> {}, arguments);
    }

    private String started(Runnable meanwhile, String... arguments) throws InterruptedException {
        CliHarness harness = harness();
        Thread thread = new Thread(() -> harness.run(line(arguments)));
        thread.start();
        try {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !thread.isAlive() || harness.saidSoFar().contains("listening on port"));
            assertThat(harness.saidSoFar()).contains("listening on port");
            meanwhile.run();
        } finally {
            thread.interrupt();
            thread.join();
        }
        return harness.saidSoFar();
    }

    private JoinAddress token(String name) throws IOException {
        return JoinAddress.parse(Files.readString(folder.resolve("tokens").resolve(name)));
    }

    @Test
    void it_leaves_the_history_to_the_runs_that_are_sent_to_it_and_its_settings_are_not_the_coordinators()
            throws Exception {
        Files.writeString(folder.resolve("bascule.yaml"), "store: mine.duckdb\n");

        started(() -> {
            assertThat(folder.resolve(USUAL)).exists();
            assertThat(folder.resolve(".bascule/history.duckdb")).doesNotExist();
        });

        assertThat(folder.resolve("mine.duckdb")).doesNotExist();
        // Where a power cap is of the usual policy.
        started("--store", "other.duckdb", "--power-cap", "400");
        assertThat(folder.resolve("other.duckdb")).exists();
    }

    @Test
    void a_token_is_taken_back_by_its_name_or_id_and_one_that_was_never_issued_ends_it_before_anything_listens()
            throws Exception {
        started("--invite", "gpu-box,mac,old", "--tokens", "tokens");

        CliHarness.Result result = harness().run(line("--revoke", "gpu-box,gpu-bx", "--invite", "new"));

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err())
                .contains("USAGE_ERROR", "no token was issued to 'gpu-bx'", "gpu-box")
                .doesNotContain("listening");
        // Else it had been taken back before.
        assertThat(started("--revoke", "gpu-box," + token("mac").id()))
                .contains("let in no longer: %s, %s"
                        .formatted(token("gpu-box").id(), token("mac").id()));
        assertThat(started("--revoke", "gpu-box")).contains("taken back before: gpu-box");
    }

    @Test
    void a_token_in_its_file_stays_as_long_as_it_is_good() throws Exception {
        started("--invite", "mac", "--submitter", "anna", "--tokens", "tokens");
        List<JoinAddress> before = List.of(token("mac"), token("anna"));

        started("--invite", "mac", "--submitter", "anna", "--tokens", "tokens");

        assertThat(List.of(token("mac").secret(), token("anna").secret()))
                .containsExactly(before.get(0).secret(), before.get(1).secret());
        started("--revoke", "mac", "--invite", "mac", "--tokens", "tokens");
        assertThat(token("mac").id()).isNotEqualTo(before.get(0).id());
        assertThat(token("anna").id()).isEqualTo(before.get(1).id());
    }

    @Test
    void a_file_is_not_replaced_by_another_roles_token_nor_where_it_is_something_else() throws Exception {
        assertThat(harness().run(line("--invite", "a", "--submitter", "a", "--tokens", "tokens")))
                .extracting(CliHarness.Result::exit, result -> result.err().contains("both are called 'a'"))
                .containsExactly(2, true);
        started("--submitter", "anna", "--tokens", "tokens");
        String before = Files.readString(folder.resolve("tokens/anna"));
        Files.writeString(folder.resolve("tokens/notes"), "mine");

        assertThat(harness().run(line("--invite", "anna", "--tokens", "tokens")).err())
                .contains("both are called 'anna'");
        assertThat(harness()
                        .run(line("--invite", "notes", "--tokens", "tokens"))
                        .err())
                .contains("holds no address: it is not replaced");
        assertThat(folder.resolve("tokens/anna")).hasContent(before);
        assertThat(folder.resolve("tokens/notes")).hasContent("mine");
    }

    @Test
    void a_broker_of_others_is_named_whole_and_with_tls_or_not_at_all() throws Exception {
        Files.writeString(folder.resolve("login"), "team\nsecret\n");
        Files.writeString(folder.resolve("half"), "team\n");

        for (String[] wrong : new String[][] {
            {"--broker", "tcp://mq.lab:61616", "--broker-login", "login"},
            {"--broker", "ssl://mq.lab", "--broker-login", "login"},
            {"--broker", "ssl://team:secret@mq.lab:61617", "--broker-login", "login"},
            {"--broker", "ssl://mq.lab:61617"},
            {"--broker", "ssl://mq.lab:61617", "--broker-login", "half"},
            {"--broker", "ssl://mq.lab:61617", "--broker-login", "login", "--broker-fingerprint", "ab"},
            {"--broker-login", "login"}
        }) {
            CliHarness.Result result = harness()
                    .run(Stream.concat(Stream.of("coordinator"), Stream.of(wrong))
                            .toArray(String[]::new));
            assertThat(result.exit()).as(String.join(" ", wrong)).isEqualTo(2);
            assertThat(result.err().lines().findFirst().orElseThrow())
                    .contains("USAGE_ERROR")
                    .doesNotContain("secret");
        }
    }

    @Test
    void where_it_listens_is_not_said_of_one_behind_a_broker_of_others() throws Exception {
        Files.writeString(folder.resolve("login"), "team\nsecret\n");
        for (String[] place : new String[][] {{"--port", "7423"}, {"--host", "127.0.0.1"}}) {
            CliHarness.Result result = harness()
                    .run("coordinator", place[0], place[1], "--broker", "ssl://127.0.0.1:1", "--broker-login", "login");
            assertThat(result.exit()).isEqualTo(2);
            assertThat(result.err()).contains("USAGE_ERROR", "with --broker it has none");
        }
        assertThat(harness()
                        .run(
                                "serve",
                                "--coordinator",
                                "--coordinator-port",
                                "0",
                                "--broker",
                                "ssl://127.0.0.1:1",
                                "--broker-login",
                                "login")
                        .err())
                .contains("USAGE_ERROR", "--coordinator-host and --coordinator-port");
    }

    @Test
    void a_power_cap_is_of_the_policy_that_knows_it() {
        assertThat(harness().run(line("--power-cap", "400", "--policy", "fifo")).err())
                .contains("--power-cap is of the policy assignment");
        assertThat(harness().run(line("--power-cap", "-1")).exit()).isEqualTo(2);
    }

    @Test
    void a_ledger_that_another_holds_is_not_advised_to_be_imported_into_a_history() {
        services.historyRefused =
                Optional.of(new BasculeException(ErrorCode.STORE_LOCKED, "c.duckdb is held by another process"));

        CliHarness.Result result = harness().run(line());

        assertThat(result.exit()).isEqualTo(ErrorCode.STORE_LOCKED.exitCode().status());
        assertThat(result.err())
                .contains("STORE_LOCKED", "c.duckdb is held by another process", "coordinator --store FILE")
                .doesNotContain("history import");
    }

    @Test
    void a_port_that_is_taken_is_told_with_what_helps() throws Exception {
        try (ServerSocket other = new ServerSocket(0)) {
            CliHarness.Result result = harness().run("coordinator", "--port", String.valueOf(other.getLocalPort()));

            assertThat(result.exit())
                    .isEqualTo(ErrorCode.COORDINATOR_FAILED.exitCode().status());
            assertThat(result.err()).contains("port " + other.getLocalPort(), "name another port");
        }
    }

    @Test
    void an_age_that_is_none_is_refused() {
        assertThat(harness().run(line("--keep", "30")).err()).contains("--keep '30' is no age such as 90d, 12w or 36h");
        assertThat(harness().run(line("--keep", "0d")).exit()).isEqualTo(2);
    }
}
