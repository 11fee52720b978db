package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooModel;
import dev.bascule.models.zoo.ZooStore;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Trial;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Architectures of every kind: a method makes a model that opens and gives all outputs, or says why not. */
@Tag("native")
class ZooMethodsTest {
    private static final List<String> KINDS = List.of(
            "mixed16",
            "int8-channel",
            "int4-block32",
            "int4-tensor",
            "int4-matmulnbits",
            "dynamic-int8",
            "qdq-minmax",
            "palette4",
            "channels25");

    @TempDir
    private Path folder;

    static Stream<ZooModel> micro() {
        return Zoo.models().stream().filter(model -> model.id().endsWith("-micro"));
    }

    /** PublishedModelsTest has every method, but on no transformer, and needs the corpora. By every method these run in {@code -Pfull} alone. */
    @Test
    void two_architectures_run_by_a_method_of_each_kind() throws Exception {
        run(Zoo.model("bert-micro").orElseThrow(), KINDS);
        run(Zoo.model("resnet-micro").orElseThrow(), KINDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bert-micro", "resnet-micro"})
    @Tag("full")
    void they_run_by_every_method(String model) throws Exception {
        run(Zoo.model(model).orElseThrow(), Methods.names());
    }

    @ParameterizedTest
    @MethodSource("micro")
    @Tag("full")
    void every_architecture_runs_by_a_method_of_each_kind(ZooModel model) throws Exception {
        run(model, KINDS);
    }

    private void run(ZooModel model, List<String> names) throws Exception {
        OnnxModelFile file = OnnxModelFile.open(
                new ZooStore(new CacheFolder(folder)).model(model).file());
        ModelProto proto = file.proto();
        List<Map<String, Tensor>> samples = Stream.of(7, 8)
                .map(seed -> new FeedBuilder(file.inspect(), Map.of(), 1, seed, PreparedTensors.NONE)
                        .build(Map.of(), Map.of(), Map.of())
                        .feeds()
                        .step(0))
                .toList();
        Map<String, Tensor> right = Trial.run(proto, samples.get(0));
        for (String name : names) {
            Method method = Methods.named(name).orElseThrow();
            Made made = method.make(Trial.source(method, proto, samples));
            if (made instanceof Made.Refused refused) {
                assertThat(refused.why()).as("%s of %s", name, model.id()).isNotBlank();
                continue;
            }
            Made.Variant variant = (Made.Variant) made;
            variant.layers().forEach(layer -> isCounted(name, layer));
            Map<String, Tensor> got;
            try {
                got = Trial.run(variant.model(), samples.get(0));
            } catch (Exception e) {
                throw new AssertionError(name + " of " + model.id() + ": " + e.getMessage(), e);
            }
            assertThat(got.keySet()).isEqualTo(right.keySet());
            double off = Trial.farthest(got, right);
            if (List.of("float16", "mixed16", "int8-channel", "int8-block32", "palette8")
                    .contains(name)) {
                assertThat(off).as("%s of %s", name, model.id()).isLessThan(0.3);
            }
        }
    }

    /** Each element before is in a bin, and none is more after. */
    private static void isCounted(String name, LayerChange layer) {
        assertThat(layer.histogram().isPresent() || name.contains("+"))
                .as("%s of %s is counted", name, layer.weight())
                .isTrue();
        layer.histogram().ifPresent(counts -> {
            assertThat(counts.before().stream().mapToLong(Long::longValue).sum())
                    .as("%s of %s", name, layer.weight())
                    .isEqualTo(layer.elements());
            assertThat(counts.after().stream().mapToLong(Long::longValue).sum())
                    .isPositive()
                    .isLessThanOrEqualTo(layer.elements());
        });
    }
}
