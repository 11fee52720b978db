package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.process.ChildLimits;
import dev.bascule.fallback.process.ChildServer;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that were made to break the database's own code: whatever becomes of the child that opens them, the importing process goes
 * on, and its history is what it was.
 */
@Tag("attack")
@Tag("slow")
@Tag("sized")
class HostileDatabaseTest {
    private static final long SEED = Long.getLong("bascule.test.seed", 20261124);
    /** Of each kind of damage ten at most. */
    private static final int VARIANTS = TestSize.of(10, 40);

    private static final RunRecord RUN =
            record("run", START, strict(TEXT, Verdict.PASS, on(WASM).median(9).build()));

    /** A file of DuckDB: three headers, then blocks with a checksum each. */
    private static final int HEADERS = 3 * 4096;

    private static final int BLOCK = 1 << 18;

    /** Of the checksum, a sum without carries of its words' products with this. */
    private static final long FACTOR = 0xbf58476d1ce4e5b9L;

    @TempDir
    static Path foreign;

    private static Path source;

    @TempDir
    Path folder;

    private DuckDbHistory history;

    @BeforeAll
    static void source() {
        source = foreign.resolve("source.duckdb");
        try (DuckDbHistory other = DuckDbHistory.open(EmptyHistory.at(source))) {
            other.append(record("showcase", START, ShowcaseRun.runs().get(0)));
        }
    }

    @BeforeEach
    void history() {
        history = DuckDbHistory.open(EmptyHistory.at(folder.resolve("history.duckdb")));
        history.append(RUN);
    }

