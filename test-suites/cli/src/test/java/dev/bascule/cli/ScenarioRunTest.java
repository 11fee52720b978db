package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every scenario, once, for real: a model with a state in a real browser's page, and natively as far as that goes. */
@Tag("browser")
@Tag("native")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("full")
class ScenarioRunTest {
    private static final int CYCLES = 12;

    @TempDir
    static Path folder;

    private CliHarness.Result result;
    private JsonNode document;

    @BeforeAll
    void play_every_scenario() throws IOException {
        result = new CliHarness(folder, new LocalServices())
                .run(Stream.of(
                                List.of("run", "silero-vad", "--frame", "pcm=512", "--carry", "state=stateN"),
                                List.of("--backends", "wasm,cpu,cuda", "--strict", "--comparisons", "off", "--json"),
                                List.of("--min-iterations", "3", "--min-duration", "1ms", "--warm-up-limit", "100ms"),
                                List.of("--scenario", "visits,state-leak,soak,stream", "--cycles", "" + CYCLES),
                                List.of("--timeout", "120s"))
                        .flatMap(List::stream)
                        .toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isZero();
        document = Json.MAPPER.readTree(result.out());
    }

    private JsonNode scenario(String id, String backend) {
        return StreamSupport.stream(document.path("scenarios").spliterator(), false)
                .filter(run -> run.path("scenario").asText().equals(id))
                .filter(run -> run.path("target").asText().contains("/" + backend + "-"))
                .findFirst()
                .orElseThrow(
                        () -> new AssertionError("no " + id + " on " + backend + " in " + document.path("scenarios")));
    }

    private static JsonNode figure(JsonNode run, String name) {
        return StreamSupport.stream(run.path("figures").spliterator(), false)
                .filter(figure -> figure.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no figure '" + name + "' in " + run));
    }

    private static List<String> notes(JsonNode run) {
        return StreamSupport.stream(run.path("notes").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static void passes(JsonNode run) {
        assertThat(run.path("verdict").asText()).as(run.toString()).isEqualTo("PASS");
        assertThat(run.path("reproduce").asText())
                .contains("--scenario " + run.path("scenario").asText());
    }

    @Test
    void a_first_a_repeated_and_a_second_visit_are_three_figures_with_their_samples() {
        JsonNode run = scenario("visits", "wasm");

        passes(run);
        for (String visit : List.of("fresh profile", "same page", "new page, same profile")) {
            for (String phase : List.of("create", "first inference", "fetch")) {
                assertThat(figure(run, visit + ": " + phase).path("samples").size())
                        .isEqualTo(3);
            }
        }
        JsonNode loaded = figure(run, "same page: engine start");
        assertThat(loaded.path("samples"))
                .as("the engine is loaded once in a page")
                .allSatisfy(sample -> assertThat(sample.asDouble()).isZero());
        assertThat(loaded.path("value").isNull())
                .as("what takes no time has none")
                .isTrue();
        assertThat(figure(run, "new page, same profile: engine start")
                        .path("value")
                        .asDouble())
                .isPositive();
    }

    @Test
    void natively_a_visit_is_a_process() {
        JsonNode run = scenario("visits", "cpu");

        passes(run);
        assertThat(figure(run, "fresh process: create").path("samples").size()).isEqualTo(3);
    }

    @Test
    void the_cpu_of_a_page_gives_the_same_bits_whatever_was_there_before() {
        JsonNode run = scenario("state-leak", "wasm");

        passes(run);
        assertThat(notes(run)).anyMatch(note -> note.startsWith("control: one session gives the same bits"));
        assertThat(figure(run, "release and recreate: greatest output change")
                        .path("value")
                        .asDouble())
                .isZero();
        assertThat(notes(run)).anyMatch(note -> note.startsWith("wasm→webgpu→wasm"));
    }

    @Test
    void a_soak_reads_the_memory_of_each_kind_of_process_after_each_cycle() {
        JsonNode run = scenario("soak", "wasm");

        passes(run);
        for (String kind : List.of("total", "renderer", "browser")) {
            assertThat(figure(run, "after dispose, " + kind).path("samples").size())
                    .isEqualTo(CYCLES);
            assertThat(figure(run, "growth, " + kind).path("unit").asText()).isEqualTo("bytes/cycle");
            assertThat(figure(run, "peak, " + kind).path("value").asDouble()).isPositive();
        }
        assertThat(figure(run, "growth, total").path("interval").isNull()).isFalse();
        assertThat(notes(run))
                .anyMatch(note -> note.startsWith("the first 2 of 12 cycles count as warm-up"))
                .anyMatch(note -> note.startsWith("renderer: "));
    }

    @Test
    void sound_is_played_in_real_time_and_heard_as_without_hurry() {
        JsonNode run = scenario("stream", "wasm");

        passes(run);
        double frames = figure(run, "frames").path("value").asDouble();
        assertThat(frames).isEqualTo(250);
        double dropped = figure(run, "dropped frames").path("value").asDouble();
        assertThat((double) figure(run, "inference, median").path("samples").size())
                .isEqualTo(frames - dropped);
        assertThat(figure(run, "greatest output change").path("value").asDouble())
                .isLessThan(1e-4);
        assertThat(run.path("elapsedMs").asDouble())
                .as("eight seconds of sound")
                .isGreaterThan(8000);
    }

    @Test
    void what_has_no_real_time_audio_or_is_not_there_is_unsupported_with_its_reason() {
        JsonNode nowhere = scenario("stream", "cpu");
        assertThat(nowhere.path("verdict").asText()).isEqualTo("UNSUPPORTED");
        assertThat(nowhere.path("failure").path("message").asText()).contains("no real-time audio");

        JsonNode absent = scenario("soak", "cuda");
        assertThat(absent.path("verdict").asText()).isIn("UNSUPPORTED", "PASS");
        assertThat(absent.path("failure").isNull())
                .isEqualTo(absent.path("verdict").asText().equals("PASS"));
    }
}
