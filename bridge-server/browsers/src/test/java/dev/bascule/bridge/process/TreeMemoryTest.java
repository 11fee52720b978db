package dev.bascule.bridge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.bascule.fallback.memory.ProcMemory;
import dev.bascule.fallback.runner.MemoryMeter.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real processes: one that takes 48 MB and gives them back on a line of input, started by another. */
class TreeMemoryTest {
    private static final String HOG =
            "import sys;x=bytearray(48000000);print('taken',flush=True);sys.stdin.readline();del x;"
                    + "print('given',flush=True);sys.stdin.readline()";
    private static final long TAKEN = 48_000_000;

    private Process process = ended();

    private static Process ended() {
        try {
            return new ProcessBuilder("sh", "-c", "true").start();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @AfterEach
    void end() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private ProcessTree hog() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/python3")))
                .as("python3")
                .isTrue();
        process = new ProcessBuilder("/usr/bin/python3", "-c", HOG).start();
        line();
        return new ProcessTree(process.toHandle(), "no-such-mark-" + process.pid());
    }

    private void line() throws Exception {
        int read = process.getInputStream().read();
        while (read >= 0 && read != '\n') {
            read = process.getInputStream().read();
        }
    }

    private void giveBack() throws Exception {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        line();
        TimeUnit.MILLISECONDS.sleep(50);
    }

    @Test
    void linux_keeps_the_peak_that_nobody_was_looking_at() throws Exception {
        assumeThat(ProcMemory.isHere()).as("Linux's /proc").isTrue();
        TreeMemory memory = new TreeMemory(hog());
        giveBack();

        Reading given = memory.read();
        assertThat(given.peakBytes()).containsOnlyKeys("browser");
        assertThat(given.peakTotal()).isGreaterThan(given.residentTotal() + TAKEN / 2);

        memory.restart();
        assertThat(memory.read().peakTotal()).isLessThan(TAKEN / 2 + given.residentTotal());
        assertThat(given.source()).contains("VmHWM", "PSS");
    }

    @Test
    void without_such_books_the_peak_is_the_highest_reading() throws Exception {
        TreeMemory memory = new TreeMemory(hog(), Optional.of(new OshiMemoryCounter()));
        long before = memory.read().currentTotal();
        giveBack();

        Reading given = memory.read();

        assertThat(before).isGreaterThan(TAKEN);
        assertThat(given.peakTotal()).isEqualTo(before);
        assertThat(given.currentTotal()).isLessThan(before);
        assertThat(given.source()).contains("OSHI", "highest of the readings made");
    }

    @Test
    void a_tree_that_is_gone_has_no_memory() throws Exception {
        ProcessTree tree = hog();
        tree.kill();
        assertThat(tree.awaitEnd(Duration.ofSeconds(60))).isTrue();

        assertThat(new TreeMemory(tree).read().peakBytes()).isEmpty();
    }
}
