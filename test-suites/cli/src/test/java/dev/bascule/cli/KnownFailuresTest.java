package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.testing.Checkout;
import dev.bascule.models.graph.Corpora;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The expectations that this project checks in are what comes out, for all of ONNX's own cases on the native CPU. */
@Tag("native")
@Tag("corpus")
@Tag("slow")
class KnownFailuresTest {
    private static final Path EXPECTATIONS = Checkout.path("expectations/onnx-node-1.17.yaml");

    @TempDir
    Path folder;

    @Tag("full")
    @Test
    void nothing_that_native_cpu_does_not_pass_is_unexplained() {
        CliHarness.Result run = new CliHarness(folder, new LocalServices())
                .run(
                        "conformance",
                        Corpora.path("onnx-node").toAbsolutePath().toString(),
                        "--backends",
                        "cpu",
                        "--self-check",
                        // A machine that stands still for a while must not make a case look slow.
                        "--case-timeout",
                        "2m",
                        "--expectations",
                        EXPECTATIONS.toAbsolutePath().toString());

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.err()).containsPattern("expectations: \\d+ cells as listed, 0 unexpected");
    }
}
