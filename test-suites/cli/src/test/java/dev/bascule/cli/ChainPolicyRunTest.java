package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.fallback.json.Json;
import dev.bascule.junit.SumModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Which failures move on, and which pairs are measured in turn, for real: in a browser's page. */
@Tag("browser")
@Tag("native")
@Tag("full")
class ChainPolicyRunTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private CliHarness.Result run(String... words) {
        return new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run(Stream.concat(
                                Stream.of("run"),
                                Stream.concat(
                                        Stream.of(words),
                                        Stream.of(
                                                "--min-iterations",
                                                "6",
                                                "--min-duration",
                                                "1ms",
                                                "--warm-up-limit",
                                                "1ms",
                                                "--retries",
                                                "0",
                                                "--timeout",
                                                "120s",
                                                "--json")))
                        .toArray(String[]::new));
    }

    private static List<JsonNode> cells(CliHarness.Result result) throws IOException {
        return StreamSupport.stream(
                        Json.MAPPER.readTree(result.out()).path("cells").spliterator(), false)
                .toList();
    }

    /** What every run's report.md says. */
    private String reports() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(found -> found.endsWith("report.md")).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    private static List<String> outcomes(JsonNode cell) {
        return cell.path("attempts").findValuesAsText("outcome");
    }

    @Test
    void a_planted_wrong_result_moves_on_only_where_it_is_to() throws IOException {
        SumModel.wrong(folder.resolve("sum"));
        String[] chain = {folder.resolve("sum").toString(), "--backends", "none", "--chain", "wasm->webnn"};

        CliHarness.Result usual = run(chain);
        assertThat(usual.exit()).as(usual.err()).isEqualTo(1);
        JsonNode moved = cells(usual).get(0);
        assertThat(moved.path("attempts")).hasSize(2);
        assertThat(outcomes(moved)).startsWith("WRONG");
        assertThat(moved.has("stopped")).isFalse();

        CliHarness.Result strict =
                run(Stream.concat(Stream.of(chain), Stream.of("--fall-back-on", "unsupported,crashed"))
                        .toArray(String[]::new));
        JsonNode stopped = cells(strict).get(0);
        assertThat(outcomes(stopped)).containsExactly("WRONG");
        assertThat(stopped.path("stopped"))
                .isEqualTo(Json.MAPPER.readTree("{\"at\": \"wasm\", \"on\": \"wrong\", \"untried\": [\"webnn\"]}"));
        assertThat(stopped.path("fallBackOn")).isEqualTo(Json.MAPPER.readTree("[\"unsupported\", \"crashed\"]"));
        assertThat(stopped.path("reproduce").asText()).contains("--fall-back-on unsupported,crashed");
        assertThat(reports())
                .contains("the chain ends at wasm: wrong is not among what falls back (unsupported,crashed)");
    }

    @Test
    void a_pair_of_one_browsers_backends_is_measured_in_turn_and_nothing_else_is() throws IOException {
        CliHarness.Result result =
                run("bert-micro", "--backends", "webnn,wasm", "--strict", "--comparisons", "webnn/wasm");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode webnn = cells(result).get(0);
        JsonNode wasm = cells(result).get(1);
        assertThat(webnn.path("comparison").path("baseline").asText()).endsWith("/wasm-cpu");
        assertThat(webnn.path("comparison").path("own").asText())
                .isEqualTo(webnn.path("target").asText());
        assertThat(webnn.path("comparison").path("ratio").asDouble()).isPositive();
        assertThat(webnn.path("comparison").path("ci95")).hasSize(2);
        assertThat(webnn.path("reproduce").asText()).contains("--comparisons webnn/wasm");
        assertThat(wasm.path("comparison").isNull()).isTrue();
        assertThat(reports()).contains("Measured in turn:").contains(", webnn: ×");
    }
}
