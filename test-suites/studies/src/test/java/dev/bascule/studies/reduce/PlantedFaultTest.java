package dev.bascule.studies.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.studies.reduce.Planted.Damage;
import dev.bascule.studies.reduce.trial.ExactTrial;
import dev.bascule.studies.reduce.trial.FailureSignature;
import dev.bascule.studies.reduce.trial.OutputCriterion;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.studies.reduce.trial.ValueTolerance;
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
    static Predicate<NodeProto> nodes(ReproModel repro, String operator, int skip, String attribute) {
        Predicate<NodeProto> like = node -> node.getOpType().equals(operator)
                && (attribute.isEmpty()
                        || node.getAttributeList().stream()
                                .anyMatch(each -> attribute.equals(each.getName() + "=" + FaultyNode.text(each))));
        Set<String> skipped = new HashSet<>();
        repro.model().getGraph().getNodeList().stream()
                .filter(like)
                .limit(skip)
                .forEach(node -> skipped.add(node.getOutput(0)));
        return like.and(node -> !skipped.contains(node.getOutput(0)));
    }

    static int first(ReproModel repro, Predicate<NodeProto> concerned) {
        for (int index = 0; index < repro.nodes(); index++) {
            if (concerned.test(repro.model().getGraph().getNode(index))) {
                return index;
            }
        }
        throw new AssertionError("no node is concerned");
    }

    static Reduction reduce(Trial target, ReproModel repro, int steps) {
        return reduce(side.reference(), target, repro, steps);
    }

    private static Reduction reduce(Trial reference, Trial target, ReproModel repro, int steps) {
        return new Reducer(reference, target, new Reducer.Limits(Duration.ofMinutes(5), steps), 1, Clock.systemUTC())
                .reduce(repro, Optional.empty(), step -> {});
    }

    private static Reduction.Reduced reduced(Trial target, ReproModel repro, int steps) {
        Reduction reduction = reduce(target, repro, steps);
        assertThat(reduction).isInstanceOf(Reduction.Reduced.class);
        return (Reduction.Reduced) reduction;
    }

    /** The model as it runs: with the branches that its inputs take. */
    private static ReproModel flat(ReproModel repro) {
        return BranchInliner.inlined(
                        repro, new ReproExaminer(side.reference(), side.target(), ValueTolerance.OF_ROUNDING))
                .map(model -> new ReproModel(model, repro.inputs()))
                .orElse(repro);
    }

    private static void isFoundExactly(ReproModel repro, String operator, int skip, String attribute, Damage damage) {
        ReproModel flat = flat(repro);
        Predicate<NodeProto> concerned = nodes(flat, operator, skip, attribute);
        Reduction.Reduced reduced = reduced(Planted.wrong(side.target(), concerned, damage), repro, 25);
        assertThat(reduced.faultyNode()).as(reduced.steps().toString()).isPresent();
        FaultyNode faultyNode = reduced.faultyNode().get();
        assertThat(faultyNode.index()).as(faultyNode.toString()).isEqualTo(first(flat, concerned));
        assertThat(faultyNode.of()).isEqualTo(flat.nodes());
        assertThat(faultyNode.operator()).isEqualTo(operator);
        assertThat(reduced.repro().nodes()).isEqualTo(1);
        assertThat(reduced.finding().signature()).isInstanceOf(FailureSignature.Wrong.class);
    }

    @ParameterizedTest
    @CsvSource({
        "bert-micro, LayerNormalization, 2, '', NEGATE",
        "mobilenet-micro, Conv, 0, '', CLIP",
        "whisper-micro, Conv, 1, '', DRIFT",
    })
    void in_a_model_of_the_zoo_it_is_found_exactly(
            String model, String operator, int skip, String attribute, Damage damage) {
        isFoundExactly(Samples.zoo(model, folder), operator, skip, attribute, damage);
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({
        "bert-micro, MatMul, 0, '', SCALE",
        "bert-micro, MatMul, 7, '', DRIFT",
        "bert-micro, Erf, 0, '', NEGATE",
        "bert-micro, Softmax, 1, '', SCALE",
        "bert-micro, Add, 5, '', DRIFT",
        "mobilenet-micro, Conv, 4, '', SCALE",
        "mobilenet-micro, Clip, 3, '', SCALE",
        "mobilenet-micro, GlobalAveragePool, 0, '', NEGATE",
        "mobilenet-micro, Gemm, 0, '', DRIFT",
        "whisper-micro, Transpose, 2, '', NEGATE",
    })
    void so_it_is_in_more_places_of_the_zoo(String model, String operator, int skip, String attribute, Damage damage) {
        isFoundExactly(Samples.zoo(model, folder), operator, skip, attribute, damage);
    }

    @Tag("corpus")
    @ParameterizedTest
    @CsvSource({
        "mnist/model.onnx, MaxPool, 0, '', DRIFT",
        "silero-vad/silero_vad_16k_op15.onnx, Conv, 1, '', NEGATE",
    })
    void in_a_published_model_it_is_found_exactly(
            String model, String operator, int skip, String attribute, Damage damage) {
        isFoundExactly(Samples.corpus(model), operator, skip, attribute, damage);
    }

    @Tag("full")
    @Tag("corpus")
    @ParameterizedTest
    @CsvSource({
        "ultraface/version-RFB-320.onnx, Conv, 0, 'strides=[2, 2]', DRIFT",
        "ultraface/version-RFB-320.onnx, Concat, 1, '', NEGATE",
        "ultraface/version-RFB-320.onnx, Conv, 0, '', SCALE",
        "ultraface/version-RFB-320.onnx, Conv, 12, '', CLIP",
        "ultraface/version-RFB-320.onnx, Relu, 20, '', SCALE",
        "ultraface/version-RFB-320.onnx, Softmax, 0, '', DRIFT",
        "ultraface/version-RFB-320.onnx, Exp, 0, '', SCALE",
        "mnist/model.onnx, Conv, 1, '', NEGATE",
        "mnist/model.onnx, MatMul, 0, '', SCALE",
        "silero-vad/silero_vad_op18_ifless.onnx, Sigmoid, 1, '', NEGATE",
        "silero-vad/silero_vad_op18_ifless.onnx, Conv, 2, '', SCALE",
        "silero-vad/silero_vad_op18_ifless.onnx, Sqrt, 0, '', DRIFT",
        "silero-vad/silero_vad_op18_ifless.onnx, Relu, 2, '', SCALE",
        "silero-vad/silero_vad_16k_op15.onnx, Sqrt, 0, '', DRIFT",
    })
    void so_it_is_in_more_places_of_published_models(
            String model, String operator, int skip, String attribute, Damage damage) {
        isFoundExactly(Samples.corpus(model), operator, skip, attribute, damage);
    }

    @Test
    void an_engine_that_dies_of_a_node_is_reduced_to_that_node() {
        ReproModel repro = Samples.zoo("bert-micro", folder);
        Predicate<NodeProto> concerned = nodes(repro, "Softmax", 0, "");

        Reduction.Reduced reduced = reduced(Planted.dying(side.target(), concerned), repro, 200);

        assertThat(reduced.faultyNode().orElseThrow().index()).isEqualTo(first(repro, concerned));
        assertThat(reduced.repro().nodes()).isEqualTo(1);
        assertThat(reduced.repro().elements()).isLessThanOrEqualTo(2);
        assertThat(reduced.failures()).isEqualTo(reduced.repeats()).isPositive();
    }

    @Test
    void a_fault_that_goes_when_values_are_read_is_reduced_to_the_nodes_that_it_takes() {
        ReproModel repro = Samples.zoo("mobilenet-micro", folder);
        Trial target = Planted.fused(side.target(), "BatchNormalization", "Clip", Damage.SCALE);

        Reduction.Reduced reduced = reduced(target, repro, 200);

        assertThat(reduced.faultyNode().orElseThrow().operator()).isEqualTo("Clip");
        assertThat(reduced.faultyNode().orElseThrow().index()).isEqualTo(first(repro, nodes(repro, "Clip", 0, "")));
        assertThat(reduced.faultyNode().orElseThrow().note()).contains("right alone", "BatchNormalization");
        assertThat(reduced.repro().model().getGraph().getNodeList())
                .extracting(NodeProto::getOpType)
                .containsExactly("BatchNormalization", "Clip");
    }

    @Test
    void who_interrupts_gets_what_was_reached() {
        ReproModel repro = Samples.zoo("mobilenet-micro", folder);
        Trial faulty = Planted.wrong(side.target(), nodes(repro, "Conv", 2, ""), Damage.NEGATE);
        int[] runs = {0};
        Reduction reduction = reduce(
                each -> {
                    if (++runs[0] == 6) {
                        Thread.currentThread().interrupt();
                    }
                    return faulty.run(each);
                },
                repro,
                400);
        assertThat(Thread.interrupted()).isTrue();
        Reduction.Reduced reduced = (Reduction.Reduced) reduction;
        assertThat(reduced.cutShort()).contains(EarlyStop.INTERRUPTED);
        assertThat(reduced.faultyNode().orElseThrow().operator()).isEqualTo("Conv");
        assertThat(reduced.repro().nodes()).isEqualTo(1);
    }

    @Test
    void a_fault_that_the_native_cpu_shares_is_found_by_what_is_computed_in_double_and_not_by_the_native_cpu() {
        ReproModel repro = Samples.zoo("bert-micro", folder);
        Predicate<NodeProto> concerned = nodes(repro, "Softmax", 0, "");
        Trial target = Planted.wrong(side.target(), concerned, Damage.SCALE);
        Trial nativeCpu = Planted.wrong(side.reference(), concerned, Damage.SCALE);

        assertThat(reduce(nativeCpu, target, repro, 25)).isInstanceOf(Reduction.NotFailing.class);
        Reduction.Reduced reduced = (Reduction.Reduced) reduce(new ExactTrial(nativeCpu), target, repro, 25);

        assertThat(reduced.faultyNode().orElseThrow().operator()).isEqualTo("Softmax");
        assertThat(reduced.repro().nodes()).isEqualTo(1);
        assertThat(reduced.criterion().source()).isEqualTo(OutputCriterion.Source.EXACT);
        assertThat(reduce(new ExactTrial(side.reference()), side.target(), repro, 25))
                .isInstanceOf(Reduction.NotFailing.class);
    }

    @Test
    void negative_control_an_engine_that_is_right_is_not_said_to_fail() {
        assertThat(reduce(side.target(), Samples.zoo("bert-micro", folder), 50))
                .isInstanceOf(Reduction.NotFailing.class);
    }

    @Test
    void shrinking_leaves_the_shape_that_it_takes_and_no_more() {
        ReproModel repro = Samples.zoo("mobilenet-micro", folder);
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

        Reduction.Reduced reduced = reduced(faulty, repro, 400);

        assertThat(reduced.faultyNode().orElseThrow().operator()).isEqualTo("Conv");
        assertThat(reduced.cutShort()).isEmpty();
        assertThat(reduced.repro().nodes()).isEqualTo(1);
        assertThat(ReproTensors.tensors(reduced.repro()).values())
                .extracting(tensor -> tensor.shape().elements())
                .allMatch(elements -> elements <= 9);
    }
}
