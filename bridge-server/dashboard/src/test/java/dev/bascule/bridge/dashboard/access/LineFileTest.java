package dev.bascule.bridge.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.fallback.testing.TestJvm;
import dev.bascule.fallback.testing.TestSize;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two servers of one user add to the same file. */
@Timeout(120)
@Tag("sized")
@Tag("slow")
class LineFileTest {
    private static final int LINES = TestSize.of(60, 150);
    /** Three files of this size hold the lines of two writers: the first three are full when they end. */
    private static final long MOST = 20 * LINES / 3;

    private static final long PAUSE_NANOS = 3_000_000;
    /** The turns are looked at here, and not what becomes of who waits in vain on a machine that stands still. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    /** A server of its own, as far as the file goes. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            Path file = Path.of(arguments[0]);
            Files.createFile(file.resolveSibling("ready"));
            while (!Files.exists(file.resolveSibling("go"))) {
                Thread.onSpinWait();
            }
            write(file, arguments[1], PAUSE_NANOS);
        }
    }

    private static void write(Path file, String name, long pauseNanos) throws IOException {
        LineFile lines = new LineFile(file, MOST, PATIENCE);
        for (int i = 0; i < LINES; i++) {
            lines.add("%s-%03d".formatted(name, i));
            // Who takes the lock again at once leaves no turn to who looks for it now and then; on a slow disk that
            // lasts.
            LockSupport.parkNanos(pauseNanos);
        }
    }

    private List<String> written(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int age = 3; age >= 0; age--) {
            Path old = age == 0 ? file : folder.resolve(file.getFileName() + "." + age);
            lines.addAll(Files.exists(old) ? Files.readAllLines(old) : List.of());
        }
        return lines;
    }

    private static String[] lines(String name) {
        return IntStream.range(0, LINES)
                .mapToObj(i -> "%s-%03d".formatted(name, i))
                .toArray(String[]::new);
    }

    @Test
    void no_line_is_lost_or_torn_while_two_processes_write_and_fill_the_file() throws Exception {
        Path file = folder.resolve("audit.jsonl");
        // It writes as many lines as this process does.
        String size = "-Dbascule.testSize=" + System.getProperty("bascule.testSize", "usual");
        Process other = new ProcessBuilder(TestJvm.line(size, Writer.class.getName(), file.toString(), "b"))
                .inheritIO()
                .start();
        try {
            await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(folder.resolve("ready")));
            try (RandomAccessFile mine = new RandomAccessFile(file + ".lock", "rw")) {
                assertThat(mine.getChannel().tryLock()).isNotNull();
                Files.createFile(folder.resolve("go"));
                Thread.sleep(300);
                assertThat(file).as("it is not its turn").doesNotExist();
            }
            write(file, "a", PAUSE_NANOS);
            assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(other.exitValue()).isZero();
        } finally {
            other.destroyForcibly();
        }

        assertThat(folder.resolve("audit.jsonl.1")).exists();
        List<String> all = written(file);
        assertThat(all).containsSubsequence(lines("a")).containsSubsequence(lines("b"));
        assertThat(all).hasSize(2 * LINES);
    }

    @Test
    void negative_control_a_file_that_is_full_for_the_fifth_time_loses_its_oldest_lines() throws IOException {
        Path file = folder.resolve("audit.jsonl");
        for (String name : List.of("a", "b", "c", "d", "e", "f")) {
            write(file, name, 0);
        }

        assertThat(written(file)).doesNotContain("a-000").endsWith("f-%03d".formatted(LINES - 1));
        assertThat(Stream.of("", ".1", ".2", ".3"))
                .allSatisfy(
                        age -> assertThat(folder.resolve("audit.jsonl" + age)).exists());
        assertThat(folder.resolve("audit.jsonl.4")).doesNotExist();
    }
}
