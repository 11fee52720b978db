package dev.bascule.fallback.runner;

import static dev.bascule.fallback.runner.PackAsking.add;
import static dev.bascule.fallback.runner.PackAsking.floats;
import static dev.bascule.fallback.runner.PackAsking.of;
import static dev.bascule.fallback.runner.PackAsking.only;
import static dev.bascule.fallback.runner.PackAsking.refused;
import static dev.bascule.fallback.runner.PackAsking.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Values of every kind go into the cases of a pack and come out as they are. A type that an engine's binding lacks may be
 * refused as {@code UnsupportedTypeError}, but never come out wrong.
 */
public interface PackValueContract extends PackAsking {
    @Test
    default void an_input_of_another_dtype_or_shape_or_name_is_refused() {
        Tensor wrongType = Tensor.longs(Shape.of(4), 1, 2, 3, 4);
        Tensor wrongShape = Tensor.floats(Shape.of(3), 1, 2, 3);
        List<PackedCase> cases = List.of(
                of(TinyOnnx.add(), Map.of("x", Value.of(wrongType), "state", Value.of(floats(1)))),
                of(TinyOnnx.add(), Map.of("x", Value.of(wrongShape), "state", Value.of(floats(1)))),
                of(TinyOnnx.add(), Map.of("x", Value.of(floats(1)), "other", Value.of(floats(1)))),
                add(1));
        List<CaseReply> replies = answered(request(cases, List.of(0, 1, 2, 3)));
        assertThat(replies.subList(0, 3))
                .allSatisfy(reply -> assertThat(refused(reply).phase()).isEqualTo("first"));
        assertThat(only(replies.get(3))).isEqualTo(sum(1));
    }

    @Test
    default void every_dtype_comes_out_as_it_went_in_or_is_refused() {
        List<DType> dtypes = Arrays.stream(DType.values())
                .filter(dtype -> dtype != DType.STRING)
                .toList();
        List<PackedCase> cases =
                dtypes.stream().map(PackValueContract::identity).toList();
        List<CaseReply> replies =
                answered(request(cases, IntStream.range(0, cases.size()).boxed().toList()));
        assertThat(replies).allSatisfy(reply -> isIdentityOrUnsupported(reply, cases));
        assertThat(replies.stream().filter(reply -> reply.fault().isEmpty()))
                .extracting(reply -> dtypes.get(reply.index()))
                .contains(DType.FLOAT32, DType.INT32, DType.UINT8, DType.BOOL);
    }

