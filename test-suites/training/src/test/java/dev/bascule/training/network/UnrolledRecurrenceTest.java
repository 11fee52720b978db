package dev.bascule.training.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.training.Exactly;
import dev.bascule.training.gradient.GradientCheck;
import dev.bascule.training.gradient.rule.StandardRules;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Operators;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Held against the exact reference's own GRU and LSTM. */
final class UnrolledRecurrenceTest {
    private static final long STEPS = 3;
    private static final long BATCH = 2;
    private static final long FEATURES = 3;
    private static final long HIDDEN = 2;

    @ParameterizedTest
    @CsvSource({
        "GRU, forward, 0, true",
        "GRU, forward, 1, true",
        "GRU, reverse, 1, false",
        "GRU, bidirectional, 0, true",
        "LSTM, forward, 0, true",
        "LSTM, reverse, 0, false",
        "LSTM, bidirectional, 0, true"
    })
    void it_computes_what_the_operator_computes(String operator, String direction, int linear, boolean all) {
        NodeProto node = node(operator, direction, linear, all);
        GraphBuilder whole = declared(operator, direction);
        Operators unrolled = new Operators(declared(operator, direction));
        UnrolledRecurrence.add(unrolled, node);
        node.getOutputList()
                .forEach(name ->
                        unrolled.graph().output("out." + name, unrolled.graph().symbol(name)));
        whole.add(node);
        node.getOutputList().forEach(name -> whole.output("out." + name, whole.symbol(name)));
        Map<String, Operand> fed = fed(whole);
        List<String> wanted =
                node.getOutputList().stream().map(name -> "out." + name).toList();
        Map<String, double[]> expected = Exactly.run(whole.model(), fed, wanted);
        Map<String, double[]> found = Exactly.run(unrolled.graph().model(), fed, wanted);
        for (String name : wanted) {
            assertThat(found.get(name)).as(name).containsExactly(expected.get(name), offset(1e-12));
        }
    }

    @ParameterizedTest
    @CsvSource({"GRU, bidirectional, 0", "GRU, forward, 1", "LSTM, bidirectional, 0"})
    void its_gradients_are_those_of_its_differences(String operator, String direction, int linear) {
        GradientCheck check = new GradientCheck(StandardRules.all(), 5);
        inputs(operator, direction).forEach((name, shape) -> check.wanted(name, shape.toArray()));
        NodeProto node = node(operator, direction, linear, true);
        UnrolledRecurrence.add(check.on(), node);
        assertThat(check.worst(
                        check.on().graph().symbol("y"), check.on().graph().symbol("last")))
                .isLessThan(1e-6);
    }

    @Test
    void what_it_does_not_unroll_is_refused() {
        NodeProto clipped = node("GRU", "forward", 0, true).toBuilder()
                .addAttribute(Attributes.real("clip", 3))
                .build();
        assertThatThrownBy(() -> UnrolledRecurrence.add(new Operators(declared("GRU", "forward")), clipped))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("with clip");
    }

    private static NodeProto node(String operator, String direction, int linear, boolean all) {
        List<String> inputs = new ArrayList<>(List.of("x", "w", "r"));
        List<String> outputs = new ArrayList<>(List.of("y", "last"));
        if (all) {
            inputs.addAll(List.of("b", "", "h"));
        }
        if (operator.equals("LSTM")) {
            outputs.add("cell");
            if (all) {
                inputs.add("c");
            }
        }
        List<AttributeProto> attributes = new ArrayList<>(
                List.of(Attributes.text("direction", direction), Attributes.integer("hidden_size", HIDDEN)));
        if (operator.equals("GRU")) {
            attributes.add(Attributes.integer("linear_before_reset", linear));
        }
        return Protos.node(operator, "layer", inputs, outputs, attributes.toArray(AttributeProto[]::new));
    }

    private static Map<String, Shape> inputs(String operator, String direction) {
        long directions = direction.equals("bidirectional") ? 2 : 1;
        long gates = operator.equals("GRU") ? 3 : 4;
        Map<String, Shape> shapes = new LinkedHashMap<>();
        shapes.put("x", Shape.of(STEPS, BATCH, FEATURES));
        shapes.put("w", Shape.of(directions, gates * HIDDEN, FEATURES));
        shapes.put("r", Shape.of(directions, gates * HIDDEN, HIDDEN));
        shapes.put("b", Shape.of(directions, 2 * gates * HIDDEN));
        shapes.put("h", Shape.of(directions, BATCH, HIDDEN));
        if (operator.equals("LSTM")) {
            shapes.put("c", Shape.of(directions, BATCH, HIDDEN));
        }
        return shapes;
    }

    private static GraphBuilder declared(String operator, String direction) {
        GraphBuilder graph = new GraphBuilder("layer");
        inputs(operator, direction).forEach((name, shape) -> graph.input(name, DType.FLOAT32, shape));
        return graph;
    }

    private static Map<String, Operand> fed(GraphBuilder graph) {
        Random random = new Random(1);
        Map<String, Operand> fed = new LinkedHashMap<>();
        graph.inputs()
                .forEach((name, symbol) -> fed.put(
                        name,
                        new Reals(
                                DType.FLOAT32,
                                random.doubles(symbol.shape().elements(), -1, 1).toArray(),
                                symbol.shape().dims().stream()
                                        .mapToInt(Math::toIntExact)
                                        .toArray())));
        return fed;
    }
}
