package dev.bascule.studies.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.studies.reduce.Planted.Damage;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An engine with one operator corrupted, otherwise real: the first wrong node has to be found exactly. */
@Tag("native")
class PlantedFaultTest {
    @TempDir
    private static Path folder;

    private static NativeSide side;

    @BeforeAll
    static void start() {
        side = new NativeSide(folder);
    }

    @AfterAll
    static void stop() {
        side.close();
    }

    /** Nodes of an operator: the n-th and all after it that are like it in an attribute ({@code name=value}), if one is given. */
    static Predicate<NodeProto> nodes(Specimen specimen, String operator, int skip, String attribute) {
        Predicate<NodeProto> like = node -> node.getOpType().equals(operator)
                && (attribute.isEmpty()
                        || node.getAttributeList().stream()
                                .anyMatch(each -> attribute.equals(each.getName() + "=" + Culprit.text(each))));
        Set<String> skipped = new HashSet<>();
        specimen.model().getGraph().getNodeList().stream()
                .filter(like)
                .limit(skip)
                .forEach(node -> skipped.add(node.getOutput(0)));
        return like.and(node -> !skipped.contains(node.getOutput(0)));
    }

    static int first(Specimen specimen, Predicate<NodeProto> concerned) {
        for (int index = 0; index < specimen.nodes(); index++) {
            if (concerned.test(specimen.model().getGraph().getNode(index))) {
                return index;
            }
        }
        throw new AssertionError("no node is concerned");
    }

    static Reduction reduce(Trial target, Specimen specimen, int steps) {
        return new Reducer(
                        side.reference(),
                        target,
                        new Reducer.Limits(Duration.ofMinutes(5), steps),
                        1,
                        Clock.systemUTC())
                .reduce(specimen, Optional.empty(), step -> {});
    }

    private static Reduction.Reduced reduced(Trial target, Specimen specimen, int steps) {
        Reduction reduction = reduce(target, specimen, steps);
        assertThat(reduction).isInstanceOf(Reduction.Reduced.class);
        return (Reduction.Reduced) reduction;
    }

    /** The model as it runs: with the branches that its inputs take. */
    private static Specimen flat(Specimen specimen) {
        return Branches.inlined(specimen, new Examiner(side.reference(), side.target(), Leeway.OF_ROUNDING))
                .map(model -> new Specimen(model, specimen.inputs()))
                .orElse(specimen);
    }

    private static void isFoundExactly(Specimen specimen, String operator, int skip, String attribute, Damage damage) {
        Specimen flat = flat(specimen);
        Predicate<NodeProto> concerned = nodes(flat, operator, skip, attribute);
        Reduction.Reduced reduced = reduced(Planted.wrong(side.target(), concerned, damage), specimen, 25);
        assertThat(reduced.culprit()).as(reduced.steps().toString()).isPresent();
        Culprit culprit = reduced.culprit().get();
        assertThat(culprit.index()).as(culprit.toString()).isEqualTo(first(flat, concerned));
        assertThat(culprit.of()).isEqualTo(flat.nodes());
        assertThat(culprit.operator()).isEqualTo(operator);
        assertThat(reduced.specimen().nodes()).isEqualTo(1);
        assertThat(reduced.finding().signature()).isInstanceOf(Signature.Wrong.class);
    }

    @ParameterizedTest
    @CsvSource({
        "bert-micro, MatMul, 0, '', SCALE",
        "bert-micro, MatMul, 7, '', DRIFT",
        "bert-micro, Softmax, 1, '', SCALE",
        "bert-micro, LayerNormalization, 2, '', NEGATE",
        "bert-micro, Erf, 0, '', NEGATE",
        "bert-micro, Add, 5, '', DRIFT",
        "mobilenet-micro, Conv, 0, '', CLIP",
        "mobilenet-micro, Conv, 4, '', SCALE",
        "mobilenet-micro, Clip, 3, '', SCALE",
        "mobilenet-micro, GlobalAveragePool, 0, '', NEGATE",
        "mobilenet-micro, Gemm, 0, '', DRIFT",
        "whisper-micro, Conv, 1, '', DRIFT",
        "whisper-micro, Transpose, 2, '', NEGATE",
    })
    void in_a_model_of_the_zoo_it_is_found_exactly(
            String model, String operator, int skip, String attribute, Damage damage) {
        isFoundExactly(Samples.zoo(model, folder), operator, skip, attribute, damage);
    }

