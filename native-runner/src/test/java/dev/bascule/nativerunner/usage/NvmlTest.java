package dev.bascule.nativerunner.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.bascule.fallback.usage.Counters.EnergyCounter;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.Throttling.Cause;
import dev.bascule.fallback.usage.Throttling.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The child process is real; the library that it loads is a stand-in in C where there is a compiler. */
class NvmlTest {
    private static final String SUPPORTED = "0\tNVIDIA H200\t123456789\t98\t8589934592\t612345\t64\t4";

    /** The start of a JVM takes as long as a busy machine makes it take. */
    private static final NvmlReader.Timeouts PATIENT =
            new NvmlReader.Timeouts(Duration.ofMinutes(1), Duration.ofMinutes(1));

    private static final String LIBRARY = """
            typedef struct { unsigned gpu, memory; } rates_t;
            typedef struct { unsigned long long total, free, used; } memory_t;
            static int one;
            static unsigned long long energy = 1000000;
            int nvmlInit_v2(void) { INIT }
            int nvmlShutdown(void) { return 0; }
            int nvmlDeviceGetCount_v2(unsigned *n) { *n = 1; return 0; }
            int nvmlDeviceGetHandleByIndex_v2(unsigned i, void **d) { *d = &one; return 0; }
            int nvmlDeviceGetName(void *d, char *s, unsigned n) { const char *t = "Stand-in"; while ((*s++ = *t++)); return 0; }
            int nvmlDeviceGetUtilizationRates(void *d, rates_t *r) { r->gpu = 71; r->memory = 12; return 0; }
            int nvmlDeviceGetMemoryInfo(void *d, memory_t *m) { m->total = 10; m->free = 4; m->used = 6; return 0; }
            int nvmlDeviceGetPowerUsage(void *d, unsigned *mw) { return 3; }
            int nvmlDeviceGetTemperature(void *d, int s, unsigned *c) { *c = 55; return 0; }
            int nvmlDeviceGetTotalEnergyConsumption(void *d, unsigned long long *mj) { *mj = energy += 2500; return 0; }
            """;

    @TempDir
    Path folder;

    @Test
    void a_line_of_the_child_becomes_figures() {
        NvmlLine line = NvmlLine.parse(SUPPORTED);
        GpuState state = line.state();

        assertThat(line.device()).isEqualTo("gpu 0: NVIDIA H200");
        assertThat(line.energy().optional())
                .contains(new EnergyCounter(123456.789, OptionalDouble.empty(), Duration.ofMillis(100)));
        assertThat(state.utilization().optional()).contains(0.98);
        assertThat(state.usedBytes().optional()).contains(8589934592.0);
        assertThat(state.watts().optional()).contains(612.345);
        assertThat(state.celsius().optional()).contains(64.0);
        assertThat(state.slowdowns().optional().orElseThrow())
                .containsExactly(new Cause(Kind.POWER, "gpu 0: NVIDIA H200: software power cap"));
    }

    @Test
    void what_a_gpu_does_not_tell_is_unknown_with_the_reason() {
        NvmlLine line = NvmlLine.parse("1\tGeForce 210\t!3\t!3\t100\t!4\t55\t!older than this call");

        assertThat(line.energy()).isEqualTo(Reading.unknown("NVML: this GPU does not tell it"));
        assertThat(line.state().watts().words()).contains("run as root");
        assertThat(line.state().slowdowns().isKnown()).isFalse();
    }

    @Test
    void an_idle_gpu_or_a_users_own_setting_is_not_throttled() {
        assertThat(ClockReasons.causes("gpu 0", 0x1 | 0x2 | 0x10 | 0x100)).isEmpty();
        assertThat(ClockReasons.causes("gpu 0", 0x40 | 0x80))
                .extracting(Cause::kind)
                .containsExactly(Kind.THERMAL, Kind.POWER);
    }

    @Test
    void a_real_library_is_read_in_a_child() throws Exception {
        try (NvmlReader reader = NvmlReader.start(library("return 0;"), PATIENT)) {
            List<NvmlLine> first = reader.ask(NvmlLine.ALL).optional().orElseThrow();
            List<NvmlLine> second = reader.ask(NvmlLine.ENERGY).optional().orElseThrow();

            assertThat(first.get(0).device()).isEqualTo("gpu 0: Stand-in");
            assertThat(first.get(0).state().utilization().optional()).contains(0.71);
            assertThat(first.get(0).state().usedBytes().optional()).contains(6.0);
            assertThat(first.get(0).state().watts().isKnown()).isFalse();
            assertThat(first.get(0).state().slowdowns().words()).contains("older than this call");
            assertThat(second.get(0).energy().optional().orElseThrow().joules()
                            - first.get(0).energy().optional().orElseThrow().joules())
                    .isEqualTo(2.5);
        }
    }

    @Test
    void a_library_that_crashes_costs_its_child_and_nothing_else() throws Exception {
        try (NvmlReader reader = NvmlReader.start(library("*(volatile int *) 0 = 1; return 0;"), PATIENT)) {
            Reading<List<NvmlLine>> answer = reader.ask(NvmlLine.ALL);

            assertThat(answer).isInstanceOf(Reading.Unknown.class);
            assertThat(answer.words()).contains("the child that reads NVML ended");
            assertThat(reader.ask(NvmlLine.ALL)).as("asked again").isEqualTo(answer);
        }
        assertThat(Path.of("").toAbsolutePath().toFile().list((in, name) -> name.startsWith("hs_err_pid")))
                .isEmpty();
    }

    @Test
    void a_driver_that_refuses_says_with_what() throws Exception {
        try (NvmlReader reader = NvmlReader.start(library("return 9;"), PATIENT)) {
            assertThat(reader.ask(NvmlLine.ALL).words()).contains("nvmlInit_v2 answers 9");
        }
    }

    @Test
    void a_file_that_is_no_library_says_so() throws Exception {
        Path file = Files.writeString(folder.resolve("libnvidia-ml.so.1"), "no library");
        try (NvmlReader reader = NvmlReader.start(file, PATIENT)) {
            assertThat(reader.ask(NvmlLine.ALL).words()).contains("does not load");
        }
    }

    @Test
    void a_child_that_cannot_be_started_is_a_reason_and_no_exception() {
        try (NvmlReader reader =
                NvmlReader.start(folder.resolve("libnvidia-ml.so.1"), folder.resolve("no-java"), PATIENT)) {
            assertThat(reader.ask(NvmlLine.ALL).words())
                    .startsWith("the child that reads NVML could not be started: ")
                    .contains("no-java");
            assertThat(reader.energy().values()).isNotEmpty().noneMatch(Reading::isKnown);
        }
    }

    private Path library(String init) throws IOException, InterruptedException {
        Path source = Files.writeString(folder.resolve("nvml.c"), LIBRARY.replace("INIT", init));
        Path library = folder.resolve("libnvidia-ml.so.1");
        Process compiler;
        try {
            compiler = new ProcessBuilder("cc", "-shared", "-fPIC", "-w", "-o", library.toString(), source.toString())
                    .inheritIO()
                    .start();
        } catch (IOException e) {
            assumeThat(false).as("no C compiler: " + e.getMessage()).isTrue();
            throw e;
        }
        assumeThat(compiler.waitFor(60, TimeUnit.SECONDS) && compiler.exitValue() == 0)
                .as("the C compiler made a library")
                .isTrue();
        return library;
    }
}
