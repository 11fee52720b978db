package dev.bascule.models.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.Ort;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every model of the zoo on ONNX Runtime: alive, and not deaf to its input. */
@Tag("native")
class ZooInferenceTest {

    /** Above them are the models of published sizes, each of the same builder as a small one. */
    private static final long SMALL = 1_000_000;

    /** A model is written once for all. */
    @TempDir
    private static Path folder;

    @ParameterizedTest
    @MethodSource("small")
    void outputs_are_finite_and_vary_and_depend_on_the_input(ZooModel model) throws Exception {
        isAlive(model, 2);
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("large")
    void so_are_those_of_the_large_models(ZooModel model) throws Exception {
        isAlive(model, 2);
    }

    /** A file of hundreds of megabytes at each, and the same builder as its small twin: one step of each is enough. */
    @Tag("full")
    @ParameterizedTest
    @MethodSource("writers")
    void those_of_the_large_decoders_are_finite_and_vary(ZooModel model) throws Exception {
        isAlive(model, 1);
    }

    /** @param inferences with another input each; with one, nothing is said of how they depend on it */
    private static void isAlive(ZooModel model, int inferences) throws Exception {
        Path file = new ZooStore(new CacheFolder(folder)).model(model).file();
        ModelInspection inspection = OnnxModelFile.open(file).inspect();
        try (Ort ort = new Ort(file)) {
            Map<String, Tensor> one = run(ort, model, inspection, 1);
            Map<String, Tensor> other = inferences > 1 ? run(ort, model, inspection, 2) : Map.of();

            one.forEach((name, tensor) -> {
                // Sigmoids far below zero, and vectors of length one, vary in their own size.
                double most =
                        DoubleStream.of(values(tensor)).map(Math::abs).max().orElse(1);
                double unit = most < 0.2 ? most : 1;
                double[] values = DoubleStream.of(values(tensor))
                        .map(value -> value / unit)
                        .toArray();
                double deviation = values.length == 1 ? 1 : deviation(values);
                assertThat(DoubleStream.of(values).allMatch(Double::isFinite)).isTrue();
                assertThat(deviation).as("standard deviation of %s", name).isBetween(0.1, 20.0);
                assertThat(DoubleStream.of(values).distinct().count()).isGreaterThan(values.length / 2);
                Optional.ofNullable(other.get(name))
                        .map(ZooInferenceTest::values)
                        .ifPresent(others -> assertThat(meanDifference(
                                        values,
                                        DoubleStream.of(others)
                                                .map(value -> value / unit)
                                                .toArray()))
                                .as("change of %s with another input", name)
                                .isGreaterThan(deviation * 0.01));
            });
        }
    }

    /** Of a decoder the logits of one token: what a cache holds behind it is not its own. */
    private static Map<String, Tensor> run(Ort ort, ZooModel model, ModelInspection inspection, long seed)
            throws Exception {
        if (model.decoder().isEmpty()) {
            return ort.run(inputs(inspection, seed, 1));
        }
        Map<String, Tensor> step = new FeedBuilder(
                        inspection, Map.of(DecoderConfig.SEQUENCE, 1L), 1, seed, PreparedTensors.NONE)
                .build(Map.of(), Map.of(), Map.of())
                .feeds()
                .step(0);
        return Map.of(DecoderConfig.LOGITS, ort.run(step).get(DecoderConfig.LOGITS));
    }

    @ParameterizedTest
    @MethodSource("batched")
    void the_batch_is_dynamic_and_each_of_its_items_is_computed_alone(ZooModel model) throws Exception {
        Path file = new ZooStore(new CacheFolder(folder)).model(model).file();
        ModelInspection inspection = OnnxModelFile.open(file).inspect();
        try (Ort ort = new Ort(file)) {
            Map<String, Tensor> outputs = ort.run(inputs(inspection, 1, 2));

            assertThat(outputs.values())
                    .allSatisfy(
                            tensor -> assertThat(tensor.shape().dims().get(0)).isEqualTo(2));
            Tensor first = outputs.values().iterator().next();
            double[] values = values(first);
            int half = values.length / 2;
            assertThat(IntStream.range(0, half)
                            .filter(i -> values[i] != values[half + i])
                            .count())
                    .isGreaterThan(half / 2);
        }
    }

    /** A decoder writes one text. */
    static Stream<ZooModel> batched() {
        return ZooTest.microModels().filter(model -> model.decoder().isEmpty());
    }

    static Stream<ZooModel> small() {
        return Zoo.models().stream().filter(model -> model.parameters() < SMALL);
    }

    static Stream<ZooModel> large() {
        return Zoo.models().stream()
                .filter(model -> model.parameters() >= SMALL)
                .filter(model -> model.decoder().isEmpty());
    }

    static Stream<ZooModel> writers() {
        return Zoo.models().stream()
                .filter(model -> model.parameters() >= SMALL)
                .filter(model -> model.decoder().isPresent());
    }

    private static Map<String, Tensor> inputs(ModelInspection model, long seed, long batch) {
        return new FeedBuilder(model, Map.of(), batch, seed, PreparedTensors.NONE)
                .build(Map.of(), Map.of(), Map.of())
                .feeds()
                .step(0);
    }

    private static double[] values(Tensor tensor) {
        Elements.Reader reader = Elements.of(tensor);
        return IntStream.range(0, (int) tensor.shape().elements())
                .mapToDouble(reader::at)
                .toArray();
    }

    private static double deviation(double[] values) {
        double mean = DoubleStream.of(values).average().orElseThrow();
        return Math.sqrt(DoubleStream.of(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow());
    }

    private static double meanDifference(double[] a, double[] b) {
        return IntStream.range(0, a.length)
                .mapToDouble(i -> Math.abs(a[i] - b[i]))
                .average()
                .orElseThrow();
    }
}
