package dev.bascule.fallback.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.bascule.fallback.memory.MemoryCounter.Use;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcMemoryTest {
    private static final List<String> STATUS = List.of(
            "Name:\tchrome", "VmPeak:\t 3412344 kB", "VmHWM:\t  212340 kB", "VmRSS:\t  104500 kB", "Threads:\t12");
    private static final List<String> ROLLUP = List.of(
            "55d0c0a00000-7ffd2f9fe000 ---p 00000000 00:00 0                          [rollup]",
            "Rss:              104496 kB",
            "Pss:               51234 kB",
            "Pss_Dirty:         30124 kB",
            "Pss_Anon:          29000 kB");

    @TempDir
    Path proc;

    private void process(long pid, List<String> status, List<String> rollup) throws IOException {
        Path folder = Files.createDirectory(proc.resolve(Long.toString(pid)));
        Files.write(folder.resolve("status"), status);
        Files.write(folder.resolve("smaps_rollup"), rollup);
        Files.writeString(folder.resolve("clear_refs"), "");
    }

    @Test
    void resident_proportional_and_peak_are_read_in_bytes() throws IOException {
        process(7, STATUS, ROLLUP);

        assertThat(new ProcMemory(proc).read(7))
                .contains(new Use(104_500 * 1024L, OptionalLong.of(51_234 * 1024L), OptionalLong.of(212_340 * 1024L)));
    }

    @Test
    void a_restart_tells_the_kernel_to_forget_the_peak_and_nothing_else() throws IOException {
        process(7, STATUS, ROLLUP);

        assertThat(new ProcMemory(proc).restart(7)).isTrue();

        assertThat(proc.resolve("7/clear_refs")).hasContent("5");
    }

    @Test
    void a_process_whose_shares_are_hidden_still_tells_what_is_resident() throws IOException {
        process(7, STATUS, List.of());

        assertThat(new ProcMemory(proc).read(7).orElseThrow().proportionalBytes())
                .isEmpty();
    }

    @Test
    void a_kernel_thread_and_a_process_that_is_gone_have_no_memory_to_tell_of() throws IOException {
        process(2, List.of("Name:\tkthreadd", "Threads:\t1"), List.of());

        assertThat(new ProcMemory(proc).read(2)).isEmpty();
        assertThat(new ProcMemory(proc).read(999)).isEmpty();
        assertThat(new ProcMemory(proc).restart(999)).isFalse();
    }

    /** The real kernel: 64 MB taken and let go show in the peak, and after a restart no more. */
    @Test
    void the_kernel_keeps_a_peak_that_a_restart_forgets() throws Exception {
        assumeThat(ProcMemory.isHere()).as("a /proc with memory in it").isTrue();
        Process process =
                new ProcessBuilder("sh", "-c", "x=$(head -c 64000000 /dev/zero | tr '\\0' a); x=; read y").start();
        try {
            ProcMemory memory = new ProcMemory();
            long peak = 0;
            for (int i = 0; i < 1_200 && peak < 60_000_000; i++) {
                Thread.sleep(50);
                peak = memory.read(process.pid()).orElseThrow().peakBytes().orElseThrow();
            }
            assertThat(peak).isGreaterThan(60_000_000);
            long resident = peak;
            for (int i = 0; i < 200 && resident >= 30_000_000; i++) {
                Thread.sleep(50);
                resident = memory.read(process.pid()).orElseThrow().residentBytes();
            }
            assumeThat(resident).as("a shell that gives memory back").isLessThan(30_000_000);

            assertThat(memory.restart(process.pid())).isTrue();

            assertThat(memory.read(process.pid()).orElseThrow().peakBytes().orElseThrow())
                    .isLessThan(30_000_000);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void this_process_grows_by_what_it_takes() {
        assumeThat(ProcMemory.isHere()).isTrue();
        ProcMemory memory = new ProcMemory();
        long own = ProcessHandle.current().pid();
        long before = memory.read(own).orElseThrow().residentBytes();

        // Far more than this JVM's heap gives back or its compiler takes while one looks.
        ByteBuffer taken = ByteBuffer.allocateDirect(192_000_000);
        for (int i = 0; i < taken.capacity(); i += 1024) {
            taken.put(i, (byte) 1);
        }

        Use after = memory.read(own).orElseThrow();
        assertThat(after.residentBytes() - before).isGreaterThan(100_000_000);
        assertThat(after.peakBytes().orElseThrow()).isGreaterThanOrEqualTo(before + 100_000_000);
        assertThat(after.proportionalBytes().orElseThrow())
                .as("read a moment later than the resident pages")
                .isLessThanOrEqualTo(after.residentBytes() + 50_000_000);
        assertThat(taken.get(1024)).isEqualTo((byte) 1);
    }
}
