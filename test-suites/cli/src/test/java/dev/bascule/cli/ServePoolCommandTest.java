package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.workers.join.JoinAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What `serve` has of a pool of workers, with a real coordinator in this process; Ctrl-C comes as soon as it serves. */
@Tag("slow")
@Timeout(120)
class ServePoolCommandTest {
    private static final String ADDRESS =
            "bascule://lab:7423#anna-0a1b2c.%s.%s".formatted("A".repeat(43), "A".repeat(43));

    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();
    private final FakeServeService serve = new FakeServeService();

    private CliHarness.Result run(String... arguments) {
        serve.interruptWhen = () -> true;
        services.serve = serve;
        return new CliHarness(folder, services)
                .run(Stream.concat(Stream.of("serve"), Stream.of(arguments)).toArray(String[]::new));
    }

    @Test
    void a_coordinator_within_the_server_lets_in_whom_the_options_name_and_keeps_a_file_of_its_own() throws Exception {
        services.historyInFile = true;

        CliHarness.Result result = run(
                "--coordinator",
                "--coordinator-port",
                "0",
                "--invite",
                "mac",
                "--submitter",
                "anna",
                "--tokens",
                "tokens");

        assertThat(serve.entry).as(result.err()).isPresent();
        assertThat(result.err())
                .contains("the coordinator is reached at bascule://127.0.0.1:", "bascule worker --join @")
                .contains("needs a --store of its own");
        assertThat(folder.resolve(".bascule/coordinator.duckdb")).exists();
        JoinAddress mac = JoinAddress.parse(Files.readString(folder.resolve("tokens/mac")));
        assertThat(result.err()).contains(mac.url()).doesNotContain(mac.secret());
        assertThat(result.out()).as("stdout is data").doesNotContain("--join");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--invite mac",
                "--tokens tokens",
                "--coordinator-port 0",
                "--coordinator --on pool",
                "--coordinator --store mine.duckdb --coordinator-store ./mine.duckdb",
                "--coordinator --coordinator-port 0 --policy none"
            })
    void what_makes_no_sense_is_refused_before_anything_listens(String words) {
        CliHarness.Result result = run(words.split(" "));

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("USAGE_ERROR").doesNotContain("listens");
        assertThat(serve.entry).isEmpty();
    }

    @Test
    void a_pool_elsewhere_is_shown_by_its_address_which_is_told_to_nobody() {
        services.workers.join("a", Set.of("cpu"), FakeJobPool.failing());

        CliHarness.Result result = run("--on", ADDRESS);

        assertThat(serve.entry).as(result.err()).isPresent();
        assertThat(result.out() + result.err()).doesNotContain("A".repeat(43));
    }

    @Test
    void a_server_without_a_pool_makes_no_file_of_a_coordinator() {
        run();

        assertThat(serve.entry).isPresent();
        assertThat(List.of(folder.resolve(".bascule/coordinator"), folder.resolve(".bascule/coordinator.duckdb")))
                .allSatisfy(file -> assertThat(file).doesNotExist());
    }
}
