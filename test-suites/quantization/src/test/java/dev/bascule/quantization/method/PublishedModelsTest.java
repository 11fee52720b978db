package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Models;
import dev.bascule.quantization.Recipe;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.Trial;
import dev.bascule.quantization.graph.Prepared;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every method on models that others trained, run by ONNX Runtime. What the decoders make is asked of the engine itself: it must be as far from the
 * weights as the layer table says, and the whole must compute what the float32 model computes with those very weights.
 */
@Tag("native")
@Tag("corpus")
class PublishedModelsTest {
    /** As far as an output may be from its float32 twin, of its greatest magnitude: 0.01 % where only weights changed. */
    private static double bound(Method method) {
        return switch (method.name()) {
            case "float16", "mixed16" -> 0.02;
            case "dynamic-int8" -> 0.1;
            default -> method.calibrated() ? 0.35 : 1e-4;
        };
    }

    private static Made.Variant held(Method method, Models models) throws Exception {
        Source source = Trial.source(method, models.model(), models.samples());
        Made.Variant variant = (Made.Variant) method.make(source);
        Made.Variant again = (Made.Variant) method.make(source);
        assertThat(again.model().toByteString())
                .as("%s twice", method.name())
                .isEqualTo(variant.model().toByteString());
        assertThat(variant.model().getMetadataPropsList())
                .anyMatch(entry -> entry.getKey().equals(Recipe.KEY)
                        && entry.getValue().equals(variant.recipe().toString()));
        assertThat(variant.layers()).isNotEmpty();
        Map<String, Tensor> sample = models.samples().get(0);
        Map<String, Tensor> got = Trial.run(variant.model(), sample);
        if (method instanceof ChannelMethod) {
            assertThat(got.keySet()).isEqualTo(Trial.run(models.model(), sample).keySet());
            return variant;
        }
        ModelProto whole = Prepared.of(models.model());
        Map<String, TensorProto> before = new HashMap<>();
        whole.getGraph().getInitializerList().forEach(tensor -> before.put(tensor.getName(), tensor));
        Map<String, Tensor> decoded = Trial.decoded(variant, sample);
        for (LayerChange layer : variant.layers()) {
            Tensor own = decoded.get(layer.weight());
            if (own != null) {
                assertThat(Trial.error(before.get(layer.weight()), own))
                        .as("%s of %s", layer.weight(), method.name())
                        .isCloseTo(layer.error(), within(1e-6));
            }
            assertThat(layer.bytesAfter()).isPositive();
        }
        if (method instanceof MatMulNBitsMethod) {
            // Its node decodes inside, so that no value has the weights.
            assertThat(Trial.farthest(got, Trial.exactly(variant.model(), sample)))
                    .isLessThan(1e-4);
            return variant;
        }
        Map<String, Tensor> twin = Trial.run(Trial.with(whole, decoded), sample);
        assertThat(Trial.farthest(got, twin))
                .as("%s on %s", method.name(), models)
                .isLessThan(bound(method));
        return variant;
    }

    /** The methods that silero's graphs inside and operator set 15 leave. */
    private static final List<String> ON_SILERO = List.of(
            "int8-tensor",
            "int8-channel",
            "dynamic-int8",
            "palette8",
            "palette6",
            "palette4",
            "palette2",
            "prune50",
            "prune80");

    static List<String> names() {
        return Methods.names();
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.MethodSource("names")
    void mnist_runs_and_computes_with_the_decoded_weights(String name) throws Exception {
        Made.Variant variant = held(Methods.named(name).orElseThrow(), Models.mnist());

        assertThat(variant.layers())
                .hasSize(
                        switch (name) {
                            case "float16", "mixed16" -> 6;
                            case "int4-matmulnbits" -> 1;
                            default -> 3;
                        });
    }

    /** By the exact reference, which does not saturate, and with a control for what the bound must notice. */
    @ParameterizedTest
    @ValueSource(strings = {"qdq-minmax", "qdq-percentile", "qdq-mse", "qdq-minmax-7bit"})
    void mnist_in_eight_bits_means_what_it_meant(String name) throws Exception {
        Models models = Models.mnist();
        Method method = Methods.named(name).orElseThrow();
        Made.Variant variant = (Made.Variant) method.make(Trial.source(method, models.model(), models.samples()));
        Map<String, Tensor> sample = models.samples().get(0);
        Map<String, Tensor> right = Trial.run(models.model(), sample);

        assertThat(Trial.farthest(Trial.exactly(variant.model(), sample), right))
                .as(name)
                .isLessThan(0.05);
        Map<String, ModelProto> wrong = SpoiledQdq.of(variant.model(), "Input3");
        assertThat(wrong).hasSize(3);
        wrong.forEach((what, model) -> assertThat(Trial.farthest(Trial.exactly(model, sample), right))
                .as("%s with a wrong %s", name, what)
                .isGreaterThan(0.2));
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.MethodSource("names")
    void silero_runs_or_is_refused_with_the_reason(String name) throws Exception {
        Models models = Models.silero();
        Method method = Methods.named(name).orElseThrow();
        if (ON_SILERO.contains(name)) {
            Made.Variant variant = held(method, models);

            assertThat(variant.layers()).hasSize(6);
            return;
        }
        Made made = method.make(Trial.source(models.model()));
        assertThat(made)
                .isInstanceOfSatisfying(
                        Made.Refused.class,
                        refused -> assertThat(refused.why()).containsAnyOf("graphs inside", "no MatMul, plain Gemm"));
    }

    /** By the others in {@code mvn verify -Pfull}. */
    @ParameterizedTest
    @ValueSource(strings = {"int4-block32", "channels25"})
    void ultraface_runs_and_computes_with_the_decoded_weights(String name) throws Exception {
        held(Methods.named(name).orElseThrow(), Models.ultraface());
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.MethodSource("names")
    @Tag("full")
    void ultraface_runs_with_every_method(String name) throws Exception {
        Method method = Methods.named(name).orElseThrow();
        if (name.equals("int4-matmulnbits")) {
            assertThat(method.make(Trial.source(Models.ultraface().model()))).isInstanceOf(Made.Refused.class);
        } else {
            held(method, Models.ultraface());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "prune50+int8-channel",
                "channels25+qdq-minmax",
                "channels50+palette4",
                "prune80+int4-block32",
                "channels25+prune50+dynamic-int8"
            })
    void combinations_run_and_say_both(String name) throws Exception {
        Models models = Models.mnist();
        Method method = Methods.named(name).orElseThrow();
        Made.Variant variant = (Made.Variant) method.make(Trial.source(method, models.model(), models.samples()));

        assertThat(Trial.run(variant.model(), models.samples().get(0))).hasSize(1);
        assertThat(variant.recipe().method()).isEqualTo(name);
        assertThat(variant.layers())
                .hasSize(3)
                .allSatisfy(layer -> assertThat(layer.bytesBefore()).isEqualTo(layer.elements() * 4));
        assertThat(variant.model().getMetadataPropsList().stream()
                        .filter(entry -> entry.getKey().equals(Recipe.KEY)))
                .hasSize(1);
    }
}
