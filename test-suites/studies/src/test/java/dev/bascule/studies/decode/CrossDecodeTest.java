package dev.bascule.studies.decode;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.runner.Artifacts;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooModel;
import dev.bascule.models.zoo.ZooStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decoders that look at an encoder, right and with planted faults, in a real engine. */
@Tag("native")
class CrossDecodeTest {
    private static final String WHISPER = "whisper-decoder-micro";

    @TempDir
    private static Path folder;

    private static NativeDecoders side;
    private static DecodedModel model;
    private static DecodeStudy study;

    @BeforeAll
    static void start() {
        side = new NativeDecoders(folder);
        model = model(WHISPER, 1);
        study = side.begin(model, 8, 3);
    }

    @AfterAll
    static void stop() {
        side.close();
    }

    private static ZooModel zoo(String id) {
        return Zoo.model(id).orElseThrow();
    }

    private static ModelArtifact file(ZooModel one) {
        return new ZooStore(new CacheFolder(folder)).model(one);
    }

    /** @param sound the seed of what the encoder is fed */
    private static DecodedModel model(String id, long sound) {
        ZooModel decoder = zoo(id);
        ModelArtifact artifact = file(decoder);
        ModelArtifact encoder = file(decoder.encoder().orElseThrow());
        Feeds feeds = new FeedBuilder(
                        OnnxModelFile.open(encoder.file()).inspect(), Map.of(), 1, sound, PreparedTensors.NONE)
                .build(Map.of(), Map.of(), Map.of())
                .feeds();
        return new DecodedModel(
                id,
                "plain",
                artifact,
                DecoderGraph.of(id, OnnxModelFile.open(artifact.file()).proto()),
                Optional.empty(),
                Set.of(),
                true,
                Optional.of(new DecodedEncoder("encoder", encoder, feeds, "seed " + sound)));
    }

    private static DecodedModel with(UnaryOperator<GraphProto> fault) {
        ModelProto proto = OnnxModelFile.open(model.artifact().file()).proto();
        byte[] bytes = proto.toBuilder()
                .setGraph(fault.apply(proto.getGraph()))
                .build()
                .toByteArray();
        return new DecodedModel(
                model.name(),
                model.kind(),
                Artifacts.write(folder, bytes, "onnx"),
                model.graph(),
                model.text(),
                model.ends(),
                true,
                model.encoder());
    }

    private static GraphProto reading(GraphProto graph, String value, String other) {
        GraphProto.Builder changed = graph.toBuilder();
        for (NodeProto.Builder node : changed.getNodeBuilderList()) {
            for (int i = 0; i < node.getInputCount(); i++) {
                if (node.getInput(i).equals(value)) {
                    node.setInput(i, other);
                }
            }
        }
        return changed.build();
    }

    @Test
    void a_right_target_runs_its_encoder_once_and_is_timed_apart_from_it() {
        isRight(study, model);
    }

    private static void isRight(DecodeStudy begun, DecodedModel right) {
        TargetDecoding target = side.force(begun, right);

        assertThat(target.verdict()).isEqualTo(Verdict.PASS);
        Encoding encoding = target.encoding().orElseThrow();
        assertThat(encoding.furthest().orElseThrow()).isLessThan(1e-4);
        assertThat(encoding.phases().first()).isPresent();
        assertThat(encoding.warm().size()).isEqualTo(5);
        assertThat(encoding.outputs()).containsOnlyKeys(right.graph().crosses().keySet());
        assertThat(target.times().orElseThrow().steps()).isEqualTo(10);
        assertThat(target.judgement().orElseThrow().agreement()).isEqualTo(1);
        assertThat(target.judgement().orElseThrow().own().orElseThrow().ending())
                .isEqualTo(OwnText.Ending.SAME);
        // Of the carried caches none is read back, and of the encoder's result nothing but once.
        assertThat(target.cache().orElseThrow().readBackBytes())
                .isEqualTo(4.0 * right.graph().vocabulary());
    }

    @Test
    @Tag("full")
    void so_does_that_of_a_model_of_text() {
        DecodedModel text = model("t5-micro", 1);
        isRight(side.begin(text, 8, 3), text);
    }

    @Test
    void what_the_encoder_made_of_another_sound_is_wrong_in_it_and_in_what_is_written() {
        TargetDecoding target = side.force(study, model(WHISPER, 2));

        assertThat(target.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(target.encoding().orElseThrow().wrong().orElseThrow()).contains("what the encoder gave lies up to");
        assertThat(target.judgement().orElseThrow().wrong()).isPresent();
        assertThat(target.times()).isEmpty();
    }

    @Tag("full")
    @Test
    void a_cache_of_the_sound_before_is_noticed_though_the_encoder_is_right() {
        Tensor before = side.force(study, model(WHISPER, 2))
                .encoding()
                .orElseThrow()
                .outputs()
                .get("cross.1.key");
        requireWrong(with(graph -> reading(graph, "cross.1.key", "stale").toBuilder()
                .addInitializer(Protos.tensor("stale", before))
                .build()));
    }

    @Tag("full")
    @Test
    void another_layers_cache_is_noticed_though_the_encoder_is_right() {
        requireWrong(with(graph -> reading(graph, "cross.1.value", "cross.0.value")));
    }

    private static void requireWrong(DecodedModel faulty) {
        TargetDecoding target = side.force(study, faulty);

        assertThat(target.encoding().orElseThrow().verdict()).isEqualTo(Verdict.PASS);
        assertThat(target.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(target.judgement().orElseThrow().wrong()).isPresent();
        assertThat(target.times()).isEmpty();
    }
}
