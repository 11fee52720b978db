package dev.bascule.app.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run's command line may name a suite on the disk: who asks from elsewhere must not have it read. */
class SuiteOnDiskTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void a_suite_that_says_more_than_a_line() throws IOException {
        file = Files.writeString(
                folder.resolve("mine.yaml"),
                "name: mine\nmodels:\n  - model: bert-micro\n    dims: {batch: 3}\ntargets: [cpu]\n");
    }

    /** A run of the suite as it is now. */
    private TestSource wish() {
        Suite suite = SuiteReader.read(file);
        Target target = new Target(
                Backends.NATIVE_CPU,
                Optional.empty(),
                new Engine("onnxruntime", "1.29.0", Optional.empty()),
                Backends.NATIVE_CPU.accelerator(),
                Optional.empty(),
                Map.of());
        CaseRun cell = new CaseRun(
                CaseId.of("mine", "embedding", "bert-micro", Map.of()),
                new ModelInfo(
                        "bert-micro",
                        "ab".repeat(32),
                        9,
                        Family.EMBEDDING,
                        "unknown",
                        Map.of("ai.onnx", 17L),
                        Map.of("Add", 1),
                        0),
                Chain.of(Backends.NATIVE_CPU),
                List.of(Attempt.notStarted(
                        target,
                        Outcome.FAILED,
                        Failure.of(ErrorCode.EXECUTION_FAILED, "it went wrong"),
                        NOON,
                        Duration.ofMillis(1))),
                Optional.empty(),
                "bascule run zoo:bert-micro --backends cpu");
        RunRecord run = new RunRecord(
                new Invocation("run", "mine", suite.hash(), 42, "bascule run " + file),
                new RunRecord.Times(NOON, NOON.plusSeconds(1), Map.of()),
                new Machine("f00d", "Linux", new Machine.Cpu("cpu", 2, List.of()), 1L << 30, List.of()),
                RunRecord.Extent.WHOLE,
                List.of(cell),
                List.of());
        return new TestSource.Measured(run, cell);
    }

    @Test
    void the_command_line_takes_what_the_suite_says() {
        assertThat(TestSubject.of(wish(), true).model().feed().dims()).containsEntry("batch", 3L);
    }

    @Test
    void who_may_not_have_files_read_gets_what_the_line_says_alone() {
        assertThat(TestSubject.of(wish(), false).model().feed().dims()).isEmpty();
    }

    @Test
    void negative_control_a_suite_that_is_another_by_now_is_as_if_it_were_gone() throws IOException {
        TestSource before = wish();
        Files.writeString(file, Files.readString(file).replace("3", "4"));

        assertThat(TestSubject.of(before, true).model().feed().dims()).isEmpty();
    }
}
