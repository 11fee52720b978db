package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Recipe;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.calibration.CalibrationModel;
import dev.bascule.quantization.method.Methods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VariantMakerTest {
    private static final int SIDE = 128;
    private static final ModelProto MODEL = Protos.model(
            17,
            GraphProto.newBuilder()
                    .setName("product")
                    .addInput(Protos.typed("x", DType.FLOAT32, List.of(1L, (long) SIDE)))
                    .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1L, (long) SIDE)))
                    .addInitializer(Protos.tensor("w", Tensor.floats(Shape.of(SIDE, SIDE), new float[SIDE * SIDE])))
                    .addNode(Protos.node("MatMul", "product", List.of("x", "w"), List.of("y"))));

    @TempDir
    Path folder;

    private record Making(boolean calibrated, Function<Source, Made> maker) implements Method {
        @Override
        public String name() {
            return "made";
        }

        @Override
        public String summary() {
            return "for a test";
        }

        @Override
        public ComputedIn computedIn() {
            return new ComputedIn(Map.of());
        }

        @Override
        public Made make(Source source) {
            return maker.apply(source);
        }
    }

    private Variant make(Method method) throws IOException {
        Path file = Files.write(folder.resolve("model.onnx"), MODEL.toByteArray());
        return new VariantMaker(OnnxModelFile.open(file), folder, 1)
                .of(method, asked -> new CalibrationRun.None("nothing was there"));
    }

    private static Made said(ModelProto model, int bits, long bytesAfter) {
        return new Made.Variant(
                model,
                new Recipe("made", "00", Map.of()),
                List.of(new LayerChange(
                        "product", "MatMul", "w", SIDE * SIDE, bits, 4L * SIDE * SIDE, bytesAfter, 0.1)),
                List.of());
    }

    @Test
    void what_the_products_own_methods_tell_of_their_files_holds() throws IOException {
        ModelProto network = SmallNetwork.model();
        OnnxModelFile file = OnnxModelFile.open(Files.write(folder.resolve("network.onnx"), network.toByteArray()));
        Map<String, ActivationRanges.Range> ranges = new TreeMap<>();
        CalibrationModel.of(network).values().forEach(value -> ranges.put(value, new ActivationRanges.Range(-3, 3)));
        VariantMaker maker = new VariantMaker(file, folder, 1);

        List<Variant> made = Methods.all().stream()
                .map(method -> maker.of(
                        method,
                        asked -> new CalibrationRun.Found(new ActivationRanges("minmax", 1, ranges), List.of())))
                .filter(variant -> variant.made().isPresent())
                .toList();

        assertThat(made).hasSizeGreaterThan(20);
        assertThat(made)
                .allSatisfy(variant -> assertThat(variant.made().orElseThrow().flags())
                        .as(variant.name())
                        .isEmpty());
    }

    private static final int BLOCKS = 60;

    /** Many activations and small weights: Conv, Sigmoid and Mul, again and again. */
    private static ModelProto activations() {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("activations")
                .addInput(Protos.typed("x", DType.FLOAT32, List.of(1L, 4L, 2L, 2L)))
                .addOutput(Protos.typed("mul" + (BLOCKS - 1), DType.FLOAT32, List.of(1L, 4L, 2L, 2L)));
        String from = "x";
        for (int i = 0; i < BLOCKS; i++) {
            graph.addInitializer(SmallNetwork.weight("weight" + i, 4, 4, 1, 1))
                    .addNode(Protos.node("Conv", "", List.of(from, "weight" + i), List.of("conv" + i)))
                    .addNode(Protos.node("Sigmoid", "", List.of("conv" + i), List.of("sigmoid" + i)))
                    .addNode(Protos.node("Mul", "", List.of("conv" + i, "sigmoid" + i), List.of("mul" + i)));
            from = "mul" + i;
        }
        return Protos.model(17, graph);
    }

    @Test
    void quantisers_around_each_activation_are_no_false_alarm() throws IOException {
        ModelProto network = activations();
        OnnxModelFile file = OnnxModelFile.open(Files.write(folder.resolve("many.onnx"), network.toByteArray()));
        Map<String, ActivationRanges.Range> ranges = new TreeMap<>();
        CalibrationModel.ofEvery(network)
                .values()
                .forEach(value -> ranges.put(value, new ActivationRanges.Range(-3, 3)));
        ranges.put("x", new ActivationRanges.Range(-3, 3));
        for (Method method : Methods.npu()) {
            Variant variant = new VariantMaker(file, folder, 1)
                    .of(
                            method,
                            asked -> new CalibrationRun.Found(new ActivationRanges("minmax", 1, ranges), List.of()));

            assertThat(variant.made().orElseThrow().flags()).as(method.name()).isEmpty();
        }
    }

    @Test
    void numbers_that_are_not_told_are_flagged_beside_quantisers() throws IOException {
        ModelProto network = activations();
        OnnxModelFile file = OnnxModelFile.open(Files.write(folder.resolve("many.onnx"), network.toByteArray()));
        GraphProto.Builder more =
                network.getGraph().toBuilder().addInitializer(SmallNetwork.weight("hidden", 150, 150));

        Variant variant = new VariantMaker(file, folder, 1)
                .of(
                        new Making(
                                false,
                                source -> new Made.Variant(
                                        network.toBuilder().setGraph(more).build(),
                                        new Recipe("made", "00", Map.of()),
                                        List.of(new LayerChange("conv0", "Conv", "weight0", 16, 8, 64, 16, 0.1)),
                                        List.of())),
                        asked -> new CalibrationRun.None("nothing was there"));

        assertThat(variant.made().orElseThrow().flags()).anyMatch(flag -> flag.contains("bytes in all"));
    }

    @Test
    void what_is_said_to_hold_four_bits_and_holds_float32_is_flagged() throws IOException {
        Variant variant = make(new Making(false, source -> said(source.model(), 4, SIDE * SIDE / 2 + 512)));

        assertThat(variant.made().orElseThrow().flags())
                .anyMatch(flag -> flag.contains("bytes in all, and the file has"))
                .anyMatch(flag -> flag.contains("said to hold 'w' in fewer bits, and holds it in float32"));
    }

    @Test
    void what_holds_what_is_said_of_it_is_not() throws IOException {
        ModelProto bytes = MODEL.toBuilder()
                .setGraph(MODEL.getGraph().toBuilder()
                        .setInitializer(
                                0,
                                Protos.tensor("w", Tensor.of(DType.INT8, Shape.of(SIDE, SIDE), new byte[SIDE * SIDE]))))
                .build();

        assertThat(make(new Making(false, source -> said(bytes, 8, SIDE * SIDE)))
                        .made()
                        .orElseThrow()
                        .flags())
                .isEmpty();
    }

    @Test
    void bytes_that_the_bits_do_not_fit_in_are_flagged() throws IOException {
        assertThat(make(new Making(false, source -> said(source.model(), 8, 100)))
                        .made()
                        .orElseThrow()
                        .flags())
                .anyMatch(flag -> flag.contains("do not fit in"));
    }

    @Test
    void what_wants_ranges_and_gets_none_is_not_made() throws IOException {
        Variant variant = make(new Making(true, source -> said(source.model(), 8, 1)));

        assertThat(variant.made()).isEmpty();
        assertThat(variant.refused()).isEqualTo("it wants ranges of activations: nothing was there");
    }

    @Test
    void what_does_not_suit_at_all_is_told_before_anything_is_calibrated() throws IOException {
        ModelProto spoiled = MODEL.toBuilder()
                .setGraph(MODEL.getGraph().toBuilder()
                        .setInitializer(0, Protos.tensor("w", Tensor.floats(Shape.of(SIDE, SIDE), notNumbers()))))
                .build();
        Path file = Files.write(folder.resolve("spoiled.onnx"), spoiled.toByteArray());

        Variant variant = new VariantMaker(OnnxModelFile.open(file), folder, 1)
                .of(new Making(true, source -> said(source.model(), 8, 1)), asked -> {
                    throw new AssertionError("nobody is to calibrate");
                });

        assertThat(variant.refused()).contains("'w'").contains("NaN");
    }

    private static float[] notNumbers() {
        float[] numbers = new float[SIDE * SIDE];
        java.util.Arrays.fill(numbers, Float.NaN);
        return numbers;
    }

    @Test
    void a_refusal_keeps_its_words() throws IOException {
        assertThat(make(new Making(false, source -> new Made.Refused("it has no product")))
                        .refused())
                .isEqualTo("it has no product");
    }
}
