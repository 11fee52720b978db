package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.quantization.HybridInput;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Models;
import dev.bascule.quantization.Sensitivities;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.Trial;
import dev.bascule.quantization.graph.Prepared;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On the corpora's MNIST model and real ONNX Runtime. */
@Tag("native")
@Tag("corpus")
class HybridMethodTest {
    private static final Models MNIST = Models.mnist();
    private static final String FIRST = "Parameter5";

    private static LayerTrials trials() {
        return ((LayerTrials.Made) LayerTrials.of(MNIST.model())).trials();
    }

    private static Map<String, Tensor> run(LayerTrials trials, Map<String, LayerPrecision> chosen) throws Exception {
        Map<String, Tensor> inputs = new HashMap<>(MNIST.samples().get(0));
        inputs.put(trials.choice(), trials.choosing(chosen));
        return Trial.run(trials.model(), inputs);
    }

    private static Sensitivities measured() throws Exception {
        LayerTrials trials = trials();
        Map<String, Tensor> whole = run(trials, Map.of());
        List<Sensitivities.Layer> layers = new ArrayList<>();
        for (String layer : trials.layers()) {
            List<Sensitivities.Trial> own = new ArrayList<>();
            for (LayerPrecision precision : LayerTrials.tried()) {
                double off = Trial.farthest(run(trials, Map.of(layer, precision)), whole);
                own.add(new Sensitivities.Trial(precision, Optional.empty(), Optional.of(off)));
            }
            layers.add(new Sensitivities.Layer(layer, own));
        }
        return new Sensitivities(1, layers);
    }

    private static Source source(Sensitivities sensitivities, OptionalLong most) {
        return source(MNIST.model(), sensitivities, most);
    }

    private static Source source(ModelProto model, Sensitivities sensitivities, OptionalLong most) {
        return new Source(
                model, "0".repeat(64), Optional.empty(), Optional.of(new HybridInput(sensitivities, most)), 1);
    }

