package dev.bascule.benchmark;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.json.Json;
import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * One graph as web-platform-tests write it, of float32 operands, that computes what it expects while it is drawn. Inputs are
 * multiples of a quarter between -4 and 4, so that sums and products of a few of them are exact in any order. Used for one
 * case and thrown away.
 */
final class GraphSketch {
    private final ObjectNode inputs = Json.MAPPER.createObjectNode();
    private final ArrayNode operators = Json.MAPPER.createArrayNode();
    private final Random random;

    /** An operand and what is in it, row by row. */
    record Operand(String name, int[] dims, double[] values) {
        int size() {
            return values.length;
        }

        int rank() {
            return dims.length;
        }
    }

    /** A call on the builder that is being written. */
    record Call(ArrayNode arguments) {
        Call with(String name, Operand operand) {
            arguments.addObject().put(name, operand.name());
            return this;
        }

        Call with(String name, int... values) {
            numbers(arguments.addObject().putArray(name), values);
            return this;
        }

        Call with(String name, int value) {
            arguments.addObject().put(name, value);
            return this;
        }

        ObjectNode options() {
            return arguments.addObject().putObject("options");
        }
    }

    GraphSketch(Random random) {
        this.random = random;
    }

    Operand input(int... dims) {
        return operand(false, dims);
    }

    Operand constant(int... dims) {
        return operand(true, dims);
    }

    private Operand operand(boolean constant, int... dims) {
        double[] values = DoubleStream.generate(() -> (random.nextInt(33) - 16) / 4.0)
                .limit(product(dims))
                .toArray();
        Operand made = new Operand("in" + inputs.size(), dims, values);
        describe(inputs.putObject(made.name()), made).put("constant", constant);
        return made;
    }

    /** Begins a call; its output has these dimensions and values. */
    Operand call(String operator, java.util.function.Consumer<Call> arguments, int[] dims, double[] values) {
        Operand made = new Operand("out" + operators.size(), dims, values);
        ObjectNode call = operators.addObject().put("name", operator);
        arguments.accept(new Call(call.putArray("arguments")));
        call.put("outputs", made.name());
        return made;
    }

    Operand map(String operator, Operand of, DoubleUnaryOperator function) {
        return call(
                operator,
                call -> call.with("input", of),
                of.dims(),
                DoubleStream.of(of.values()).map(function).toArray());
    }

    /** The second may be shorter: it is repeated, as broadcasting along the leading dimensions does. */
    Operand zip(String operator, Operand a, Operand b, DoubleBinaryOperator function) {
        double[] values = IntStream.range(0, a.size())
                .mapToDouble(i -> function.applyAsDouble(a.values()[i], b.values()[i % b.size()]))
                .toArray();
        return call(operator, call -> call.with("a", a).with("b", b), a.dims(), values);
    }

    ObjectNode test(String name, Operand output) {
        ObjectNode test = Json.MAPPER.createObjectNode().put("name", name);
        ObjectNode graph = test.putObject("graph");
        graph.set("inputs", inputs);
        graph.set("operators", operators);
        describe(graph.putObject("expectedOutputs").putObject(output.name()), output);
        return test;
    }

    private static ObjectNode describe(ObjectNode node, Operand operand) {
        ArrayNode data = node.putArray("data");
        DoubleStream.of(operand.values()).forEach(value -> data.add((float) value));
        ObjectNode descriptor = node.putObject("descriptor").put("dataType", "float32");
        numbers(descriptor.putArray("shape"), operand.dims());
        return node;
    }

    static ArrayNode numbers(ArrayNode into, int... values) {
        IntStream.of(values).forEach(into::add);
        return into;
    }

    static int product(int... dims) {
        return Arrays.stream(dims).reduce(1, Math::multiplyExact);
    }
}
