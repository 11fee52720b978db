package dev.bascule.studies.conformance.webnn;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Types and shapes of a graph's operands: of inputs, constants and outputs as they are given, of what lies between as it
 * follows from the operators. A shape that this does not work out is absent, never guessed. Fed in the order of the
 * operators; belongs to one thread.
 */
final class Operands {
    /** Whose output has the shape of the first operand. */
    private static final Set<String> SAME = Set.of(
            "abs",
            "batchNormalization",
            "cast",
            "ceil",
            "clamp",
            "cos",
            "cumulativeSum",
            "dequantizeLinear",
            "elu",
            "erf",
            "exp",
            "floor",
            "gelu",
            "hardSigmoid",
            "hardSwish",
            "identity",
            "instanceNormalization",
            "isInfinite",
            "isNaN",
            "layerNormalization",
            "leakyRelu",
            "linear",
            "log",
            "logicalNot",
            "neg",
            "quantizeLinear",
            "reciprocal",
            "relu",
            "reverse",
            "roundEven",
            "scatterElements",
            "scatterND",
            "sigmoid",
            "sign",
            "sin",
            "softmax",
            "softplus",
            "softsign",
            "sqrt",
            "tan",
            "tanh",
            "triangular");

    /** Whose output has the shape that its operands broadcast to. */
    private static final Set<String> BROADCAST = Set.of(
            "add",
            "sub",
            "mul",
            "div",
            "max",
            "min",
            "pow",
            "prelu",
            "where",
            "equal",
            "notEqual",
            "greater",
            "greaterOrEqual",
            "lesser",
            "lesserOrEqual",
            "logicalAnd",
            "logicalOr",
            "logicalXor");

    /** Whose output is uint8, whatever they take. */
    private static final Set<String> TRUTH = Set.of(
            "equal",
            "notEqual",
            "greater",
            "greaterOrEqual",
            "lesser",
            "lesserOrEqual",
            "logicalAnd",
            "logicalOr",
            "logicalXor",
            "logicalNot",
            "isNaN",
            "isInfinite");

    private final Map<String, DType> types = new HashMap<>();
    private final Map<String, Shape> shapes = new HashMap<>();

    void put(String name, DType type, Shape shape) {
        types.put(name, type);
        shapes.put(name, shape);
    }

    Optional<DType> type(String name) {
        return Optional.ofNullable(types.get(name));
    }

    Optional<Shape> shape(String name) {
        return Optional.ofNullable(shapes.get(name));
    }

    /** The shape of the operand that an argument names. */
    Optional<Shape> shape(JsonNode argument) {
        return argument.isTextual() ? shape(argument.asText()) : Optional.empty();
    }

    /** The type of the data that an operator works on: its first operand's, but of a choice what is chosen. */
    Optional<DType> worksOn(OperatorCall call) {
        if (call.name().equals("where")) {
            return type(call.argument(1).asText());
        }
        return call.words().stream().filter(types::containsKey).findFirst().map(types::get);
    }

    /** Learns what an operator makes; what is known of its outputs already is kept. */
    void follow(OperatorCall call) {
        Optional<DType> type = made(call);
        Optional<Shape> shape = call.outputs().size() == 1 ? shape(call) : Optional.empty();
        for (String output : call.outputs()) {
            type.ifPresent(value -> types.putIfAbsent(output, value));
            shape.ifPresent(value -> shapes.putIfAbsent(output, value));
        }
    }

    private Optional<DType> made(OperatorCall call) {
        String name = call.name();
        if (TRUTH.contains(name)) {
            return Optional.of(DType.UINT8);
        }
        return switch (name) {
            case "cast" ->
                call.arguments().containsKey("type") || call.arguments().containsKey("dataType")
                        ? DType.ofWireName(call.argument(1).asText())
                        : Optional.empty();
            case "argMax", "argMin" ->
                call.word("outputDataType").flatMap(DType::ofWireName).or(() -> Optional.of(DType.INT32));
            case "dequantizeLinear" -> type(call.argument(1).asText());
            case "quantizeLinear" -> type(call.argument(2).asText());
            case "where" -> type(call.argument(1).asText());
            default -> worksOn(call);
        };
    }

    private Optional<Shape> shape(OperatorCall call) {
        String name = call.name();
        if (SAME.contains(name)) {
            return shape(call.argument(0));
        }
        if (BROADCAST.contains(name)) {
            return broadcast(call);
        }
        return switch (name) {
            case "reshape", "expand" -> Optional.of(new Shape(sizes(call.argument(1))));
            case "slice" ->
                Optional.of(new Shape(sizes(call.argument(2))))
                        .filter(shape -> call.options().isEmpty());
            case "transpose" -> shape(call.argument(0)).map(shape -> transposed(shape, call.option("permutation")));
            case "matmul" -> matmul(call);
            case "gemm" -> gemm(call);
            default -> Optional.empty();
        };
    }

    private static List<Long> sizes(JsonNode list) {
        List<Long> sizes = new ArrayList<>();
        list.forEach(size -> sizes.add(Math.max(0, size.asLong())));
        return sizes;
    }

    private Optional<Shape> broadcast(OperatorCall call) {
        Optional<Shape> all = Optional.of(Shape.of());
        for (JsonNode argument : call.arguments().values()) {
            Optional<Shape> next = shape(argument);
            all = all.flatMap(known -> next.map(other -> broadcast(known, other)));
        }
        return all;
    }

    private static Shape broadcast(Shape a, Shape b) {
        List<Long> dims = new ArrayList<>();
        for (int i = 1; i <= Math.max(a.rank(), b.rank()); i++) {
            long x = i <= a.rank() ? a.dims().get(a.rank() - i) : 1;
            long y = i <= b.rank() ? b.dims().get(b.rank() - i) : 1;
            dims.add(x == 1 ? y : x);
        }
        Collections.reverse(dims);
        return new Shape(dims);
    }

    private static Shape transposed(Shape shape, JsonNode permutation) {
        List<Long> dims = new ArrayList<>(shape.dims());
        if (!permutation.isArray()) {
            Collections.reverse(dims);
            return new Shape(dims);
        }
        List<Long> turned = new ArrayList<>();
        permutation.forEach(axis -> turned.add(dims.get(axis.asInt())));
        return new Shape(turned);
    }

    private Optional<Shape> matmul(OperatorCall call) {
        return shape(call.argument(0))
                .flatMap(a -> shape(call.argument(1))
                        .filter(b -> a.rank() > 1 && b.rank() > 1)
                        .map(b -> {
                            int ra = a.rank();
                            int rb = b.rank();
                            List<Long> dims = new ArrayList<>(broadcast(
                                            new Shape(a.dims().subList(0, ra - 2)),
                                            new Shape(b.dims().subList(0, rb - 2)))
                                    .dims());
                            dims.add(a.dims().get(ra - 2));
                            dims.add(b.dims().get(rb - 1));
                            return new Shape(dims);
                        }));
    }

    private Optional<Shape> gemm(OperatorCall call) {
        return shape(call.argument(0))
                .flatMap(a -> shape(call.argument(1))
                        .filter(b -> a.rank() == 2 && b.rank() == 2)
                        .map(b -> Shape.of(
                                a.dims().get(call.option("aTranspose").asBoolean() ? 1 : 0),
                                b.dims().get(call.option("bTranspose").asBoolean() ? 0 : 1))));
    }
}
