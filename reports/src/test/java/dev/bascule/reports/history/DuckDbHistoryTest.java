package dev.bascule.reports.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.history.Migrations.Migration;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckDbHistoryTest implements HistoryContract {
    @TempDir
    Path folder;

    @Override
    public History history() {
        return DuckDbHistory.open(file());
    }

    private Path file() {
        return folder.resolve("deep/er/history.duckdb");
    }

    @Test
    void what_was_appended_is_there_after_closing_and_opening_again() {
        try (History history = history()) {
            history.append(ShowcaseRun.record());
        }
        try (History history = DuckDbHistory.openAsync(file()).join()) {
            assertThat(history.find(ShowcaseRun.record().id())).contains(ShowcaseRun.record());
        }
    }

    @Test
    void machines_targets_and_models_are_kept_once() {
        try (History history = history()) {
            history.append(dev.bascule.reports.fixture.Fixtures.record(
                    "1", ShowcaseRun.runs().get(0)));
            history.append(dev.bascule.reports.fixture.Fixtures.record(
                    "2", ShowcaseRun.runs().get(0)));
            assertThat(history.query("SELECT (SELECT count(*) FROM machines), (SELECT count(*) FROM targets), (SELECT"
                                    + " count(*) FROM models)")
                            .rows()
                            .get(0))
                    .extracting(Object::toString)
                    .containsOnly("Optional[1]");
        }
    }

    @Test
    void a_run_that_cannot_be_written_leaves_nothing_of_itself() {
        var good = ShowcaseRun.record();
        var attempt = good.runs().get(0).decisive();
        var beyondNanoseconds = new dev.bascule.fallback.attempt.Attempt(
                attempt.target(),
                attempt.outcome(),
                attempt.failure(),
                attempt.evidence(),
                attempt.phases(),
                attempt.timing(),
                attempt.numerics(),
                attempt.memory(),
                attempt.comparison(),
                java.time.Instant.MAX,
                attempt.elapsed());
        try (History history = history()) {
            var broken = dev.bascule.reports.fixture.Fixtures.record(
                    "broken",
                    good.runs().get(1),
                    dev.bascule.reports.fixture.Fixtures.strict(
                            good.runs().get(0).model(), dev.bascule.fallback.attempt.Verdict.PASS, beyondNanoseconds));
            assertThatThrownBy(() -> history.append(broken)).isInstanceOf(ArithmeticException.class);
            assertThat(history.runs(RunFilter.ALL)).isEmpty();
            for (String table : List.of("runs", "case_runs", "attempts", "samples", "targets", "machines")) {
                assertThat(history.query("SELECT count(*) = 0 FROM " + table)
                                .rows()
                                .get(0)
                                .get(0))
                        .as(table)
                        .contains(true);
            }
            history.append(good);
            assertThat(history.find(good.id())).contains(good);
        }
    }

    @Test
    void a_file_of_another_kind_is_refused_by_name() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "no database".repeat(2000));
        assertThatThrownBy(() -> DuckDbHistory.open(text))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.STORE_INVALID))
                .hasMessageContaining("notes.txt");
        assertThat(text).content().startsWith("no database");
    }

    @Test
    void a_file_held_by_another_process_is_refused_by_name() throws Exception {
        history().close();
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HolderProcess.class.getName(),
                        file().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader says =
                new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(says.readLine()).isEqualTo("held");
            assertThatThrownBy(this::history)
                    .isInstanceOfSatisfying(
                            BasculeException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.STORE_LOCKED))
                    .hasMessageContaining("history.duckdb")
                    .hasMessageContaining("PID " + holder.pid());
        } finally {
            holder.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    /** Opens a history and holds it. */
    static final class HolderProcess {
        private HolderProcess() {}

        public static void main(String[] args) throws InterruptedException {
            try (History history = DuckDbHistory.open(Path.of(args[0]))) {
                System.out.println("held");
                Thread.sleep(60_000);
            }
        }
    }

    @Test
    void a_newer_file_is_refused_with_what_to_do() {
        Migration next = new Migration(2, "next", "CREATE TABLE tomorrow (id INTEGER)");
        DuckDbHistory.open(file(), List.of(Migrations.ALL.get(0), next)).close();
        assertThatThrownBy(this::history)
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.STORE_INVALID))
                .hasMessageContaining("newer Bascule");
    }

    @Test
    void an_older_file_is_brought_up_to_date_and_keeps_its_runs() {
        try (History history = history()) {
            history.append(ShowcaseRun.record());
        }
        Migration next = new Migration(2, "next", "CREATE TABLE tomorrow (id INTEGER)");
        try (History history = DuckDbHistory.open(file(), List.of(Migrations.ALL.get(0), next))) {
            assertThat(history.query("SELECT count(*) FROM tomorrow").rows()).hasSize(1);
            assertThat(history.latest(RunFilter.ALL)).contains(ShowcaseRun.record());
        }
    }

    @Test
    void a_migration_that_was_changed_is_noticed() {
        history().close();
        Migration changed =
                new Migration(1, "first_tables", Migrations.ALL.get(0).sql() + "\n-- changed");
        assertThatThrownBy(() -> DuckDbHistory.open(file(), List.of(changed)))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.STORE_INVALID))
                .hasMessageContaining("V1");
    }

    @Test
    void a_migration_that_fails_leaves_nothing_of_itself() {
        history().close();
        Migration broken = new Migration(2, "broken", "CREATE TABLE half (id INTEGER); SELECT * FROM nowhere");
        assertThatThrownBy(() -> DuckDbHistory.open(file(), List.of(Migrations.ALL.get(0), broken)))
                .isInstanceOf(BasculeException.class);
        try (History history = history()) {
            assertThatThrownBy(() -> history.query("SELECT * FROM half")).isInstanceOf(BasculeException.class);
        }
    }

    @Test
    void a_folder_that_cannot_be_made_is_an_output_error() throws IOException {
        Path file = Files.writeString(folder.resolve("plain"), "");
        assertThatThrownBy(() -> DuckDbHistory.open(file.resolve("history.duckdb")))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.OUTPUT_UNWRITABLE));
    }
}
