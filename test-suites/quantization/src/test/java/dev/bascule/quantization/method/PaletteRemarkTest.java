package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Trial;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaletteRemarkTest {

    @Test
    void why_a_small_weight_of_a_palette_has_8_bits_is_told() {
        Made.Variant made = made("palette4", 128, 4);

        assertThat(made.layers()).extracting(LayerChange::bits).containsExactly(4, 8);
        assertThat(made.notes())
                .contains(
                        "1 of 2 weights have 8 bits, a byte for each index of 4 bits: the table that unpacks 2 of a byte"
                                + " takes 2048 bytes, more than it would save there");
        assertThat(made("palette2", 128, 4).notes())
                .anyMatch(note -> note.contains("unpacks 4 of a byte takes 4096 bytes"));
        assertThat(made("palette4", 128, 3).notes())
                .anyMatch(note -> note.endsWith("or their elements do not fill bytes"));
    }

    @Test
    void where_all_have_the_bits_of_the_palette_nothing_is_told() {
        assertThat(made("palette4", 128, 128).notes()).noneMatch(note -> note.contains("a byte for each index of"));
        assertThat(made("palette8", 128, 4).notes()).noneMatch(note -> note.contains("a byte for each index of"));
    }

    /** Two products in turn: each has a weight of so many elements a side. */
    private static Made.Variant made(String method, int large, int small) {
        ModelProto model = Protos.model(
                17,
                GraphProto.newBuilder()
                        .setName("two")
                        .addInput(Protos.typed("x", DType.FLOAT32, List.of(1, large)))
                        .addInput(Protos.typed("z", DType.FLOAT32, List.of(1, small)))
                        .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1, large)))
                        .addOutput(Protos.typed("v", DType.FLOAT32, List.of(1, small)))
                        .addInitializer(weight("a", large))
                        .addInitializer(weight("b", small))
                        .addNode(Protos.node("MatMul", "first", List.of("x", "a"), List.of("y")))
                        .addNode(Protos.node("MatMul", "second", List.of("z", "b"), List.of("v"))));
        return (Made.Variant) Methods.named(method).orElseThrow().make(Trial.source(model));
    }

    private static ai.onnx.proto.OnnxMl.TensorProto weight(String name, int side) {
        float[] values = new float[side * side];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) Math.sin(1 + i);
        }
        return Protos.tensor(name, Tensor.floats(Shape.of(side, side), values));
    }
}
