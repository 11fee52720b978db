package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.fallback.json.Json;
import dev.bascule.junit.SumModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Files called model.onnx, run for real on native CPU, and what they are called wherever they are shown. */
@Tag("native")
class ModelNameRunTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private CliHarness cli;
    private Path face;

    @BeforeEach
    void run_a_file_as_exporters_call_it() throws IOException {
        cli = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM));
        face = moved(SumModel.right(folder.resolve("made")), folder.resolve("face/onnx"));
        measure(face);
    }

    private static Path moved(Path made, Path into) throws IOException {
        return Files.copy(
                made.resolve("model.onnx"), Files.createDirectories(into).resolve("model.onnx"));
    }

    private void measure(Path... models) {
        List<String> line = new ArrayList<>(List.of(
                "run",
                "--browsers",
                "none",
                "--backends",
                "cpu",
                "--min-iterations",
                "3",
                "--min-duration",
                "1ms",
                "--warm-up-limit",
                "1ms"));
        for (Path model : models) {
            line.add(1, model.toString());
        }
        CliHarness.Result result = cli.run(line.toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isZero();
    }

    private String out(String... line) {
        CliHarness.Result result = cli.run(line);
        assertThat(result.exit()).as(result.err()).isZero();
        return result.out();
    }

    @Test
    void it_goes_by_its_repository_s_name_everywhere() throws IOException {
        measure(face);
        Path report = folder.resolve("report");
        out("report", "--out", report.toString());
        assertThat(out("matrix")).contains("face");
        assertThat(out("compare")).contains("face");
        assertThat(Files.readString(report.resolve("index.html"))).contains(">face<");
        assertThat(Json.MAPPER.readTree(out("matrix", "--json")).findValuesAsText("name"))
                .contains("face")
                .doesNotContain("model", "onnx");
        assertThat(out("generate", "face", "--target", "cpu", "--out", folder.toString()))
                .contains("face-on-cpu.yaml");
        assertThat(Files.readString(folder.resolve("bascule/face-on-cpu.yaml"))).contains("name: face");
    }
}
