package dev.bascule.cli;

import static dev.bascule.reports.fixture.Fixtures.MACHINE;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.DoctorService;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.target.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecommendCommandTest {
    private static final String TASK = "image-classification";

    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();

    @BeforeEach
    void a_history_with_a_quick_model_and_one_that_is_quicker_and_wrong() throws IOException {
        services.doctor = new DoctorService() {
            @Override
            public DoctorReport examine(BrowserSetup browsers, RunListener listener) {
                throw new AssertionError("nothing is started for a recommendation");
            }

            @Override
            public Optional<Machine> machine() {
                return Optional.of(MACHINE);
            }
        };
        Files.createFile(folder.resolve("h.duckdb"));
        services.inMemory.append(record(
                "20261120-101530-aaaa",
                strict(VISION, Verdict.PASS, on(Backends.NATIVE_CPU).median(20).build()),
                strict(
                        VISION,
                        Verdict.WRONG,
                        on(Backends.WASM)
                                .median(0.5)
                                .memory(new Memory(1000, "VmHWM"))
                                .wrongNumbers()
                                .build())));
    }

    private CliHarness.Result recommend(String within, String... more) {
        return new CliHarness(folder, services)
                .run(Stream.concat(
                                Stream.of("recommend", "--task", TASK, "--within", within, "--store", "h.duckdb"),
                                Arrays.stream(more))
                        .toArray(String[]::new));
    }

    private JsonNode document(String within, String... more) throws IOException {
        CliHarness.Result result = recommend(
                within, Stream.concat(Arrays.stream(more), Stream.of("--json")).toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.RECOMMEND.validate(document);
        return document;
    }

    @Test
    void what_was_measured_fits_and_what_is_quicker_and_wrong_is_only_listed_as_that() throws IOException {
        JsonNode document = document("memory<=500MB,p95<=50ms");

        assertThat(document.path("fits")).hasSize(1);
        JsonNode fits = document.path("fits").path(0);
        assertThat(fits.path("model").asText()).isEqualTo("mobilenet-tiny");
        assertThat(fits.path("target").asText()).isEqualTo("native/onnxruntime-1.29.0/cpu-cpu");
        assertThat(fits.path("measured").path("memory").path("value").asLong()).isEqualTo(181_403_648L);
        assertThat(fits.path("measured").path("p95").path("value").asDouble()).isBetween(20.0, 26.0);
        assertThat(fits.path("predicted")).isEmpty();
        assertThat(document.path("doesNotRun")).hasSize(1);
        assertThat(document.path("doesNotRun").path(0).path("reasons").path(0).asText())
                .startsWith("wrong on 2026-11-20");
        assertThat(document.path("doesNotRun").path(0).path("measured")).isEmpty();
    }

    @Test
    void tables_say_how_many_were_looked_at_and_keep_measured_and_open_apart() {
        String text = recommend("memory<=500MB,p95<=50ms").out();

        assertThat(text)
                .startsWith("image-classification within memory ≤ 500 MB, p95 ≤ 50.0 ms, on this machine\nlooked at ")
                .contains("pairs, 2 of these tried here")
                .containsSubsequence(
                        "FITS: passed, proven",
                        "mobilenet-tiny",
                        "native cpu",
                        "181 MB",
                        "20",
                        "MAY FIT, OR UNKNOWN",
                        "DOES NOT RUN THERE",
                        "wrong on 2026-11-20")
                .contains("its kernels are not known", "bascule predict ")
                .contains(
                        "memory: peak of its processes, with what they held before, of earlier models of the run too: VmHWM");
    }

    @Test
    void where_nothing_fits_the_nearest_miss_is_named_and_it_is_no_error() throws IOException {
        CliHarness.Result result = recommend("memory<=150MB,p95<=50ms");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .contains(
                        "Nothing fits for sure. The nearest miss is mobilenet-tiny on native cpu: memory 181 MB measured")
                .doesNotContain("FITS:");
        assertThat(document("memory<=150MB").path("nearestMiss").path("model").asText())
                .isEqualTo("mobilenet-tiny");
    }

    @Test
    void backends_and_browsers_narrow_what_is_looked_at_and_a_backend_without_data_is_a_gap() throws IOException {
        assertThat(document("p95<=50ms", "--backends", "wasm").path("fits")).isEmpty();
        assertThat(document("p95<=50ms", "--browsers", "none").path("doesNotRun"))
                .isEmpty();
        assertThat(document("p95<=50ms", "--browsers", "chrome-headless-shell").path("doesNotRun"))
                .hasSize(1);
        assertThat(document("p95<=50ms", "--on", "*wasm*")
                        .path("targetsLookedAt")
                        .asInt())
                .isEqualTo(1);
        JsonNode gaps = document("p95<=50ms", "--backends", "wasm,webnn").path("gaps");
        assertThat(gaps).hasSize(1);
        assertThat(gaps.path(0).path("backend").asText()).isEqualTo("webnn");
        assertThat(gaps.path(0).path("command").asText())
                .startsWith("bascule run ")
                .endsWith(" --backends webnn");
    }

    @Test
    void what_there_is_not_is_a_usage_error_that_names_what_there_is() {
        CliHarness.Result task = new CliHarness(folder, services)
                .run("recommend", "--task", "image-clasification", "--within", "p95<=5ms");
        assertThat(task.exit()).isEqualTo(ExitCode.USAGE.status());
        assertThat(task.err()).contains("there is no task 'image-clasification'; did you mean 'image-classification'?");
        assertThat(recommend("speed<=5ms").exit()).isEqualTo(ExitCode.USAGE.status());
        assertThat(recommend("speed<=5ms").err()).contains("nothing is known as 'speed'; there are memory, size");
        assertThat(recommend("p95<=5ms", "--backends", "wsm").err()).contains("wasm");
        assertThat(recommend("p95<=5ms", "--browsers", "netscape").err())
                .contains("there is no browser 'netscape'")
                .contains("chrome-headless-shell");
        assertThat(recommend("p95<=5ms", "--on", "*cuda*").exit()).isEqualTo(ExitCode.NOTHING_SELECTED.status());
    }

    @Test
    void a_machine_of_which_nothing_is_known_is_told_what_to_do() {
        CliHarness.Result result = new CliHarness(folder, services)
                .run("recommend", "--task", TASK, "--within", "p95<=5ms", "--store", "none.duckdb");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).contains("nothing was measured on this machine", "bascule collect --probes 10");
    }
}