    @AfterEach
    void the_history_is_sound_and_nothing_of_an_import_is_left() throws IOException {
        assertThat(history.find(RUN.id())).contains(RUN);
        assertThat(history.check(Instant.MAX)).isEmpty();
        history.close();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.contains(".importing"));
        }
    }

    /** What was done to the file; of the last kind the checksums are right, so that nothing stops it before the decoders. */
    private enum Damage {
        CUT {
            @Override
            byte[] of(byte[] file, Random random) {
                return Arrays.copyOf(file, 12 + random.nextInt(file.length - 12));
            }
        },
        HEADER {
            @Override
            byte[] of(byte[] file, Random random) {
                return flipped(file, random, 12, HEADERS, 1 + random.nextInt(8));
            }
        },
        ANYWHERE {
            @Override
            byte[] of(byte[] file, Random random) {
                return flipped(file, random, HEADERS, file.length, 1 + random.nextInt(64));
            }
        },
        CHECKED {
            @Override
            byte[] of(byte[] file, Random random) {
                byte[] damaged = file.clone();
                ByteBuffer words = ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN);
                for (int flips = 1 + random.nextInt(3); flips > 0; ) {
                    int at = HEADERS + 8 * random.nextInt((file.length - HEADERS) / 8);
                    int block = HEADERS + (at - HEADERS) / BLOCK * BLOCK;
                    long word = words.getLong(at);
                    // Where nothing stands, nothing is read.
                    if (at > block && word != 0) {
                        long changed = word ^ 1L << random.nextInt(Long.SIZE);
                        words.putLong(at, changed);
                        words.putLong(block, words.getLong(block) ^ word * FACTOR ^ changed * FACTOR);
                        flips--;
                    }
                }
                return damaged;
            }
        };

        abstract byte[] of(byte[] file, Random random);

        private static byte[] flipped(byte[] file, Random random, int from, int to, int bits) {
            byte[] damaged = file.clone();
            for (int flip = 0; flip < bits; flip++) {
                damaged[from + random.nextInt(to - from)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            }
            return damaged;
        }
    }

    @Tag("full")
    @Test
    void no_cut_or_flipped_file_ends_or_holds_up_the_one_who_imports_it() throws IOException {
        byte[] sound = Files.readAllBytes(source);
        Random random = new Random(SEED);
        Map<String, Integer> outcomes = new TreeMap<>();
        ForeignCopier copier = new ChildCopier(folder);
        for (int variant = 0; variant < VARIANTS; variant++) {
            Damage damage = Damage.values()[variant % Damage.values().length];
            Path file = folder.resolve("variant.duckdb");
            Files.write(file, damage.of(sound, random));
            String outcome = imported(file, copier);
            outcomes.merge(damage + " " + outcome, 1, Integer::sum);
            if (outcome.equals("lost")) {
                copier.close();
                copier = new ChildCopier(folder);
            }
        }
        copier.close();
        System.out.printf("seed %d, %d files: %s%n", SEED, VARIANTS, outcomes);
        assertThat(outcomes.keySet())
                .as("an undamaged import is no attack")
                .anyMatch(each -> each.endsWith(" refused"));
    }

    /** By a child that serves all variants, for starting one takes longer than reading its file. */
    private String imported(Path file, ForeignCopier copier) {
        try {
            history.importAll(List.of(file), Instant.MAX, folder -> copier::copy);
            history.prune(history.plan(new Retention(Instant.MAX, 1, true)));
            return "imported";
        } catch (BasculeException e) {
            assertThat(e.getMessage()).contains("variant.duckdb");
            return e.getMessage().contains("was lost") ? "lost" : "refused";
        }
    }

    @Test
    void the_copy_that_a_child_made_is_opened_with_little_memory_and_room_as_well() {
        String sql = "SELECT current_setting('memory_limit'), current_setting('max_temp_directory_size')";
        assertThat(history.query(sql).rows().toString()).as("negative control").doesNotContain("768.0 MiB");
        try (DuckDbHistory copy = DuckDbHistory.openCopy(source)) {
            assertThat(copy.query(sql).rows()).hasToString("[[Optional[768.0 MiB], Optional[2.0 GiB]]]");
        }
    }

    @Test
    void a_sound_file_arrives_by_a_child() {
        assertThat(history.importAll(List.of(source, source), Instant.MAX).added())
                .isEqualTo(1);
    }

    /** The child that opens a foreign file: it hangs, and never answers. */
    static final class HangingMain {
        private HangingMain() {}

        public static void main(String[] args) throws IOException, InterruptedException {
            ChildServer.serve(
                    line -> {
                        Path to = Path.of(ChildCopier.Request.parse(line).to());
                        Files.writeString(
                                to.resolveSibling("pid"),
                                Long.toString(ProcessHandle.current().pid()));
                        while (true) {
                            Files.write(to, new byte[1 << 20], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                            pause();
                        }
                    },
                    () -> Runtime.getRuntime().halt(1));
        }

        private static void pause() {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** One that is not patient. */
    private record Hurried(ChildCopier copier) implements ForeignCopier {
        static Hurried in(Path folder, long mostBytes, Duration time) {
            ChildLimits limits = new ChildLimits(64, 1024, 1024, time);
            return new Hurried(new ChildCopier(folder, limits, HangingMain.class, mostBytes, Duration.ZERO));
        }

        @Override
        public void copy(Path from, Path to) throws IOException {
            copier.copy(from, to);
        }

        @Override
        public void close() {
            copier.close();
        }
    }

    private void refused(ForeignCopier.Maker copiers, String words) throws IOException {
        // So small that it buys its child neither time nor room.
        Path small = Files.writeString(folder.resolve("small.duckdb"), "checksumDUCK");
        assertThatThrownBy(() -> history.importAll(List.of(small), Instant.MAX, copiers))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_INVALID);
                    assertThat(e.code().exitCode()).isEqualTo(ExitCode.INVALID_INPUT);
                })
                .hasMessageContaining("small.duckdb cannot be imported")
                .hasMessageContaining(words);
    }

    @Tag("full")
    @Test
    void a_file_that_holds_its_child_up_is_given_up() throws IOException {
        refused(folder -> Hurried.in(folder, Long.MAX_VALUE, Duration.ofSeconds(5)), "it took longer than 5 s");
    }

    @Tag("full")
    @Test
    void a_file_that_never_stops_growing_is_given_up() throws IOException {
        refused(folder -> Hurried.in(folder, 8 << 20, Duration.ofMinutes(5)), "it grows to more than 8 MiB");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_child_that_is_killed_at_work_costs_the_import_alone() throws IOException {
        Path pid = folder.resolve("history.duckdb.importing").resolve("pid");
        Thread killer = new Thread(() -> {
            for (int look = 0; look < 30_000 && ProcessHandle.of(number(pid)).isEmpty(); look++) {
                HangingMain.pause();
            }
            ProcessHandle.of(number(pid)).ifPresent(ProcessHandle::destroyForcibly);
        });
        killer.setDaemon(true);
        killer.start();
        refused(folder -> Hurried.in(folder, Long.MAX_VALUE, Duration.ofMinutes(5)), "SIGKILL");
    }

    private static long number(Path file) {
        try {
            String text = Files.readString(file);
            return text.isEmpty() ? Long.MAX_VALUE : Long.parseLong(text);
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }
}
