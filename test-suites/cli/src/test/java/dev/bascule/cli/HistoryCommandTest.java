package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.cli.CliHarness.Result;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.EmptyHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryCommandTest {
    @TempDir
    Path folder;

    /** A history of three runs, of which each test has a copy. */
    @TempDir
    static Path made;

    private CliHarness cli;

    @BeforeAll
    static void aHistoryOfThreeRuns() {
        Path file = EmptyHistory.at(made.resolve("history.duckdb"));
        keep(file, "old", 200);
        keep(file, "middle", 100);
        keep(file, "young", 1);
    }

    @BeforeEach
    void copy() throws IOException {
        FakeServices services = new FakeServices();
        services.historyInFile = true;
        cli = new CliHarness(folder, services);
        Path own = Files.createDirectories(folder.resolve(".bascule"));
        Files.copy(made.resolve("history.duckdb"), own.resolve("history.duckdb"));
    }

    private static void keep(Path file, String id, int daysAgo) {
        Instant began = CliHarness.NOW.minus(Duration.ofDays(daysAgo));
        try (DuckDbHistory history = DuckDbHistory.open(file)) {
            history.append(new RunRecord(
                    new Invocation(id, "nightly", "5".repeat(64), 7, "bascule run nightly.yaml"),
                    new RunRecord.Times(began, began.plusSeconds(9), Map.of()),
                    new Machine(
                            "f".repeat(64), "Debian 12", new Machine.Cpu("a CPU", 2, List.of()), 8L << 30, List.of()),
                    RunRecord.Extent.WHOLE,
                    List.of(),
                    List.of()));
        }
    }

    private Result history(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "history";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return cli.run(all);
    }

    private JsonNode json(String... arguments) throws IOException {
        Result result = history(arguments);
        assertThat(result.err()).isEmpty();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.HISTORY.validate(document);
        return document;
    }

    @Test
    void without_a_command_the_runs_are_listed_the_newest_first() throws IOException {
        Result listed = history("--limit", "2");
        assertThat(listed.exit()).isZero();
        assertThat(listed.out()).contains("RUN", "young", "middle", "nightly").doesNotContain("old");
        assertThat(listed.err()).contains("3 runs, 2 shown");
        assertThat(json("--json", "--limit", "0").path("runs")).hasSize(3);
        assertThat(json("--json", "--suite", "another").path("total").asInt()).isZero();
        assertThat(history("--suite", "another").err()).contains("0 runs of the suite 'another', 0 shown");
        assertThat(history("--limit", "-1").exit()).isEqualTo(2);
    }

    @Test
    void a_history_is_backed_up_exported_and_taken_in_again() throws IOException {
        assertThat(json("backup", "copy.duckdb", "--json").path("bytes").asLong())
                .isPositive();
        Result again = history("backup", "copy.duckdb");
        assertThat(again.exit()).isEqualTo(5);
        assertThat(again.err()).contains("error[OUTPUT_UNWRITABLE]", "copy.duckdb");
        assertThat(json("export", "exported", "--json").path("runs").asInt()).isEqualTo(3);
        JsonNode imported = json("import", "exported", "copy.duckdb", "--json", "--store", "all.duckdb");
        assertThat(imported.path("added").asInt()).isEqualTo(3);
        assertThat(imported.path("known").asInt()).isEqualTo(3);
    }

    /** In {@code mvn verify} {@code HistoryCareTest} has one, and what is cut short is told here. */
    @Test
    @Tag("full")
    void two_runs_of_one_id_are_told_with_both_files() {
        keep(EmptyHistory.at(folder.resolve(".bascule/other.duckdb")), "old", 300);
        Result conflict = history("import", ".bascule/other.duckdb");
        assertThat(conflict.exit()).isEqualTo(3);
        assertThat(conflict.err()).contains("error[STORE_CONFLICT]", "run old of", "other.duckdb", "history.duckdb");
    }

    @Test
    void the_document_of_a_run_is_taken_in_like_a_history() throws IOException {
        RunRecord run;
        try (DuckDbHistory history = DuckDbHistory.open(folder.resolve(".bascule/history.duckdb"))) {
            run = history.find("middle").orElseThrow();
        }
        Files.writeString(folder.resolve("run.json"), RunDocuments.json(run));

        assertThat(json("import", "run.json", "--json").path("known").asInt()).isOne();
        assertThat(history("import", "run.json").out()).contains("SOURCE", "run.json");
        assertThat(json("import", "run.json", "--json", "--store", "new.duckdb")
                        .path("added")
                        .asInt())
                .isOne();
        try (DuckDbHistory fresh = DuckDbHistory.open(folder.resolve("new.duckdb"))) {
            assertThat(fresh.find("middle")).contains(run.as(RunOrigin.IMPORTED));
        }
    }

    @Test
    void an_import_that_fails_leaves_no_new_history_behind() throws IOException {
        Files.writeString(folder.resolve("other.json"), "{\"no\": \"run\"}");

        Result refused = history("import", "other.json", "--store", "new.duckdb");
        assertThat(refused.exit()).isEqualTo(3);
        assertThat(refused.err()).contains("other.json is no run document", "pass a run.json");
        assertThat(folder.resolve("new.duckdb")).doesNotExist();
        Files.writeString(folder.resolve("text.md"), "# no database");
        Result text = history("import", "text.md", "--store", "new.duckdb");
        assertThat(text.exit()).isEqualTo(3);
        assertThat(text.err()).contains("error[SOURCE_INVALID]", "text.md", "neither a history's file");
        assertThat(folder.resolve("new.duckdb")).doesNotExist();
    }

    @Test
    void a_history_that_was_cut_short_is_a_bad_source_and_not_a_bad_store() throws IOException {
        byte[] whole = Files.readAllBytes(folder.resolve(".bascule/history.duckdb"));
        Files.write(folder.resolve("cut.duckdb"), Arrays.copyOf(whole, whole.length / 2));

        Result refused = history("import", "cut.duckdb", "--store", "new.duckdb");
        assertThat(refused.exit()).isEqualTo(3);
        assertThat(refused.err())
                .contains("error[SOURCE_INVALID]", "cut.duckdb", "make it again where it came from")
                .doesNotContain("--store FILE");
        assertThat(folder.resolve("new.duckdb")).doesNotExist();
    }

    @Test
    void pruning_tells_what_goes_before_and_after() throws IOException {
        Result dry = history("prune", "--older-than", "90d", "--keep-last", "1", "--dry-run");
        assertThat(dry.exit()).isZero();
        assertThat(dry.out()).contains("middle", "old").doesNotContain("young");
        assertThat(dry.err()).contains("2 runs with 0 attempts would go; 1 stays");
        assertThat(history("prune", "--older-than", "90d", "--dry-run").err())
                .contains(
                        "0 runs with 0 attempts would go; 3 stay, 2 of them old, but among the newest 20 (--keep-last)");
        assertThat(history("prune", "--older-than", "990w", "--keep-last", "0", "--dry-run")
                        .err())
                .contains("would go; 3 stay, for none began longer ago than 990w");
        assertThat(json("--json").path("total").asInt()).isEqualTo(3);
        JsonNode done = json("prune", "--older-than", "20w", "--keep-last", "1", "--json");
        assertThat(done.path("done").asBoolean()).isTrue();
        assertThat(done.path("going").findValuesAsText("id")).containsExactly("old");
        assertThat(json("--json").path("total").asInt()).isEqualTo(2);
        assertThat(json("compact", "--json").path("bytesAfter").asLong()).isPositive();
        assertThat(history("check").err()).contains("2 runs, nothing wrong");
        assertThat(history("prune", "--older-than", "yore").exit()).isEqualTo(2);
        assertThat(history("prune", "--older-than", "1m").exit()).isEqualTo(2);
        assertThat(history("prune").exit()).isEqualTo(2);
    }

    @Test
    void a_check_names_each_finding_and_ends_with_one() throws IOException, SQLException {
        assertThat(json("check", "--json").path("findings")).isEmpty();
        Path file = folder.resolve(".bascule/history.duckdb");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM machines");
        }
        Result broken = history("check");
        assertThat(broken.exit()).isEqualTo(1);
        assertThat(broken.out()).contains("orphan: runs.machine_key: 3 rows");
        assertThat(broken.err()).containsPattern("3 runs, (1 finding|[2-9] findings);");
        assertThat(history("check", "--json").out()).contains("\"kind\" : \"orphan\"");
    }

    @Test
    void a_history_that_is_not_there_is_not_made() throws IOException {
        Files.delete(folder.resolve(".bascule/history.duckdb"));
        for (String command : List.of("check", "compact")) {
            assertThat(history(command).exit()).isEqualTo(4);
        }
        assertThat(history("backup", "copy.duckdb").err()).contains("there is no history");
        assertThat(folder.resolve(".bascule/history.duckdb")).doesNotExist();
    }
}
