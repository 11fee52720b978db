package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.environment.WarmRunEnvironments;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What {@code quantize} writes is a model like any other, to the real native CPU. */
@Tag("native")
@Tag("full")
class RealQuantizeTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    @Test
    void what_was_emitted_is_run_compared_predicted_selected_and_reduced_like_any_model() {
        CliHarness bascule = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM));
        Path made = folder.resolve("made");
        assertEnds(
                bascule,
                "quantize",
                "zoo:ds-cnn",
                "--backends",
                "cpu",
                "--methods",
                "int8-channel",
                "--samples",
                "4",
                "--calibrate",
                "2",
                "--pairs",
                "4",
                "--emit",
                "all",
                "--emit-to",
                made.toString());

        String file = made.resolve("ds-cnn.int8-channel.onnx").toString();
        assertThat(assertEnds(bascule, "run", file, "--backends", "cpu")).contains("PASS");
        assertEnds(bascule, "run", file, "--backends", "cpu");
        assertEnds(bascule, "compare", "latest~1", "latest");
        assertEnds(bascule, "predict", file, "--level", "0");
        assertThat(assertEnds(bascule, "select", file, "--backends", "cpu", "--tune", "none"))
                .contains("cpu");
        // It was opened and judged there: only that it does not fail ends so.
        CliHarness.Result reduced = bascule.run("reduce", file, "--target", "cpu");
        assertThat(reduced.exit()).as(reduced.err()).isEqualTo(4);
        assertThat(reduced.err()).contains("it does not fail on cpu");
    }

    private static String assertEnds(CliHarness bascule, String... arguments) {
        CliHarness.Result result = bascule.run(arguments);
        assertThat(result.exit())
                .as("%s: %s %s", String.join(" ", arguments), result.out(), result.err())
                .isZero();
        return result.out();
    }
}
