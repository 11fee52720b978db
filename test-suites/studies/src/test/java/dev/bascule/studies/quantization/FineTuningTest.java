package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.models.graph.Ort;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.zoo.SplitMix;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.quantization.Learnt;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.TrainedMethod;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import dev.bascule.quantization.method.Methods;
import dev.bascule.studies.training.Blobs;
import dev.bascule.training.data.Labelled;
import dev.bascule.training.data.LabelledData;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small network without biases, so that what learns can only be its weights, trained in real native children. */
@Tag("native")
class FineTuningTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int STEPS = 60;
    private static final LabelledData DATA = Blobs.data();
    private static BridgeServer bridge;
    private static RunnerSource source;
    private static FineTuning tuning;

    @TempDir
    static Path graphs;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        source = new RunnerSource(
                "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LIMIT, new TimeBreakdown());
        tuning = tuning(split(true));
    }

    @AfterAll
    static void end() {
        tuning.close();
        source.close();
        bridge.close();
    }

    private static List<Sample> samples(Labelled part) {
        List<Sample> samples = new ArrayList<>();
        FloatBuffer values = part.samples().data().asFloatBuffer();
        int size = Math.toIntExact(part.sample().elements());
        for (int i = 0; i < part.count(); i++) {
            float[] own = new float[size];
            values.get(i * size, own);
            samples.add(Sample.of(Map.of("x", Tensor.floats(Shape.of(1, size), own)), OptionalInt.of(part.label(i))));
        }
        return samples;
    }

    private static SampleSplit split(boolean labelled) {
        List<Sample> train = samples(DATA.train());
        return labelled
                ? SampleSplit.ofParts(
                        "blobs",
                        "drawn",
                        DATA.classes(),
                        train,
                        samples(DATA.test()),
                        new SampleSplit.Counts(10, 96),
                        1)
                : SampleSplit.of("blobs", "drawn", train, new SampleSplit.Counts(10, 96), 1);
    }

    private static FineTuning tuning(SampleSplit split) {
        return tuning(split, STEPS, true);
    }

    private static FineTuning tuning(SampleSplit split, int steps, boolean alone) {
        return new FineTuning(
                new Stage(
                        new Place(source, Backends.NATIVE_CPU),
                        new JobIds(),
                        LIMIT,
                        UsageMeter.none("not asked"),
                        Optional.empty()),
                split,
                graphs,
                steps,
                alone);
    }

    private static ModelProto model(String activation) {
        int size = Math.toIntExact(DATA.sample().elements());
        return Protos.model(
                17,
                GraphProto.newBuilder()
                        .setName("small")
                        .addInput(Protos.typed("x", DType.FLOAT32, List.of(1, size)))
                        .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1, 3)))
                        .addInitializer(Protos.tensor("first", drawn("first", size, 12)))
                        .addInitializer(Protos.tensor("second", drawn("second", 12, 3)))
                        .addNode(Protos.node("MatMul", "one", List.of("x", "first"), List.of("h")))
                        .addNode(Protos.node(activation, "bend", List.of("h"), List.of("a")))
                        .addNode(Protos.node("MatMul", "two", List.of("a", "second"), List.of("y"))));
    }

    private static Tensor drawn(String name, int rows, int columns) {
        SplitMix random = SplitMix.named("fine tuning " + name);
        float[] values = new float[rows * columns];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (0.4 * random.nextGaussian());
        }
        return Tensor.floats(Shape.of(rows, columns), values);
    }

    private static TrainedMethod trained(String name) {
        return (TrainedMethod) Methods.named(name).orElseThrow();
    }

    private static Source source(ModelProto model) {
        return new Source(model, "0".repeat(64), Optional.empty(), 3);
    }

    private static Learnt learnt(FineTuning.Result result) {
        assertThat(result).isInstanceOf(FineTuning.Found.class);
        return ((FineTuning.Found) result).learnt();
    }

    private static ModelProto made(String name, Source source) {
        return ((Made.Variant) Methods.named(name).orElseThrow().make(source)).model();
    }

    private ModelProto made(String name, ModelProto model, LessonForms.Learning learning) {
        Source from = source(model);
        return made(name, from.with(learnt(tuning.of(trained(name), from, learning))));
    }

    /** Mean cross entropy of the samples that judge, by ONNX Runtime itself. */
    private double loss(ModelProto model) throws Exception {
        Path file = Files.write(folder.resolve("judged.onnx"), model.toByteArray());
        double sum = 0;
        List<Sample> judging = samples(DATA.test());
        try (Ort ort = new Ort(file)) {
            for (Sample sample : judging) {
                FloatBuffer logits = ort.run(sample.inputs()).get("y").data().asFloatBuffer();
                double all = 0;
                for (int i = 0; i < 3; i++) {
                    all += Math.exp(logits.get(i));
                }
                sum += Math.log(all) - logits.get(sample.label().orElseThrow());
            }
        }
        return sum / judging.size();
    }

    @Test
    void rounding_that_gradients_pass_improves_and_one_that_none_passes_changes_nothing() throws Exception {
        ModelProto model = model("Relu");
        double before = loss(made("int4-channel", source(model)));

        ModelProto blocked = made("qat-int4", model, LessonForms.Learning.BLOCKED);
        ModelProto alone = made("qat-int4", model, LessonForms.Learning.WEIGHTS_ALONE);

        assertThat(loss(alone)).isLessThan(0.8 * before);
        assertThat(blocked.getGraph().getInitializerList())
                .isEqualTo(made("int4-channel", source(model)).getGraph().getInitializerList());
        assertThat(loss(blocked)).isEqualTo(before);
    }

    @Test
    @Tag("full")
    void scales_are_learnt_where_they_are_asked_for() {
        ModelProto model = model("Relu");
        Learnt first = learnt(tuning.of(trained("qat-int4"), source(model)));
        Learnt again = learnt(tuning.of(trained("qat-int4"), source(model)));
        Learnt held = learnt(tuning.of(trained("qat-int4"), source(model), LessonForms.Learning.WEIGHTS_ALONE));

        assertThat(first.scales().get("first")).isNotEqualTo(held.scales().get("first"));
        assertThat(made("qat-int4", source(model).with(again)).toByteArray())
                .as("the same seed makes the same file")
                .isEqualTo(made("qat-int4", source(model).with(first)).toByteArray());
        assertThat(first.notes())
                .anyMatch(note -> note.contains("trained on 192 of 192 samples of blobs's train part")
                        && note.contains("'finetune' says what so many steps gain"));
    }

    @Test
    @Tag("full")
    void what_was_pruned_stays_pruned_and_gets_better() throws Exception {
        ModelProto model = model("Relu");
        ModelProto pruned = made("prune50", source(model));
        ModelProto tuned = made("prune50+finetune", model, LessonForms.Learning.ALL);

        assertThat(loss(tuned)).isLessThan(0.95 * loss(pruned));
        List<Weight> now = Weights.of(tuned.getGraph()).all();
        List<Weight> were = Weights.of(pruned.getGraph()).all();
        for (int i = 0; i < now.size(); i++) {
            float[] before = were.get(i).values();
            float[] after = now.get(i).values();
            for (int j = 0; j < before.length; j++) {
                assertThat(after[j] == 0).isEqualTo(before[j] == 0);
            }
            assertThat(after).isNotEqualTo(before);
        }
    }

    @Test
    void only_samples_that_were_fed_are_counted_and_nobody_is_sent_to_a_method_that_is_not_there() {
        Learnt few = learnt(tuning(split(true), 2, false).of(trained("qat-int4"), source(model("Relu"))));

        assertThat(few.notes().get(0)).contains("trained on 64 of 192 samples").doesNotContain("finetune");
        assertThat(few.parameters()).containsEntry("samples", "64 of 192");
    }

    @Test
    @Tag("full")
    void training_alone_is_not_sent_to_itself() {
        Source source = source(model("Relu"));

        assertThat(learnt(tuning(split(true), 2, true).of(trained("finetune"), source))
                        .notes()
                        .get(0))
                .doesNotContain("finetune");
        assertThat(learnt(tuning(split(true), 2, true).of(trained("qat-int4"), source))
                        .notes()
                        .get(0))
                .contains("'finetune' says what so many steps gain");
    }

    @Test
    void what_cannot_be_trained_is_told() {
        TrainedMethod qat = trained("qat-int4");
        ModelProto model = model("Relu");
        NodeProto hard = Protos.node("Mish", "bend", List.of("h"), List.of("a"));
        ModelProto unknown = model.toBuilder()
                .setGraph(model.getGraph().toBuilder().setNode(1, hard))
                .build();

        try (FineTuning unlabelled = tuning(split(false))) {
            assertThat(((FineTuning.None) unlabelled.of(qat, source(model))).why())
                    .contains("these have no labels");
        }
        assertThat(((FineTuning.None) tuning.of(qat, source(unknown))).why())
                .contains("no gradient is known of Mish (bend)");
        assertThat(Methods.named("qat-int4").orElseThrow().make(source(model))).isInstanceOf(Made.Refused.class);
    }
}