    @Tag("corpus")
    @ParameterizedTest
    @CsvSource({
        "ultraface/version-RFB-320.onnx, Conv, 0, '', SCALE",
        "ultraface/version-RFB-320.onnx, Conv, 12, '', CLIP",
        "ultraface/version-RFB-320.onnx, Conv, 0, 'strides=[2, 2]', DRIFT",
        "ultraface/version-RFB-320.onnx, Relu, 20, '', SCALE",
        "ultraface/version-RFB-320.onnx, Softmax, 0, '', DRIFT",
        "ultraface/version-RFB-320.onnx, Exp, 0, '', SCALE",
        "ultraface/version-RFB-320.onnx, Concat, 1, '', NEGATE",
        "mnist/model.onnx, Conv, 1, '', NEGATE",
        "mnist/model.onnx, MaxPool, 0, '', DRIFT",
        "mnist/model.onnx, MatMul, 0, '', SCALE",
        "silero-vad/silero_vad_op18_ifless.onnx, Conv, 2, '', SCALE",
        "silero-vad/silero_vad_op18_ifless.onnx, Sqrt, 0, '', DRIFT",
        "silero-vad/silero_vad_op18_ifless.onnx, Sigmoid, 1, '', NEGATE",
        "silero-vad/silero_vad_op18_ifless.onnx, Relu, 2, '', SCALE",
        "silero-vad/silero_vad_16k_op15.onnx, Conv, 1, '', NEGATE",
        "silero-vad/silero_vad_16k_op15.onnx, Sqrt, 0, '', DRIFT",
    })
    void in_a_published_model_it_is_found_exactly(
            String model, String operator, int skip, String attribute, Damage damage) {
        isFoundExactly(Samples.corpus(model), operator, skip, attribute, damage);
    }

    @Test
    void an_engine_that_dies_of_a_node_is_reduced_to_that_node() {
        Specimen specimen = Samples.zoo("bert-micro", folder);
        Predicate<NodeProto> concerned = nodes(specimen, "Softmax", 0, "");

        Reduction.Reduced reduced = reduced(Planted.dying(side.target(), concerned), specimen, 200);

        assertThat(reduced.culprit().orElseThrow().index()).isEqualTo(first(specimen, concerned));
        assertThat(reduced.specimen().nodes()).isEqualTo(1);
        assertThat(reduced.specimen().elements()).isLessThanOrEqualTo(2);
        assertThat(reduced.failures()).isEqualTo(reduced.repeats()).isPositive();
    }

    @Test
    void a_fault_that_goes_when_values_are_read_is_reduced_to_the_nodes_that_it_takes() {
        Specimen specimen = Samples.zoo("mobilenet-micro", folder);
        Trial target = Planted.fused(side.target(), "BatchNormalization", "Clip", Damage.SCALE);

        Reduction.Reduced reduced = reduced(target, specimen, 200);

        assertThat(reduced.culprit().orElseThrow().operator()).isEqualTo("Clip");
        assertThat(reduced.culprit().orElseThrow().index()).isEqualTo(first(specimen, nodes(specimen, "Clip", 0, "")));
        assertThat(reduced.culprit().orElseThrow().note()).contains("right alone", "BatchNormalization");
        assertThat(reduced.specimen().model().getGraph().getNodeList())
                .extracting(NodeProto::getOpType)
                .containsExactly("BatchNormalization", "Clip");
    }

    @Test
    void who_interrupts_gets_what_was_reached() {
        Specimen specimen = Samples.zoo("mobilenet-micro", folder);
        Trial faulty = Planted.wrong(side.target(), nodes(specimen, "Conv", 2, ""), Damage.NEGATE);
        int[] runs = {0};
        Reduction reduction = reduce(
                each -> {
                    if (++runs[0] == 6) {
                        Thread.currentThread().interrupt();
                    }
                    return faulty.run(each);
                },
                specimen,
                400);
        assertThat(Thread.interrupted()).isTrue();
        Reduction.Reduced reduced = (Reduction.Reduced) reduction;
        assertThat(reduced.cutShort()).contains(CutShort.INTERRUPTED);
        assertThat(reduced.culprit().orElseThrow().operator()).isEqualTo("Conv");
        assertThat(reduced.specimen().nodes()).isEqualTo(1);
    }

    @Test
    void negative_control_an_engine_that_is_right_is_not_said_to_fail() {
        assertThat(reduce(side.target(), Samples.zoo("bert-micro", folder), 50))
                .isInstanceOf(Reduction.NotFailing.class);
    }

    @Test
    void shrinking_leaves_the_shape_that_it_takes_and_no_more() {
        Specimen specimen = Samples.zoo("mobilenet-micro", folder);
        // A fault of convolutions with more than eight output channels.
        Trial target = side.target();
        Trial faulty = each -> {
            boolean wide = each.model().getGraph().getInitializerList().stream()
                    .anyMatch(tensor -> tensor.getDimsCount() == 4 && tensor.getDims(0) > 8);
            return wide
                    ? Planted.wrong(target, node -> node.getOpType().equals("Conv"), Damage.NEGATE)
                            .run(each)
                    : target.run(each);
        };

        Reduction.Reduced reduced = reduced(faulty, specimen, 400);

        assertThat(reduced.culprit().orElseThrow().operator()).isEqualTo("Conv");
        assertThat(reduced.cutShort()).isEmpty();
        assertThat(reduced.specimen().nodes()).isEqualTo(1);
        assertThat(Parts.tensors(reduced.specimen()).values())
                .extracting(tensor -> tensor.shape().elements())
                .allMatch(elements -> elements <= 9);
    }
}
