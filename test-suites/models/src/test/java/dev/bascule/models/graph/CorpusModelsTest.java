package dev.bascule.models.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real models: every case of the ONNX backend test, or each fifth where there is little time, and three networks from the wild. */
@Tag("corpus")
class CorpusModelsTest {
    private static final int STEP = TestSize.of(5, 1);

    @TempDir
    private Path cache;

    @Test
    @Tag("sized")
    void every_node_case_is_inspected_and_every_tensor_of_it_decoded() throws IOException {
        int models = 0;
        int tensors = 0;
        List<String> otherTypes = new ArrayList<>();
        for (Path folder : folders(Corpora.path("onnx-node"))) {
            ModelInspection model =
                    OnnxModelFile.open(folder.resolve("model.onnx")).inspect();
            models++;
            assertThat(model.header().opsets()).as("opsets of %s", folder).isNotEmpty();
            assertThat(model.operators()).as("operators of %s", folder).isNotEmpty();
            assertThat(model.outputs()).as("outputs of %s", folder).isNotEmpty();
            for (TestDataSet data : TestDataSet.in(folder)) {
                try {
                    Map<String, Tensor> inputs = data.inputs(model);
                    tensors += inputs.size() + data.outputs(model).size();
                    assertThat(inputs).as("inputs of %s", folder).hasSameSizeAs(model.inputs());
                    new FeedBuilder(model, Map.of(), 1, 1, new PreparedTensors("test data", inputs))
                            .build(Map.of(), Map.of(), Map.of());
                } catch (BasculeException e) {
                    assertThat(e).hasMessageMatching(".*(sequence|optional).*tensors.*");
                    otherTypes.add(folder.getFileName() + ": " + e.getMessage());
                }
            }
        }
        assertThat(models).isEqualTo((1288 + STEP - 1) / STEP);
        assertThat(tensors).isGreaterThan(3000 / STEP);
        assertThat(otherTypes).as("cases with sequences and optionals").hasSizeBetween(STEP == 1 ? 29 : 1, 29);
    }

    @Test
    @Tag("sized")
    void inputs_are_generated_for_every_node_case_that_takes_tensors() throws IOException {
        int generated = 0;
        for (Path folder : folders(Corpora.path("onnx-node"))) {
            ModelInspection model =
                    OnnxModelFile.open(folder.resolve("model.onnx")).inspect();
            if (model.inputs().stream().allMatch(port -> port.type() instanceof ValueType.TensorType)) {
                Map<String, Tensor> feeds = new FeedBuilder(model, Map.of(), 1, 7, PreparedTensors.NONE)
                        .build(Map.of(), Map.of(), Map.of())
                        .feeds()
                        .step(0);
                assertThat(feeds).hasSameSizeAs(model.inputs());
                generated++;
            }
        }
        assertThat(generated).isGreaterThan(1200 / STEP);
    }

    @Test
    @Tag("native")
    void mnist_gives_its_published_output_on_onnx_runtime() throws Exception {
        ResolvedModel mnist = resolver().resolve(Corpora.path("models/mnist").toString(), Path.of("."));
        TestDataSet data = mnist.dataSets().get(0);
        Tensor expected = data.outputs(mnist.inspection()).values().iterator().next();
        try (Ort ort = new Ort(mnist.artifact().file())) {
            Tensor actual =
                    ort.run(data.inputs(mnist.inspection())).values().iterator().next();
            for (int digit = 0; digit < 10; digit++) {
                assertThat(actual.data().getFloat(digit * 4))
                        .isCloseTo(
                                expected.data().getFloat(digit * 4),
                                org.assertj.core.data.Percentage.withPercentage(0.1));
            }
        }
        assertThat(mnist.info().family()).isEqualTo(Family.VISION);
        assertThat(mnist.inspection().inputs()).hasSize(1);
    }

    @Test
    void ultraface_is_a_vision_model_of_three_hundred_thousand_parameters() {
        ResolvedModel face = resolver()
                .resolve(Corpora.path("models/ultraface/version-RFB-320.onnx").toString(), Path.of("."));

        assertThat(face.info().name()).isEqualTo("version-RFB-320");
        assertThat(face.info().family()).isEqualTo(Family.VISION);
        assertThat(face.info().parameters()).isBetween(290_000L, 320_000L);
        assertThat(face.inspection().inputs()).hasToString("[input float32[1,3,240,320]]");
        assertThat(face.inspection().outputs()).hasToString("[scores float32[1,4420,2], boxes float32[1,4420,4]]");
    }

    @Test
    void silero_is_an_audio_model_with_a_state_where_it_asks_for_a_rate() {
        for (String name : List.of("silero_vad_16k_op15", "silero_vad_op18_ifless")) {
            ModelInspection silero = silero(name).inspection();
            assertThat(silero(name).info().family()).as(name).isEqualTo(Family.AUDIO);
            assertThat(silero.input("state")).hasToString("Optional[state float32[2,batch,128]]");
            assertThat(silero.outputNames()).containsExactly("output", "stateN");
        }
        // The third export takes nothing that tells a sound from any other row of numbers.
        assertThat(silero("silero_vad_half").info().family()).isEqualTo(Family.OTHER);
    }

    private ResolvedModel silero(String name) {
        Path file = Corpora.path("models/silero-vad/" + name + ".onnx");
        return resolver().resolve(file.toString(), Path.of("."));
    }

    private ModelResolver resolver() {
        return new ModelResolver(new CacheFolder(cache), HubSettings.of(Map.of("HF_HUB_OFFLINE", "1")));
    }

    private static List<Path> folders(Path root) throws IOException {
        try (Stream<Path> children = Files.list(root)) {
            List<Path> all = children.filter(Files::isDirectory).sorted().toList();
            return IntStream.range(0, (all.size() + STEP - 1) / STEP)
                    .mapToObj(i -> all.get(i * STEP))
                    .toList();
        }
    }
}