    private static Method hybrid(String name) {
        return Methods.hybrid().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long size(Made made) {
        return ((Made.Variant) made).model().toByteArray().length;
    }

    @Test
    void trials_with_nothing_chosen_compute_what_the_model_computes() throws Exception {
        Map<String, Tensor> own = run(trials(), Map.of());

        assertThat(Trial.farthest(own, Trial.run(MNIST.model(), MNIST.samples().get(0))))
                .isLessThan(1e-5);
    }

    /** Those of the exact product: ONNX Runtime's own fusion of DequantizeLinear and MatMul rounds activations. */
    @Test
    void a_layer_in_eight_bits_is_what_its_decoder_makes() throws Exception {
        LayerTrials trials = trials();
        Map<String, LayerPrecision> all = new HashMap<>();
        trials.layers().forEach(layer -> all.put(layer, LayerPrecision.INT8));
        Made.Variant even = (Made.Variant)
                Methods.named("int8-channel").orElseThrow().make(Trial.source(Prepared.of(MNIST.model())));

        Map<String, Tensor> decoded = Trial.decoded(even, MNIST.samples().get(0));

        assertThat(Trial.farthest(
                        run(trials, all),
                        Trial.run(
                                Trial.with(Prepared.of(MNIST.model()), decoded),
                                MNIST.samples().get(0))))
                .isLessThan(1e-5);
        assertThat(Trial.farthest(run(trials, all), run(trials, Map.of()))).isGreaterThan(1e-4);
    }

    @Test
    void the_file_keeps_the_size_of_int8_channel_and_each_layer_says_what_it_alone_does() throws Exception {
        Sensitivities measured = measured();
        long even = size(Methods.named("int8-channel").orElseThrow().make(Trial.source(MNIST.model())));

        Made.Variant made = (Made.Variant) hybrid("hybrid").make(source(measured, OptionalLong.empty()));

        assertThat(size(made)).isLessThanOrEqualTo(even);
        assertThat(made.layers())
                .hasSize(3)
                .allSatisfy(layer -> assertThat(layer.alone()).containsOnlyKeys(4, 8, 16));
        assertThat(lost(made)).isLessThanOrEqualTo(lost(measured, LayerPrecision.INT8));
        assertThat(Trial.farthest(
                        Trial.run(made.model(), MNIST.samples().get(0)),
                        Trial.run(MNIST.model(), MNIST.samples().get(0))))
                .isLessThan(0.5);
    }

    private static double lost(Made.Variant made) {
        return made.layers().stream()
                .mapToDouble(layer -> layer.alone().getOrDefault(layer.bits(), 0.0))
                .sum();
    }

    private static double lost(Sensitivities measured, LayerPrecision precision) {
        return measured.layers().stream()
                .flatMap(layer -> layer.trials().stream())
                .filter(trial -> trial.precision() == precision)
                .mapToDouble(trial -> trial.deviation().orElseThrow())
                .sum();
    }

    @Test
    void bytes_that_somebody_asks_for_are_kept() throws Exception {
        Sensitivities measured = measured();

        assertThat(size(hybrid("hybrid").make(source(measured, OptionalLong.of(14_000)))))
                .isLessThanOrEqualTo(14_000)
                .isGreaterThan(9_000);
        assertThat(hybrid("hybrid").make(source(measured, OptionalLong.of(4_000))))
                .isInstanceOfSatisfying(
                        Made.Refused.class, no -> assertThat(no.why()).contains("4,000 bytes"));
        assertThat(hybrid("hybrid").make(source(measured, OptionalLong.of(40_000))))
                .isInstanceOfSatisfying(
                        Made.Refused.class, no -> assertThat(no.why()).contains("nothing needs fewer bits"));
    }

    @Test
    void a_layer_that_is_said_to_lose_much_keeps_its_bits() throws Exception {
        Sensitivities measured = measured();
        List<Sensitivities.Layer> spoiled = measured.layers().stream()
                .map(layer -> layer.weight().equals(FIRST)
                        ? new Sensitivities.Layer(
                                FIRST,
                                layer.trials().stream()
                                        .map(trial -> new Sensitivities.Trial(
                                                trial.precision(), Optional.empty(), Optional.of(1e9)))
                                        .toList())
                        : layer)
                .toList();

        Made.Variant made =
                (Made.Variant) hybrid("hybrid").make(source(new Sensitivities(1, spoiled), OptionalLong.empty()));

        assertThat(made.layers().stream()
                        .filter(layer -> layer.weight().equals(FIRST))
                        .findFirst()
                        .orElseThrow()
                        .bits())
                .isEqualTo(32);
    }

    /** Its 72 numbers take 288 bytes, with nodes and names more in 8 or 4 bits than in 32. */
    @Test
    void a_small_layer_that_fewer_bits_make_larger_stays_as_it_is() {
        ModelProto model = SmallGraphs.opset(21)
                .input("x", 1, 8, 5, 5)
                .weight("depthwise", 0, 8, 1, 3, 3)
                .weight("wide", 1, 72, 64)
                .constant("rows", Tensor.longs(Shape.of(2), 1, 72))
                .node("Conv", List.of("x", "depthwise"), "c", Attributes.integer("group", 8))
                .node("Reshape", List.of("c", "rows"), "r")
                .node("MatMul", List.of("r", "wide"), "y")
                .output("y")
                .model();
        Sensitivities measured = new Sensitivities(
                1, List.of(layer("depthwise", 0, 0, Optional.empty()), layer("wide", 0.1, 0.2, Optional.empty())));

        Made.Variant made = (Made.Variant) hybrid("hybrid").make(source(model, measured, OptionalLong.of(7_000)));

        assertThat(size(made)).isLessThanOrEqualTo(7_000);
        assertThat(bits(made)).containsEntry("depthwise", 32).containsEntry("wide", 8);
    }

    @Test
    void a_layer_whose_divergence_is_rounding_is_not_dropped_while_its_outputs_move() {
        ModelProto model = SmallGraphs.opset(21)
                .input("x", 1, 64)
                .weight("tells", 1, 64, 64)
                .weight("saturated", 1, 64, 64)
                .node("MatMul", List.of("x", "tells"), "h")
                .node("MatMul", List.of("h", "saturated"), "y")
                .output("y")
                .model();
        Sensitivities measured = new Sensitivities(
                1,
                List.of(
                        layer("tells", 0.001, 0.01, Optional.of(1e-4)),
                        layer("saturated", 0.001, 0.5, Optional.of(0.0))));

        Made.Variant made = (Made.Variant) hybrid("hybrid").make(source(model, measured, OptionalLong.of(22_500)));

        assertThat(measured.measure()).isEqualTo(Sensitivities.Measure.DIVERGENCE);
        assertThat(bits(made)).containsEntry("tells", 32).containsEntry("saturated", 8);
    }

    private static Map<String, Integer> bits(Made.Variant made) {
        return made.layers().stream().collect(Collectors.toMap(layer -> layer.weight(), layer -> layer.bits()));
    }

    private static Sensitivities.Layer layer(String weight, double eight, double four, Optional<Double> divergence) {
        return new Sensitivities.Layer(
                weight,
                List.of(
                        new Sensitivities.Trial(LayerPrecision.INT8, divergence, Optional.of(eight)),
                        new Sensitivities.Trial(LayerPrecision.INT4, divergence, Optional.of(four))));
    }

    @Test
    void without_measurements_it_is_refused() {
        assertThat(hybrid("hybrid").make(Trial.source(MNIST.model())))
                .isInstanceOfSatisfying(
                        Made.Refused.class, no -> assertThat(no.why()).contains("what was measured of each layer"));
    }

    @Test
    void divergence_ranks_where_it_says_something_and_deviation_elsewhere() {
        assertThat(only(1e-3).measure()).isEqualTo(Sensitivities.Measure.DIVERGENCE);
        assertThat(only(1e-12).measure()).isEqualTo(Sensitivities.Measure.DEVIATION);
    }

    private static Sensitivities only(double divergence) {
        return new Sensitivities(
                1,
                List.of(new Sensitivities.Layer(
                        "w",
                        List.of(new Sensitivities.Trial(
                                LayerPrecision.INT8, Optional.of(divergence), Optional.of(0.1))))));
    }
}
