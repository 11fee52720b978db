package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.execution.service.RightOutputs;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.conformance.RunJudge;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --self-check}: what it says, and what it makes of the exit code. */
class SelfCheckRunTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();

    private static RightOutputs right() {
        Tensor tensor = Tensor.floats(Shape.of(3), 1, 2, 3);
        return new RightOutputs(
                CaseId.parse("s:m:c"),
                "native-cpu",
                new Reference(Numerics.Reference.NATIVE_CPU_UNOPTIMISED, List.of(Map.of("y", tensor))),
                new Outputs(List.of(new Outputs.Output("y", 0, 0, tensor))));
    }

    private CliHarness.Result run(RunJudge judge, Optional<RightOutputs> gives) {
        services.runJudge = judge;
        services.runs.gives = gives;
        return new CliHarness(folder, services).run("run", "op:MatMul", "--backends", "cpu", "--self-check");
    }

    @Test
    void a_judge_that_notices_all_ends_with_0_and_says_how_much_it_was_shown() {
        CliHarness.Result result = run(RunJudge.STANDARD, Optional.of(right()));

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.err()).containsPattern("self-check: (\\d+) corrupted, \\1 noticed");
    }

    @Test
    void a_judge_that_misses_something_ends_with_70_and_loses_no_report() {
        CliHarness.Result result = run((reference, outputs) -> true, Optional.of(right()));

        assertThat(result.exit()).isEqualTo(70);
        assertThat(result.err()).contains("the comparison does not notice what it must", "an element of output 'y'");
        assertThat(result.out()).contains("PASS");
    }

    @Test
    void where_nothing_passed_it_proved_nothing() {
        CliHarness.Result result = run(RunJudge.STANDARD, Optional.empty());

        assertThat(result.exit()).isEqualTo(4);
        assertThat(result.err()).contains("it proved nothing");
    }

    @Test
    @Tag("native")
    @Tag("red-team")
    void the_real_judge_notices_what_is_changed_in_what_native_cpu_gave() {
        CliHarness.Result result = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run(
                        "run",
                        "op:MatMul",
                        "op:Softmax:float16",
                        "--backends",
                        "cpu",
                        "--browsers",
                        "none",
                        "--min-iterations",
                        "3",
                        "--min-duration",
                        "1ms",
                        "--warm-up-limit",
                        "1ms",
                        "--self-check");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.err()).contains("self-check: 6 corrupted, 6 noticed");
    }
}
