package dev.bascule.models.operator;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One operator of ONNX in one format and of fixed shapes: a model of one node, whose inputs are {@code a} and {@code b} and
 * whose output is {@code y}. Immutable.
 *
 * @param kind which operator
 * @param dtype of inputs and output
 * @param shapes of the inputs
 */
public record Operation(Kind kind, DType dtype, List<Shape> shapes) {
    /** How a reference to one begins. */
    public static final String PREFIX = "op:";

    /** Softmax's axis, LayerNormalization's operator set: every engine in use reads it. */
    private static final long OPSET = 17;

    private static final Set<DType> DTYPES = EnumSet.of(DType.FLOAT32, DType.FLOAT16, DType.BFLOAT16, DType.FLOAT64);

    /** An operator that Bascule computes itself. */
    public enum Kind {
        MATMUL("MatMul", "37x65", "65x129"),
        ADD("Add", "64x33", "64x33"),
        SUB("Sub", "64x33", "64x33"),
        MUL("Mul", "64x33", "64x33"),
        DIV("Div", "64x33", "64x33"),
        RELU("Relu", "64x33"),
        EXP("Exp", "64x33"),
        TANH("Tanh", "64x33"),
        SIGMOID("Sigmoid", "64x33"),
        ERF("Erf", "64x33"),
        SOFTMAX("Softmax", "37x129"),
        TRANSPOSE("Transpose", "37x65");

        private final String word;
        private final List<String> usual;

        Kind(String word, String... usual) {
            this.word = word;
            this.usual = List.of(usual);
        }

        /** As ONNX has it. */
        public String word() {
            return word;
        }
    }

    public Operation {
        shapes = List.copyOf(shapes);
    }

    /**
     * Reads {@code op:MatMul}, {@code op:MatMul:float16} or {@code op:MatMul:float16:8x16:16x4}; what is left out is float32,
     * and shapes that fill no vector and no tile.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR}, naming what there is
     */
    public static Operation parse(String reference) {
        List<String> parts = new ArrayList<>(
                Arrays.asList(reference.substring(PREFIX.length()).split(":", -1)));
        String name = parts.remove(0);
        Kind kind = Arrays.stream(Kind.values())
                .filter(each -> each.word.equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> wrong(
                        "there is no operator '%s' to run alone".formatted(name),
                        "one of " + Arrays.stream(Kind.values()).map(Kind::word).collect(Collectors.joining(", "))));
        Optional<DType> named = parts.isEmpty() ? Optional.empty() : dtype(parts.get(0));
        if (named.isPresent()) {
            parts.remove(0);
        }
        List<String> shapes = parts.isEmpty() ? kind.usual : parts;
        if (shapes.size() != kind.usual.size()) {
            throw wrong(
                    "%s takes %d inputs, not %d".formatted(kind.word, kind.usual.size(), shapes.size()), usage(kind));
        }
        Operation operation = new Operation(
                kind,
                named.orElse(DType.FLOAT32),
                shapes.stream().map(Operation::shape).toList());
        operation.misfit().ifPresent(why -> {
            throw wrong(why, usage(kind));
        });
        return operation;
    }

    private static Optional<DType> dtype(String word) {
        return DTYPES.stream().filter(each -> each.wireName().equals(word)).findFirst();
    }

    private static Shape shape(String text) {
        if (!text.matches("[1-9]\\d{0,5}(x[1-9]\\d{0,5})*+")) {
            throw wrong(
                    "'%s' is neither a shape, such as 37x65, nor one of %s"
                            .formatted(
                                    text, DTYPES.stream().map(DType::wireName).collect(Collectors.joining(", "))),
                    "op:MatMul:float16:8x16:16x4");
        }
        return new Shape(Arrays.stream(text.split("x")).map(Long::valueOf).toList());
    }

    private static String usage(Kind kind) {
        return PREFIX + kind.word + ":float32:" + String.join(":", kind.usual);
    }

    private static BasculeException wrong(String message, String remedy) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, remedy);
    }

    private Optional<String> misfit() {
        List<Long> first = shapes.get(0).dims();
        List<Long> last = shapes.get(shapes.size() - 1).dims();
        return switch (kind) {
            case MATMUL ->
                first.size() == 2 && last.size() == 2 && first.get(1).equals(last.get(0))
                        ? Optional.empty()
                        : Optional.of(
                                "MatMul takes two matrices, the second with as many rows as the first has columns");
            case TRANSPOSE -> first.size() == 2 ? Optional.empty() : Optional.of("Transpose is of a matrix here");
            case ADD, SUB, MUL, DIV ->
                first.equals(last) ? Optional.empty() : Optional.of(kind.word + " is of two tensors of one shape here");
            case RELU, EXP, TANH, SIGMOID, ERF, SOFTMAX -> Optional.empty();
        };
    }

    /** Of its output. */
    public Shape output() {
        Shape first = shapes.get(0);
        return switch (kind) {
            case MATMUL -> Shape.of(first.dims().get(0), shapes.get(1).dims().get(1));
            case TRANSPOSE -> Shape.of(first.dims().get(1), first.dims().get(0));
            case ADD, SUB, MUL, DIV, RELU, EXP, TANH, SIGMOID, ERF, SOFTMAX -> first;
        };
    }

    /** Its inputs' names, in order. */
    public List<String> inputs() {
        return shapes.size() == 1 ? List.of("a") : List.of("a", "b");
    }

    /** Its name in case ids, such as {@code MatMul-float32-37x65-65x129}. */
    public String name() {
        return "%s-%s-%s"
                .formatted(
                        kind.word,
                        dtype.wireName(),
                        shapes.stream().map(Operation::text).collect(Collectors.joining("-")));
    }

    private static String text(Shape shape) {
        return shape.dims().stream().map(String::valueOf).collect(Collectors.joining("x"));
    }

    /** The model's file. */
    public byte[] onnx() {
        GraphProto.Builder graph = GraphProto.newBuilder().setName(name());
        for (int i = 0; i < shapes.size(); i++) {
            graph.addInput(Protos.typed(inputs().get(i), dtype, shapes.get(i).dims()));
        }
        AttributeProto[] attributes =
                kind == Kind.SOFTMAX ? new AttributeProto[] {Attributes.integer("axis", -1)} : new AttributeProto[0];
        graph.addNode(Protos.node(kind.word, kind.word.toLowerCase(Locale.ROOT), inputs(), List.of("y"), attributes));
        graph.addOutput(Protos.typed("y", dtype, output().dims()));
        return Protos.model(OPSET, graph).toByteArray();
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return PREFIX + kind.word + ":" + dtype.wireName() + ":"
                + shapes.stream().map(Operation::text).collect(Collectors.joining(":"));
    }
}
