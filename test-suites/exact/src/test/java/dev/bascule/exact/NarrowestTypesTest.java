package dev.bascule.exact;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.onnx.Protos;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Types of which several share a byte, and the one that has powers of two alone: values as ONNX's own cases of 1.20 have them. */
class NarrowestTypesTest {

    @Test
    void four_bits_of_float_hold_fifteen_numbers_and_what_is_beyond_is_held_to_the_greatest() {
        assertThat(values(cast(DType.FLOAT4E2M1, 0, -0.4f, 0.25f, 0.75f, 1.25f, 1.75f, 2.5f, 5, 7, -100, 0.6f)))
                .containsExactly(0, -0.5, 0, 1, 1, 2, 2, 4, 6, -6, 0.5);
    }

    @Test
    void two_bits_of_a_whole_number_are_packed_four_in_a_byte_the_first_in_the_low_bits() {
        Tensor unsigned = cast(DType.UINT2, 0, 1, 2, 3, 3.9f);
        assertThat(values(unsigned)).containsExactly(0, 1, 2, 3, 3);
        assertThat(unsigned.bytes()).containsExactly((byte) 0b11_10_01_00, (byte) 0b11);
        assertThat(values(cast(DType.INT2, -2, -1, 0, 1))).containsExactly(-2, -1, 0, 1);
    }

    @Test
    void a_scale_is_rounded_up_to_a_power_of_two() {
        assertThat(values(cast(DType.FLOAT8E8M0, 1, 1.1f, 3, 4, 0x1p-100f))).containsExactly(1, 2, 4, 4, 0x1p-100);
    }

    private static double[] values(Tensor tensor) {
        Elements.Reader reader = Elements.of(tensor);
        return IntStream.range(0, Math.toIntExact(tensor.shape().elements()))
                .mapToDouble(reader::at)
                .toArray();
    }

    private static Tensor cast(DType to, float... values) {
        AttributeProto attribute = AttributeProto.newBuilder()
                .setName("to")
                .setType(AttributeProto.AttributeType.INT)
                .setI(to.onnx())
                .build();
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("cast")
                .addNode(Protos.node("Cast", "cast", List.of("x"), List.of("y"), attribute))
                .addInput(Protos.typed("x", DType.FLOAT32, List.of((long) values.length)))
                .addOutput(Protos.typed("y", to, List.of((long) values.length)));
        ExactResult result = new ExactModel(Protos.model(25, graph))
                .run(
                        Map.of("x", Value.of(Tensor.floats(Shape.of(values.length), values))),
                        List.of("y"),
                        ExactModel.Plan.EXACT_ONLY,
                        () -> false);
        return ((Value.One) ((ExactResult.Known) result).output("y").value()).tensor();
    }
}
