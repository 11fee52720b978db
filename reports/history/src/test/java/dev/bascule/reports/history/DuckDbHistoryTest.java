package dev.bascule.reports.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.testing.TestJvm;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.Quantizations;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.fixture.Trainings;
import dev.bascule.reports.history.Migrations.Migration;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingStep;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class DuckDbHistoryTest implements HistoryContract {
    private static final int NEXT = Migrations.ALL.size() + 1;

    @TempDir
    Path folder;

    /** Without a file, for none of these questions is about one; {@link HistoryInFileTest} asks them of files too. */
    @Override
    public History history() {
        return DatabaseInMemory.history();
    }

    private History inFile() {
        return DuckDbHistory.open(EmptyHistory.at(file()));
    }

    private Path file() {
        return folder.resolve("deep/er/history.duckdb");
    }

    @Test
    void who_holds_a_file_is_named_by_its_command() {
        assertThat(DuckDbFile.command(
                        List.of("-Xmx1g", "-jar", "/opt/b/bascule.jar", "serve", "m.onnx", "--port", "1")))
                .contains("bascule serve m.onnx");
        assertThat(DuckDbFile.command(
                        List.of("-cp", "/m2/bascule-a.jar:/m2/bascule.jar", "dev.bascule.cli.Main", "run")))
                .contains("bascule run");
        assertThat(DuckDbFile.command(List.of("-jar", "other.jar", "serve"))).isEmpty();
    }

    @Test
    void what_was_appended_is_there_after_closing_and_opening_again() {
        try (History history = DuckDbHistory.open(file())) {
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
                new Attempt.Measured(
                        attempt.measured().phases(),
                        attempt.measured().timing(),
                        attempt.measured().memory(),
                        Optional.empty()),
                attempt.numerics(),
                attempt.comparison(),
                List.of(),
                new Span(java.time.Instant.MAX, attempt.span().elapsed()));
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

    /** The database opens them as views in memory: runs would be lost, and compaction put an empty file in their place. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run.json   | {"id": "a run"}
            cells.csv  | id,median
            """)
    void data_that_the_database_reads_but_is_no_database_is_refused_and_stays(String name, String content)
            throws IOException {
        Path data = Files.writeString(folder.resolve(name), content + "\n");
        for (ThrowingCallable use :
                List.<ThrowingCallable>of(() -> DuckDbHistory.open(data).close(), () -> HistoryCopy.compact(data))) {
            assertThatThrownBy(use)
                    .isInstanceOfSatisfying(
                            BasculeException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.STORE_INVALID))
                    .hasMessageContaining(name);
        }
        assertThat(data).hasContent(content);
    }

    @Test
    void a_file_held_by_another_process_is_refused_by_name() throws Exception {
        inFile().close();
        Process holder = new ProcessBuilder(TestJvm.line(HolderProcess.class.getName(), file().toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader says =
                new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(says.readLine()).isEqualTo("held");
            assertThatThrownBy(this::inFile)
                    .isInstanceOfSatisfying(
                            BasculeException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.STORE_LOCKED))
                    .hasMessageContaining("history.duckdb")
                    .hasMessageContaining("PID " + holder.pid());
        } finally {
            holder.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
        }
    }

    /** Opens a history and holds it. */
    static final class HolderProcess {
        private HolderProcess() {}

        public static void main(String[] args) throws InterruptedException {
            try (History history = DuckDbHistory.open(Path.of(args[0]))) {
                System.out.println("held");
                Thread.sleep(300_000);
            }
        }
    }

    private static List<Migration> with(Migration next) {
        return Stream.concat(Migrations.ALL.stream(), Stream.of(next)).toList();
    }

    private void migrate(List<Migration> steps) {
        try (Handle handle = DuckDbFile.open(file(), AllowedPaths.NONE)) {
            Migrations.migrate(handle, "history", steps);
        }
    }

    private void refuses(String words) {
        assertThatThrownBy(this::inFile)
                .isInstanceOfSatisfying(BasculeException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.STORE_INVALID);
                    assertThat(error.failure().remedies()).anyMatch(remedy -> remedy.contains("--store FILE"));
                })
                .hasMessageContaining("history.duckdb")
                .hasMessageContaining(words);
    }

    @Test
    @Tag("red-team")
    void a_newer_file_is_refused_with_what_to_do() {
        migrate(with(new Migration(NEXT, "next", "CREATE TABLE tomorrow (id INTEGER)")));
        refuses("written by a newer Bascule: its tables are of version %d, this build knows up to %d"
                .formatted(NEXT, NEXT - 1));
    }

    @Test
    void an_older_file_is_brought_up_to_date_and_keeps_its_runs() {
        try (History history = inFile()) {
            history.append(ShowcaseRun.record());
        }
        migrate(with(new Migration(NEXT, "next", "ALTER TABLE runs ADD COLUMN mood VARCHAR")));
        try (Handle handle = DuckDbFile.open(file(), AllowedPaths.NONE)) {
            assertThat(handle.createQuery("SELECT id FROM runs WHERE mood IS NULL")
                            .mapTo(String.class)
                            .list())
                    .containsExactly(ShowcaseRun.record().id());
        }
    }

    /** As the builds before predictions wrote it. */
    @Test
    void a_file_of_the_first_version_is_brought_up_to_date_and_takes_work() throws IOException {
        Files.createDirectories(file().getParent());
        migrate(Migrations.ALL.subList(0, 1));
        try (History history = DuckDbHistory.open(file())) {
            assertThat(history.works()).isEmpty();
            history.append(ShowcaseRun.record());
            history.keepWork(WorkContract.work("a", 1));
            history.keepPredictions(List.of(PredictionContract.prediction(PredictionContract.MADE, "a", 7)));
            assertThat(history.predictions()).hasSize(1);
            assertThat(history.timedAttempts()).isNotEmpty();
        }
        try (DuckDbHistory history = DuckDbHistory.open(file())) {
            assertThat(history.works()).containsExactly(WorkContract.work("a", 1));
            assertThat(history.check(java.time.Instant.MAX)).isEmpty();
        }
    }

    @Test
    @Tag("red-team")
    void a_migration_that_was_changed_is_noticed() {
        inFile().close();
        assertThatThrownBy(() -> migrate(
                        List.of(new Migration(1, "tables", Migrations.ALL.get(0).sql() + "\n-- changed"))))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.STORE_INVALID))
                .hasMessageContaining("V1");
    }

    /** Of builds before the first release, whose tables took steps of the same numbers; and what is no history at all. */
    @Tag("red-team")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            its V1 is that of an older Bascule | UPDATE schema_migrations SET checksum = 'another'
            not all there                      | DELETE FROM schema_migrations
            it is a database, but no history   | DROP TABLE schema_migrations
            """)
    void a_file_of_older_or_unknown_tables_is_refused_with_what_to_do_and_stays_as_it_is(String words, String made) {
        try (History history = inFile()) {
            history.append(ShowcaseRun.record());
        }
        List<String> before;
        try (Handle handle = DuckDbFile.open(file(), AllowedPaths.NONE)) {
            handle.createScript(made).execute();
            before = contents(handle);
        }
        refuses(words);
        try (Handle handle = DuckDbFile.open(file(), AllowedPaths.NONE)) {
            assertThat(contents(handle)).isEqualTo(before);
        }
    }

    @Tag("red-team")
    @Tag("full")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            its V1 is that of an older Bascule | UPDATE schema_migrations SET checksum = 'another'; \
            INSERT INTO schema_migrations (version, name, checksum) SELECT i, 'step', 'x' FROM range(50, 66) steps(i)
            not all there                      | UPDATE schema_migrations SET version = version + 50
            """)
    void so_is_one_of_more_steps_or_of_others(String words, String made) {
        a_file_of_older_or_unknown_tables_is_refused_with_what_to_do_and_stays_as_it_is(words, made);
    }

    private static List<String> contents(Handle handle) {
        return handle.createQuery("SELECT id FROM runs UNION ALL (SELECT table_name FROM duckdb_tables() ORDER BY 1)")
                .mapTo(String.class)
                .list();
    }

    /** Before there were minima, every prediction was of a median. */
    @Test
    void what_was_predicted_before_figures_were_kept_is_of_a_median() {
        migrate(Migrations.ALL.subList(0, 3));
        try (Handle handle = DuckDbFile.open(file(), AllowedPaths.NONE)) {
            handle.execute(
                    "INSERT INTO predictions VALUES ('2026-11-28 10:00:00', 'predict', 'net', 'aa', 'x', 'machine',"
                            + " 'target', 1, 'L1', 'new architecture', 'class-blend', 7.5, NULL, NULL, NULL, false)");
        }
        try (History history = inFile()) {
            assertThat(history.predictions())
                    .extracting(MadePrediction::figure, MadePrediction::millis)
                    .containsExactly(tuple(MadePrediction.Figure.MEDIAN, 7.5));
        }
    }

    /** Of replicas that were kept by version 9 nobody knows whether a worker of a pool had them. */
    @Test
    void replicas_that_were_kept_before_workers_were_have_none() {
        migrate(Migrations.ALL.subList(0, 9));
        try (Handle handle = DuckDbFile.open(file(), AllowedPaths.NONE)) {
            handle.execute("INSERT INTO training_runs VALUES (1, 'r0', 1, '2026-11-28 10:00:00', '0.1.0', NULL, 'x+y',"
                    + " '2 replicas (wasm, cpu)', NULL, 'ort', '1', NULL, NULL, 'cpu', NULL, 1, 'all', 'mlp', 7,"
                    + " 'digits', 'f00d', 8, 4, 2, 0.5, 'adam', NULL, NULL, 4, 2, false, 42, 'UNSUPPORTED', 'no', NULL,"
                    + " NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, [], false, NULL, NULL)");
            handle.execute("INSERT INTO training_replicas VALUES"
                    + " (1, 0, 'x', 'wasm', NULL, 'ort', '1', NULL, NULL, 2, 40, NULL, NULL),"
                    + " (1, 1, 'y', 'cpu', NULL, 'ort', '1', NULL, NULL, 2, 40, NULL, NULL)");
        }
        try (History history = inFile()) {
            history.keepTrainings(List.of(Trainings.pooled("r1", 1)));

            assertThat(history.training("r0").get(0).place().replicas())
                    .hasSize(2)
                    .allSatisfy(before -> assertThat(before.elsewhere()).isEmpty());
            assertThat(history.training("r1")).containsExactly(Trainings.pooled("r1", 1));
        }
    }

    /** Of a training that was kept by version 8 nobody knows its file and its chain; what is kept afterwards tells both. */
    @Test
    void a_training_that_was_kept_before_hashes_and_chains_were_has_neither() {
        migrate(Migrations.ALL.subList(0, 8));
        try (Handle handle = DuckDbFile.open(file(), AllowedPaths.NONE)) {
            handle.execute("INSERT INTO training_runs VALUES (1, 'r0', 1, '2026-11-28 10:00:00', '0.1.0', NULL, 'x',"
                    + " 'wasm', NULL, 'ort', '1', NULL, NULL, 'cpu', NULL, 1, 'all', 'net.onnx', 7, 'digits', 'f00d', 8,"
                    + " 4, 2, 0.5, 'adam', NULL, NULL, 4, 2, false, 42, 'UNSUPPORTED', 'no', NULL, NULL, NULL, 0, NULL,"
                    + " NULL, NULL, NULL, NULL, [], false)");
        }
        try (History history = inFile()) {
            history.keepTrainings(List.of(Trainings.fell("r1", 1, "webnn", "no kernel")));

            assertThat(history.training("r0")).singleElement().satisfies(before -> {
                assertThat(before.task().modelSha256()).isEmpty();
                assertThat(before.place().chain()).isEmpty();
            });
            assertThat(history.training("r1").get(0).place().chain()).contains("webgpu→webnn");
            assertThat(history.query("SELECT command_id, model_sha256, chain_asked FROM trainings ORDER BY command_id")
                            .rows())
                    .hasSize(2);
        }
    }

    /** Two surfaces that gave two speeds of one pair would mislead: the view is asked for what the record says. */
    @Test
    void the_view_of_trainings_has_the_speed_that_the_training_says() {
        TrainingRun even = Trainings.right("r1", 1, "wasm");
        double[] feeds = {1, 11, 1, 11, 1};
        double[] steps = {12, 2, 2, 2, 12};
        TrainingRun paused = new TrainingRun(
                new TrainingRun.Key("r2", 1),
                even.at(),
                even.product(),
                even.place(),
                even.task(),
                even.found(),
                IntStream.range(0, feeds.length)
                        .mapToObj(i ->
                                new TrainingStep(i + 1, 1, OptionalDouble.of(feeds[i]), OptionalDouble.of(steps[i])))
                        .toList(),
                List.of(),
                List.of(),
                false);
        try (History history = history()) {
            history.keepTrainings(List.of(even));
            history.keepTrainings(List.of(paused));

            assertThat(history.query("SELECT samples_per_second FROM trainings ORDER BY command_id")
                            .rows())
                    .containsExactly(
                            List.of(Optional.of(even.samplesPerSecond().orElseThrow())),
                            List.of(Optional.of(32_000 / 13.0)));
        }
    }

    /** What is flagged, what another dominates, a copy of the unquantised model and a peer's without a time are all different. */
    @Test
    void the_view_of_quantisations_says_of_each_point_whether_it_is_on_the_front_and_advised() {
        try (History history = history()) {
            history.keepQuantization(Quantizations.of("q"));

            assertThat(history.query("SELECT target_id, variant, on_front, is_advised FROM quantizations"
                                    + " ORDER BY target_id DESC, variant")
                            .rows())
                    .extracting(row -> row.stream()
                            .map(cell -> cell.map(String::valueOf).orElse("NULL"))
                            .collect(Collectors.joining(" ")))
                    .containsExactly(
                            "native/cpu flagged false false",
                            "native/cpu small true true",
                            "native/cpu unquantised true false",
                            "native/cpu unquantised again 1 false false",
                            "native/cpu untimed true false",
                            "native/cpu worse false false",
                            "chrome/webnn-cpu unquantised true false");
            assertThat(history.query("SELECT variant, lost, ratio, deflated FROM quantizations WHERE is_advised")
                            .rows())
                    .containsExactly(
                            List.of(Optional.of("small"), Optional.of(0.005), Optional.of(0.5), Optional.of(130_000L)));
        }
    }

    @Test
    void a_migration_that_fails_leaves_nothing_of_itself() {
        inFile().close();
        Migration broken = new Migration(NEXT, "broken", "CREATE TABLE half (id INTEGER); SELECT * FROM nowhere");
        assertThatThrownBy(() -> migrate(with(broken))).isInstanceOf(JdbiException.class);
        try (History history = inFile()) {
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

    @Test
    void what_takes_long_when_a_large_file_is_opened_is_said_before_and_a_small_one_is_opened_in_silence() {
        List<String> said = new ArrayList<>();
        try (History history = DuckDbHistory.open(file(), said::add)) {
            history.append(Fixtures.record("one", ShowcaseRun.runs().get(0)));
        }
        assertThat(said).isEmpty();
        try (Handle handle = DuckDbFile.open(file(), AllowedPaths.NONE)) {
            handle.execute("INSERT INTO case_runs SELECT c.* REPLACE ('nobody' AS run_id, c.id + i AS id)"
                    + " FROM case_runs c, range(1, " + (OpeningWork.MANY + 1) + ") more(i)");
            handle.execute("DELETE FROM derived_tables");
        }
        DuckDbHistory.open(file(), said::add).close();
        assertThat(said)
                .containsExactly("history: making the cells of the matrix of 1 run anew (once, after an update) …");
    }
}
