package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.workers.join.JoinAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
    void it_leaves_the_history_to_the_runs_that_are_sent_to_it() throws Exception {
        started(() -> {
            assertThat(folder.resolve(USUAL)).exists();
            assertThat(folder.resolve(".bascule/history.duckdb")).doesNotExist();
        });
    }

    @Test
    void settings_of_the_history_are_not_the_coordinators() throws Exception {
        Files.writeString(folder.resolve("bascule.yaml"), "store: mine.duckdb\n");

        started();

        assertThat(folder.resolve(USUAL)).exists();
        assertThat(folder.resolve("mine.duckdb")).doesNotExist();
        started("--store", "other.duckdb");
        assertThat(folder.resolve("other.duckdb")).exists();
    }

    @Test
    void a_token_is_taken_back_by_the_name_that_it_was_issued_for_or_by_its_id() throws Exception {
        started("--invite", "gpu-box,mac,old", "--tokens", "tokens");

        assertThat(started("--revoke", "gpu-box," + token("mac").id()))
                .contains("let in no longer: %s, %s"
                        .formatted(token("gpu-box").id(), token("mac").id()));
        assertThat(started("--revoke", "gpu-box")).contains("taken back before: gpu-box");
    }

    @Test
    void a_token_that_was_never_issued_ends_it_before_anything_listens() throws Exception {
        started("--invite", "gpu-box", "--tokens", "tokens");
        JoinAddress before = token("gpu-box");

        CliHarness.Result result = harness().run(line("--revoke", "gpu-box,gpu-bx", "--invite", "new"));

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err())
                .contains("USAGE_ERROR", "no token was issued to 'gpu-bx'", "gpu-box")
                .doesNotContain("listening");
        started("--invite", "gpu-box", "--tokens", "tokens");
        assertThat(token("gpu-box").secret()).as("nothing was taken back").isEqualTo(before.secret());
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
}
