package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ActivityReaderTest {
    private static final ActivityReader READER = new ActivityReader("p", 0.5);
    private static final Sample SAMPLE = Sample.of(Map.of(), OptionalInt.empty());

    private static Map<String, Tensor> frames(float... probabilities) {
        return Map.of("p", Tensor.floats(Shape.of(probabilities.length, 1, 1), probabilities));
    }

    private static ValueInfoProto named(String name) {
        return ValueInfoProto.newBuilder().setName(name).build();
    }

    private static GraphProto.Builder branch(String operator, String output) {
        return GraphProto.newBuilder()
                .addNode(Protos.node(operator, output, List.of("outer"), List.of(output)))
                .addOutput(named(output));
    }

    /** Silero's end: the mean of what either branch makes of an outer value. */
    private static GraphProto detector(String outer, GraphProto.Builder otherwise) {
        return GraphProto.newBuilder()
                .addNode(Protos.node(outer, "outer", List.of("x"), List.of("outer")))
                .addNode(Protos.node("If", "if", List.of("c"), List.of("if")).toBuilder()
                        .addAttribute(AttributeProto.newBuilder()
                                .setName("then_branch")
                                .setG(branch("Squeeze", "t")))
                        .addAttribute(AttributeProto.newBuilder()
                                .setName("else_branch")
                                .setG(otherwise)))
                .addNode(Protos.node("ReduceMean", "mean", List.of("if"), List.of("output")))
                .addOutput(named("output"))
                .addOutput(named("stateN"))
                .build();
    }

    @Test
    void the_commonest_decision_is_counted_over_all_frames() {
        assertThat(READER.commonest(List.of(frames(0.1f, 0.2f, 0.9f, 0.4f), frames(0.1f, 0.2f))))
                .contains(new Commonest(0, 5, 6, (0.75 + 1) / 2));
        assertThat(READER.commonest(List.of(frames(0.5f)))).contains(new Commonest(1, 1, 1, 1));
        assertThat(READER.commonest(List.of(Map.of()))).isEmpty();
    }

    @Test
    void decisions_and_probabilities_are_compared_frame_by_frame() {
        SampleAnswer answer = READER.read(SAMPLE, frames(0.1f, 0.6f, 0.4f, 0.9f), frames(0.2f, 0.6f, 0.6f, 0.9f));

        assertThat(answer.agrees()).contains(0.75);
        assertThat(answer.greatest().orElseThrow()).isCloseTo(0.2, offset(1e-6));
        assertThat(answer.mean().orElseThrow()).isCloseTo(0.075, offset(1e-6));
        // Of two frames: 0.2 ln 2 + 0.8 ln(8/9), and 0.6 ln 1.5 + 0.4 ln(2/3); by 4 frames.
        assertThat(answer.divergence().orElseThrow()).isCloseTo((0.044403 + 0.081093) / 4, offset(1e-5));
    }

    /** Sixteen stretches of 64 frames, of which so many lose one frame. */
    private static Point stretches(String variant, int losing) {
        float[] base = new float[64];
        float[] off = base.clone();
        off[5] = 1;
        return Points.answering(
                Points.of(variant, 0, 1, variant.equals(Variant.ORIGINAL) ? 1_000_000 : 400_000),
                IntStream.range(0, 16)
                        .mapToObj(i -> READER.read(SAMPLE, frames(i < losing ? off : base), frames(base)))
                        .toList());
    }

    @Test
    void a_variant_without_another_decision_surely_keeps_what_one_with_some_does() {
        TargetJudge.Verdict verdict = Points.judged(
                Points.split(false),
                List.of(),
                "accuracy=2%",
                stretches(Variant.ORIGINAL, 0),
                stretches("perfect", 0),
                stretches("worse", 9));

        assertThat(verdict.loss()).contains(Loss.AGREEMENT);
        double perfect = Points.named(verdict, "perfect")
                .figures()
                .loss()
                .orElseThrow()
                .ci95()
                .orElseThrow()
                .high();
        assertThat(perfect)
                .isPositive()
                .isLessThan(0.02)
                .isLessThan(Points.named(verdict, "worse")
                        .figures()
                        .loss()
                        .orElseThrow()
                        .ci95()
                        .orElseThrow()
                        .high());
        assertThat(QuantizationBudget.parse("accuracy=2%").unsure(Points.named(verdict, "perfect")))
                .isEmpty();
    }

    @Test
    void a_copy_ties() {
        SampleAnswer answer = READER.read(SAMPLE, frames(0.1f, 0.6f), frames(0.1f, 0.6f));

        assertThat(answer.agrees()).contains(1.0);
        assertThat(answer.divergence()).contains(0.0);
        assertThat(answer.greatest()).contains(0.0);
    }

    @Test
    void what_is_no_number_agrees_with_nothing_and_has_no_distance() {
        SampleAnswer answer = READER.read(SAMPLE, frames(Float.NaN, 0.6f), frames(0.1f, 0.6f));

        assertThat(answer.agrees()).contains(0.5);
        assertThat(answer.greatest()).isEmpty();
        assertThat(READER.read(SAMPLE, frames(0.5f), frames(0.1f, 0.6f)).agrees())
                .isEmpty();
        assertThat(READER.read(SAMPLE, Map.of(), frames(0.1f)).agrees()).isEmpty();
    }

    @Test
    void the_probability_is_found_behind_branches_and_nothing_else_is_taken_for_one() {
        List<String> state = List.of("stateN");

        assertThat(ActivityOutput.of(detector("Sigmoid", branch("Identity", "e")), state))
                .contains("output");
        assertThat(ActivityOutput.of(detector("Relu", branch("Identity", "e")), state))
                .isEmpty();
        assertThat(ActivityOutput.of(detector("Sigmoid", branch("Exp", "e")), state))
                .isEmpty();
        assertThat(ActivityOutput.of(detector("Sigmoid", branch("Identity", "e")), List.of()))
                .isEmpty();
    }
}
