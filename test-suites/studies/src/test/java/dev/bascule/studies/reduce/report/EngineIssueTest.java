package dev.bascule.studies.reduce.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.reports.format.MarkdownText;
import dev.bascule.studies.reduce.FailureOrigin;
import dev.bascule.studies.reduce.FaultyNode;
import dev.bascule.studies.reduce.ReducerTest;
import dev.bascule.studies.reduce.Reduction;
import dev.bascule.studies.reduce.trial.FailureSignature;
import dev.bascule.studies.reduce.trial.OutputCriterion;
import dev.bascule.studies.reduce.trial.ReproFinding;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.ValueTolerance;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EngineIssueTest {
    private static final String MISCHIEF = "bad ```\n</details> [x](http://e.example) ```` <script>";

    private static String report(int failures, int repeats) {
        Fault fault = new Fault.Refused("create", "Error", MISCHIEF, Optional.empty(), Phases.NONE);
        ReproFinding.Failing finding = new ReproFinding.Failing(
                FailureSignature.of(fault), Optional.empty(), Optional.of(fault), Map.of(), Map.of());
        ReproModel repro = ReducerTest.repro();
        FaultyNode faultyNode = new FaultyNode(
                0,
                1,
                "a`b",
                "Relu`\n# x",
                "ai.onnx",
                17,
                List.of("x"),
                List.of("y"),
                Map.of("mode", "`<img>`\n## title"),
                "note <b>",
                Optional.empty());
        Reduction.Reduced reduced = new Reduction.Reduced(
                repro,
                finding,
                Optional.of(faultyNode),
                repro,
                finding,
                new OutputCriterion(ValueTolerance.OF_ROUNDING, OutputCriterion.Source.NATIVE_CPU),
                failures,
                repeats,
                List.of(),
                Optional.empty());
        Target target = new Target(
                Backends.NATIVE_CPU,
                Optional.empty(),
                new Engine("onnxruntime", "1.29.0", Optional.empty()),
                Backends.NATIVE_CPU.accelerator(),
                Optional.empty(),
                Map.of());
        Machine machine = new Machine("f00d", "Linux", new Machine.Cpu("cpu", 2, List.of()), 1L << 30, List.of());
        FailureOrigin origin = new FailureOrigin(
                "one",
                "ab",
                target,
                machine,
                Map.of(),
                Optional.empty(),
                GraphOptimization.ALL,
                Optional.empty(),
                Optional.empty(),
                "bascule",
                "run .");
        return new EngineIssue(reduced, origin, Optional.empty()).text();
    }

    @Test
    void what_was_not_confirmed_is_said_to_be_so() {
        assertThat(report(0, 0)).contains("**not confirmed**").doesNotContain("0 of 0");
        assertThat(report(2, 3)).contains("failed in 2 of 3 runs").doesNotContain("not confirmed");
    }

    @Test
    void words_of_engines_and_models_stay_within_their_fences() {
        String text = report(3, 3);
        assertThat(text.lines()).contains("`````").doesNotContain("# x", "## title", "```");
        assertThat(text).contains("- attribute: `` mode = `<img>` ## title ``", "note &lt;b&gt;");
        assertThat(text.lines().findFirst().orElseThrow()).contains("Relu").doesNotContain("`");
    }

    @Test
    void code_is_between_more_backticks_than_it_has() {
        assertThat(IssueMarkdown.code("plain")).isEqualTo("`plain`");
        assertThat(IssueMarkdown.code("`a``")).isEqualTo("``` `a`` ```");
        assertThat(MarkdownText.fenced(List.of("a", "````"))).isEqualTo("\n`````\na\n````\n`````\n");
    }

    @Test
    void elements_are_told_exactly_as_long_as_they_are_few() {
        assertThat(TensorText.values(Tensor.longs(Shape.of(2), Long.MAX_VALUE, -1)))
                .contains("9223372036854775807, -1");
        assertThat(TensorText.values(Tensor.floats(Shape.of(2), new float[] {0.5f, Float.NaN})))
                .contains("0.5, NaN");
        assertThat(TensorText.values(Tensor.floats(Shape.of(33), new float[33])))
                .isEmpty();
        assertThat(TensorText.values(Tensor.floats(Shape.of(0), new float[0]))).isEmpty();
    }
}