    @Test
    default void nan_infinities_and_signed_zero_keep_their_bits() {
        int[] bits = {0x7fc00000, 0xffc00001, 0x7f800000, 0xff800000, 0x80000000, 0, 1, 0x7f7fffff};
        ByteBuffer bytes = ByteBuffer.allocate(4 * bits.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(bits);
        Shape shape = Shape.of(bits.length);
        Value value = Value.of(Tensor.of(DType.FLOAT32, shape, bytes));
        assertThat(only(answer(of(TinyOnnx.identity(DType.FLOAT32, shape), Map.of("x", value)))))
                .isEqualTo(value);
    }

    @Test
    default void tensors_without_elements_and_without_dimensions_pass() {
        Value empty = Value.of(Tensor.floats(Shape.of(2, 0, 3)));
        Value scalar = Value.of(Tensor.floats(Shape.of(), 7));
        assertThat(only(answer(of(TinyOnnx.identity(DType.FLOAT32, Shape.of(2, 0, 3)), Map.of("x", empty)))))
                .isEqualTo(empty);
        assertThat(only(answer(of(TinyOnnx.identity(DType.FLOAT32, Shape.of()), Map.of("x", scalar)))))
                .isEqualTo(scalar);
    }

    @Test
    default void strings_pass_or_are_refused() {
        List<PackedCase> cases = new ArrayList<>();
        for (List<String> words :
                List.of(List.of("one", "", "dr\u00f6i \ud83d\ude00", "a \"quote\"\n"), List.<String>of())) {
            Shape shape = Shape.of(words.size());
            cases.add(of(TinyOnnx.identity(DType.STRING, shape), Map.of("x", Value.of(Tensor.strings(shape, words)))));
        }
        assertThat(answered(request(cases, List.of(0, 1)))).allSatisfy(reply -> isIdentityOrUnsupported(reply, cases));
    }

    @Test
    default void sequences_pass_or_are_refused() {
        Value two = new Value.Many(List.of(Value.of(floats(1)), Value.of(Tensor.floats(Shape.of(1, 2), 5, 6))));
        List<PackedCase> cases = List.of(
                of(TinyOnnx.identityOfSequence(DType.FLOAT32), Map.of("x", two)),
                of(TinyOnnx.identityOfSequence(DType.FLOAT32), Map.of("x", new Value.Many(List.of()))));
        assertThat(answered(request(cases, List.of(0, 1)))).allSatisfy(reply -> isIdentityOrUnsupported(reply, cases));
    }

    @Test
    default void one_kind_of_value_in_place_of_another_is_refused() {
        Value tensor = Value.of(floats(1));
        Value sequence = new Value.Many(List.of(tensor));
        byte[] ofTensor = TinyOnnx.identity(DType.FLOAT32, FOUR);
        byte[] ofSequence = TinyOnnx.identityOfSequence(DType.FLOAT32);
        List<PackedCase> cases = List.of(
                of(ofTensor, Map.of("x", sequence)),
                of(ofTensor, Map.of("x", new Value.Many(List.of()))),
                of(ofTensor, Map.of("x", new Value.Absent())),
                of(ofSequence, Map.of("x", tensor)),
                of(ofSequence, Map.of("x", new Value.Absent())));
        assertThat(answered(request(cases, List.of(0, 1, 2, 3, 4))))
                .allSatisfy(reply -> assertThat(refused(reply).phase()).isIn("create", "first"));
    }

    @Test
    default void optionals_are_seen_as_filled_or_empty_or_are_refused() {
        List<Value> optionals = List.of(Value.of(floats(1)), new Value.Absent());
        List<PackedCase> cases = optionals.stream()
                .map(optional -> of(TinyOnnx.hasElement(), Map.of("x", optional)))
                .toList();
        for (CaseReply reply : answered(request(cases, List.of(0, 1)))) {
            if (reply.fault().isPresent()) {
                isUnsupported(reply);
            } else {
                byte filled = (byte) (reply.index() == 0 ? 1 : 0);
                assertThat(only(reply)).isEqualTo(Value.of(Tensor.of(DType.BOOL, Shape.of(), new byte[] {filled})));
            }
        }
    }

    private static PackedCase identity(DType dtype) {
        Shape shape = FOUR;
        byte[] bytes = new byte[Math.toIntExact(dtype.bytes(4))];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (dtype == DType.BOOL ? i & 1 : 0x31 + 7 * i);
        }
        return of(TinyOnnx.identity(dtype, shape), Map.of("x", Value.of(Tensor.of(dtype, shape, bytes))));
    }

    private static void isIdentityOrUnsupported(CaseReply reply, List<PackedCase> cases) {
        if (reply.fault().isPresent()) {
            isUnsupported(reply);
        } else {
            Value given = cases.get(reply.index()).sets().get(0).get("x");
            assertThat(readable(only(reply))).isEqualTo(readable(given));
        }
    }

    /** Strings as strings: their JSON may be written in more ways than one. */
    private static Object readable(Value value) {
        return value instanceof Value.One one && one.tensor().dtype() == DType.STRING
                ? List.of(one.tensor().shape(), one.tensor().asStrings())
                : value;
    }

    /** The binding has no such type, or the engine no such kernel. */
    private static void isUnsupported(CaseReply reply) {
        Fault.Refused refused = refused(reply);
        if (!refused.name().equals("UnsupportedTypeError")) {
            assertThat(refused.phase()).isEqualTo("create");
        }
    }
}
