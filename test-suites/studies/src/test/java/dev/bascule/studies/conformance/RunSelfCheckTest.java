package dev.bascule.studies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.service.RightOutputs;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.numerics.RoundingRule;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("red-team")
class RunSelfCheckTest {
    private static final CaseId CASE = CaseId.parse("s:m:c");

    /** Logits beside one huge value, which once excused all others; class numbers; nothing but one step of two. */
    private static RightOutputs right() {
        Map<String, Tensor> first = Map.of(
                "logits", Tensor.floats(Shape.of(1, 5), 0.5f, -1.25f, 3f, 1e-3f, -1e9f),
                "ids", Tensor.of(DType.INT64, Shape.of(3), longs(3, 1, 2)));
        Map<String, Tensor> second = Map.of(
                "logits", Tensor.floats(Shape.of(1, 5), 0.25f, -1f, 2f, 0f, 7f),
                "ids", Tensor.of(DType.INT64, Shape.of(3), longs(1, 1, 1)));
        return of(List.of(first, second));
    }

    private static RightOutputs of(List<Map<String, Tensor>> steps) {
        List<Outputs.Output> all = new ArrayList<>();
        for (int step = 0; step < steps.size(); step++) {
            int here = step;
            steps.get(step).forEach((name, tensor) -> all.add(new Outputs.Output(name, here, 0, tensor)));
        }
        Reference reference =
                new Reference(Numerics.Reference.NATIVE_CPU_UNOPTIMISED, steps, List.of(), RoundingRule.ofDepth(12));
        return new RightOutputs(CASE, "native-cpu", reference, new Outputs(all));
    }

    private static byte[] longs(long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        LongStream.of(values).forEach(bytes::putLong);
        return bytes.array();
    }

    private static SelfCheck.Result result(RunJudge judge, long seed, RightOutputs... cells) {
        RunSelfCheck check = new RunSelfCheck(seed, judge);
        List.of(cells).forEach(check::check);
        return check.result();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 42, 1234567})
    void the_judge_of_a_run_notices_each_element_shape_and_missing_output(long seed) {
        SelfCheck.Result result = result(RunJudge.STANDARD, seed, right());

        assertThat(result.missed()).isEmpty();
        assertThat(result.corrupted()).as("four outputs, a shape, one missing").isEqualTo(6);
        assertThat(result).hasToString("self-check: 6 corrupted, 6 noticed");
    }

    @Test
    void negative_control_a_judge_that_passes_everything_is_found() {
        SelfCheck.Result result = result((reference, outputs) -> true, 42, right());

        assertThat(result.missed()).hasSize(result.corrupted());
        assertThat(result.missed())
                .anySatisfy(missed ->
                        assertThat(missed).startsWith("s:m:c on native-cpu: an element of output 'logits' at step "));
        assertThat(result.missed()).anySatisfy(missed -> assertThat(missed).endsWith(" is missing"));
    }

    @Test
    void negative_control_a_judge_that_looks_at_the_first_step_alone_is_found() {
        RunJudge firstStep = (reference, outputs) -> RunJudge.STANDARD.areRight(
                new Reference(
                        reference.kind(), reference.steps().subList(0, 1), reference.notJudged(), reference.rule()),
                new Outputs(outputs.all().stream()
                        .filter(output -> output.step() == 0)
                        .toList()));

        assertThat(result(firstStep, 42, right()).missed())
                .anySatisfy(missed -> assertThat(missed).contains("at step 2"));
    }

    @Test
    void negative_control_a_judge_that_calls_right_outputs_wrong_is_found() {
        assertThat(result((reference, outputs) -> false, 42, right()).missed())
                .containsExactly("s:m:c on native-cpu: right outputs are called wrong");
    }

    @Test
    void outputs_that_are_not_judged_are_not_corrupted() {
        RightOutputs drawn = of(List.of(Map.of("y", Tensor.floats(Shape.of(2), 0.1f, 0.7f))));
        RightOutputs unjudged = new RightOutputs(
                drawn.caseId(),
                drawn.target(),
                new Reference(
                        drawn.reference().kind(),
                        drawn.reference().steps(),
                        List.of(new UnjudgedOutput("y", UnjudgedOutput.Why.UNREPEATABLE)),
                        RoundingRule.ofDepth(1)),
                drawn.outputs());

        SelfCheck.Result result = result((reference, outputs) -> true, 42, unjudged);

        assertThat(result.corrupted()).isZero();
    }
}
