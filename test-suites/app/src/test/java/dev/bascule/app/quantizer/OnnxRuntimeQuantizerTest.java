package dev.bascule.app.quantizer;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.file.FolderTree;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.inputs.SampleFiles;
import dev.bascule.models.packages.SystemCommands;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooStore;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.studies.quantization.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OnnxRuntimeQuantizerTest {
    private static final Path MNIST =
            Path.of(System.getProperty("bascule.corpora", "../../shared/corpora"), "models", "mnist", "model.onnx");

    @TempDir
    Path folder;

    private static List<Sample> samples() {
        return IntStream.range(0, 4)
                .mapToObj(k -> {
                    float[] values = new float[784];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = i * (37 + 2 * k) % 256;
                    }
                    return Sample.of(
                            Map.of("Input3", Tensor.floats(Shape.of(1, 1, 28, 28), values)), OptionalInt.empty());
                })
                .toList();
    }

    private static Source source(OnnxModelFile model) {
        return new Source(model.proto(), model.sha256(), Optional.empty(), 42);
    }

    private static Made made(List<Method> methods, String name, Source source) {
        return methods.stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow()
                .make(source);
    }

    @Test
    @Tag("native")
    @Tag("corpus")
    @Tag("onnxruntime-quantization")
    @Tag("full")
    void its_own_models_of_mnist_are_taken_with_their_recipes() {
        OnnxModelFile mnist = OnnxModelFile.open(MNIST);
        List<Method> methods = new OnnxRuntimeQuantizer(
                        QuantizerPython.find(HostEnvironment.ofProcess(), new SystemCommands()),
                        mnist,
                        samples(),
                        folder.resolve("peer"),
                        OnnxRuntimeQuantizer.LIMIT)
                .methods();

        assertThat(methods).extracting(Method::name).isEqualTo(OnnxRuntimeQuantizer.names());
        for (Method method : methods) {
            Made made = method.make(source(mnist));
            assertThat(made).as(method.name()).isInstanceOf(Made.Variant.class);
            Made.Variant variant = (Made.Variant) made;
            assertThat(variant.recipe().source()).isEqualTo(mnist.sha256());
            assertThat(variant.recipe().parameters()).containsEntry("onnxruntime", "1.29.0");
            assertThat((long) variant.model().getSerializedSize()).isLessThan(mnist.bytes());
            assertThat(method.peer()).contains("onnxruntime");
        }
        assertThat(operators(made(methods, "ort-int4-matmulnbits", source(mnist))))
                .contains("MatMulNBits", "Conv");
        assertThat(operators(made(methods, "ort-dynamic-int8", source(mnist))))
                .contains("ConvInteger", "MatMulInteger");
        assertThat(operators(made(methods, "ort-qdq-minmax", source(mnist)))).contains("QuantizeLinear");
    }

    @Test
    @Tag("native")
    @Tag("onnxruntime-quantization")
    void its_own_models_of_one_of_the_zoo_are_taken() {
        OnnxModelFile bert = OnnxModelFile.open(new ZooStore(new CacheFolder(folder))
                .file(Zoo.model("bert-micro").orElseThrow()));
        List<Sample> samples = Stream.of(7, 8)
                .map(seed -> new FeedBuilder(bert.inspect(), Map.of(), 1, seed, PreparedTensors.NONE)
                        .build(Map.of(), Map.of(), Map.of())
                        .feeds()
                        .step(0))
                .map(inputs -> Sample.of(inputs, OptionalInt.empty()))
                .toList();
        List<Method> methods = new OnnxRuntimeQuantizer(
                        QuantizerPython.find(HostEnvironment.ofProcess(), new SystemCommands()),
                        bert,
                        samples,
                        folder.resolve("peer"),
                        OnnxRuntimeQuantizer.LIMIT)
                .methods();

        assertThat(operators(made(methods, "ort-dynamic-int8", source(bert)))).contains("MatMulInteger");
        assertThat(operators(made(methods, "ort-int4-matmulnbits", source(bert))))
                .contains("MatMulNBits");
        Made calibrated = made(methods, "ort-qdq-minmax", source(bert));
        assertThat(operators(calibrated)).contains("QuantizeLinear");
        assertThat(((Made.Variant) calibrated).recipe().parameters()).containsEntry("samples", "2");
    }

    private static List<String> operators(Made made) {
        return ((Made.Variant) made)
                .model().getGraph().getNodeList().stream()
                        .map(node -> node.getOpType())
                        .toList();
    }

    /** A program in Python's place, which gets the script and the folder: what it leaves there is judged. */
    private List<Method> methods(String script, Duration limit, OnnxModelFile model) throws IOException {
        return methods(script, List.of(), limit, model);
    }

    private List<Method> methods(String script, List<Sample> samples, Duration limit, OnnxModelFile model)
            throws IOException {
        Path program = Files.writeString(folder.resolve("python"), "#!/bin/sh\ncd \"$3\"\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return new OnnxRuntimeQuantizer(
                        new QuantizerPython(program.toString(), new LibrarySet("set", "1.29.0", folder)),
                        model,
                        samples,
                        folder.resolve("peer"),
                        limit)
                .methods();
    }

    private OnnxModelFile small() throws IOException {
        return OnnxModelFile.open(Files.write(
                folder.resolve("model.onnx"),
                ModelProto.newBuilder()
                        .setIrVersion(8)
                        .setGraph(GraphProto.newBuilder().setName("g"))
                        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(13))
                        .build()
                        .toByteArray()));
    }

    private String refused(String script) throws IOException {
        OnnxModelFile model = small();
        return ((Made.Refused) made(methods(script, Duration.ofSeconds(60), model), "ort-dynamic-int8", source(model)))
                .why();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void its_failure_is_told_in_its_words() throws IOException {
        assertThat(refused("echo '{\"why\": \"ValueError: no such shape\"}' > dynamic.json"))
                .isEqualTo("it failed: ValueError: no such shape");
        assertThat(Files.exists(folder.resolve("peer/request.json"))).isTrue();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_crash_is_told_with_its_last_words() throws IOException {
        assertThat(refused("echo 'ImportError: no numpy' >&2; exit 7"))
                .contains("exit code 7")
                .contains("ImportError: no numpy");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Tag("attack")
    void a_model_that_is_said_to_be_there_and_is_not_is_refused() throws IOException {
        assertThat(refused("echo '{\"parameters\": {}}' > dynamic.json")).contains("there is none");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Tag("attack")
    void a_file_that_is_no_model_or_no_answer_is_refused() throws IOException {
        assertThat(refused("echo '{\"parameters\": {}}' > dynamic.json; echo junk > dynamic.onnx"))
                .contains("its model cannot be read");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Tag("attack")
    void another_model_is_refused() throws IOException {
        GraphProto.Builder other = GraphProto.newBuilder()
                .setName("g")
                .addOutput(ValueInfoProto.newBuilder().setName("other"));
        Files.write(
                folder.resolve("other.onnx"),
                ModelProto.newBuilder()
                        .setIrVersion(8)
                        .setGraph(other)
                        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(13))
                        .build()
                        .toByteArray());

        assertThat(refused("echo '{\"parameters\": {}}' > dynamic.json; cp ../other.onnx dynamic.onnx"))
                .contains("what it made is another model: its outputs are 'other'");
        assertThat(refusedSame()).contains("it changed nothing");
    }

    private String refusedSame() throws IOException {
        Files.delete(folder.resolve("python"));
        FolderTree.deleteQuietly(folder.resolve("peer"));
        return refused("echo '{\"parameters\": {}}' > dynamic.json; cp ../model.onnx dynamic.onnx");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Tag("attack")
    void an_answer_that_is_no_json_is_refused() throws IOException {
        assertThat(refused("echo '{{{' > dynamic.json")).contains("its answer cannot be read");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void one_that_does_not_end_is_ended() throws IOException {
        OnnxModelFile model = small();
        List<Method> methods = methods("exec sleep 600", Duration.ofSeconds(2), model);

        assertThat(((Made.Refused) made(methods, "ort-dynamic-int8", source(model))).why())
                .contains("longer than 2 s, and was ended");
        // Without samples nothing is calibrated, and nobody is asked.
        assertThat(((Made.Refused) made(methods, "ort-qdq-minmax", source(model))).why())
                .contains("it wants samples that calibrate");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void samples_of_several_steps_calibrate_nothing_of_its_and_are_not_written() throws IOException {
        OnnxModelFile model = small();
        Map<String, Tensor> step = Map.of("x", Tensor.floats(Shape.of(1), new float[1]));
        List<Method> methods = methods(
                "echo '{\"why\": \"asked\"}' > dynamic.json",
                List.of(Sample.ofSteps(List.of(step, step), Map.of())),
                Duration.ofSeconds(60),
                model);

        assertThat(((Made.Refused) made(methods, "ort-qdq-minmax", source(model))).why())
                .contains("the samples have several steps");
        // What looks at no sample is asked for all the same.
        assertThat(((Made.Refused) made(methods, "ort-dynamic-int8", source(model))).why())
                .isEqualTo("it failed: asked");
        assertThat(request().path("schemes")).extracting(JsonNode::asText).containsExactly("dynamic", "nbits");
        assertThat(request().path("samples")).isEmpty();
        assertThat(arrays()).isEmpty();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_tensor_that_samples_share_is_written_once() throws IOException {
        OnnxModelFile model = small();
        Tensor shared = Tensor.floats(Shape.of(2), new float[2]);
        List<Sample> samples = IntStream.range(0, 3)
                .mapToObj(i -> Sample.of(
                        Map.of("cache", shared, "x", Tensor.floats(Shape.of(1), new float[] {i})), OptionalInt.empty()))
                .toList();
        List<Method> methods =
                methods("echo '{\"why\": \"asked\"}' > minmax.json", samples, Duration.ofSeconds(60), model);

        assertThat(((Made.Refused) made(methods, "ort-qdq-minmax", source(model))).why())
                .isEqualTo("it failed: asked");
        assertThat(request().path("inputs")).extracting(JsonNode::asText).containsExactly("cache", "x");
        assertThat(request().path("samples"))
                .extracting(JsonNode::toString)
                .containsExactly("[\"0.npy\",\"1.npy\"]", "[\"0.npy\",\"2.npy\"]", "[\"0.npy\",\"3.npy\"]");
        assertThat(arrays()).containsExactly("0.npy", "1.npy", "2.npy", "3.npy");
        assertThat(SampleFiles.array(folder.resolve("peer/3.npy")).data())
                .isEqualTo(Tensor.floats(Shape.of(1), new float[] {2}).data());
    }

    private JsonNode request() throws IOException {
        return Json.MAPPER.readTree(folder.resolve("peer/request.json").toFile());
    }

    private List<String> arrays() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("peer"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".npy"))
                    .sorted()
                    .toList();
        }
    }
}
