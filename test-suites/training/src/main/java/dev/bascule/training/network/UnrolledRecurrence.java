package dev.bascule.training.network;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.onnx.Protos;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * GRU and LSTM nodes of a model as one copy of their cell for each step, so that they are differentiated without rules of their own. In
 * either direction or both, with or without biases and initial states; other activations than the usual ones, lengths of sequences,
 * peepholes, clipping and the batch first are refused. Stateless.
 */
public final class UnrolledRecurrence {
    private static final Set<String> REFUSED =
            Set.of("activations", "activation_alpha", "activation_beta", "clip", "layout", "input_forget");

    private UnrolledRecurrence() {}

    public static boolean isFor(NodeProto node) {
        return Set.of("GRU", "LSTM").contains(node.getOpType());
    }

    /**
     * Adds what such a node computes, by the names of its outputs.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_UNTRAINABLE} for a form that is not unrolled
     */
    public static void add(Operators on, NodeProto node) {
        Layer layer = Layer.of(on, node);
        List<List<Symbol>> directions = new ArrayList<>();
        List<Symbol> lastHidden = new ArrayList<>();
        List<Symbol> lastCell = new ArrayList<>();
        for (int direction = 0; direction < layer.directions(); direction++) {
            List<LstmCell.State> states = layer.run(direction);
            LstmCell.State last = states.get(states.size() - 1);
            lastHidden.add(last.hidden());
            lastCell.add(last.cell());
            List<Symbol> hidden =
                    new ArrayList<>(states.stream().map(LstmCell.State::hidden).toList());
            if (layer.isReverse(direction)) {
                Collections.reverse(hidden);
            }
            directions.add(hidden);
        }
        List<Symbol> steps = IntStream.range(0, directions.get(0).size())
                .mapToObj(step -> on.concat(
                        1,
                        directions.stream()
                                .map(each -> raised(on, each.get(step), 2))
                                .toList()))
                .toList();
        named(on, node, 0, on.concat(0, steps));
        named(
                on,
                node,
                1,
                on.concat(
                        0, lastHidden.stream().map(each -> raised(on, each, 1)).toList()));
        named(
                on,
                node,
                2,
                on.concat(0, lastCell.stream().map(each -> raised(on, each, 1)).toList()));
    }

    /** So many axes of size 1 in front. */
    private static Symbol raised(Operators on, Symbol state, int axes) {
        List<Long> dims = new ArrayList<>(Collections.nCopies(axes, 1L));
        dims.addAll(state.shape().dims());
        return on.reshape(state, new Shape(dims));
    }

    private static void named(Operators on, NodeProto node, int output, Symbol value) {
        if (output < node.getOutputCount() && !node.getOutput(output).isEmpty()) {
            on.graph()
                    .add(Protos.node(
                            "Identity",
                            node.getOutput(output),
                            List.of(value.name()),
                            List.of(node.getOutput(output))));
        }
    }

    /** A node with its inputs. */
    private record Layer(Operators on, NodeProto node, Symbol x, Symbol weights, Symbol recurrent) {
        static Layer of(Operators on, NodeProto node) {
            node.getAttributeList().stream()
                    .filter(each -> REFUSED.contains(each.getName()))
                    .findFirst()
                    .ifPresent(each -> {
                        throw refused(node, each.getName());
                    });
            if (has(node, 4)) {
                throw refused(node, "sequence_lens");
            }
            if (has(node, 7)) {
                throw refused(node, "peepholes");
            }
            return new Layer(
                    on,
                    node,
                    on.graph().symbol(node.getInput(0)),
                    on.graph().symbol(node.getInput(1)),
                    on.graph().symbol(node.getInput(2)));
        }

        int directions() {
            return Math.toIntExact(weights.dim(0));
        }

        boolean isReverse(int direction) {
            return direction == 1 || text("direction").equals("reverse");
        }

        /** The states after each step, in the order in which they were made. */
        List<LstmCell.State> run(int direction) {
            List<Integer> order = new ArrayList<>(
                    IntStream.range(0, Math.toIntExact(x.dim(0))).boxed().toList());
            if (isReverse(direction)) {
                Collections.reverse(order);
            }
            LstmCell.State state = new LstmCell.State(initial(5, direction), initial(6, direction));
            List<LstmCell.State> states = new ArrayList<>();
            boolean isGru = node.getOpType().equals("GRU");
            // ONNX's orders: update, reset, candidate; and input, output, forget, candidate.
            List<Gate> gates = IntStream.range(0, isGru ? 3 : 4)
                    .mapToObj(gate -> gate(direction, gate, isGru && gate == 2))
                    .toList();
            for (int step : order) {
                Symbol here = on.reshape(on.slice(x, 0, step, step + 1L), Shape.of(x.dim(1), x.dim(2)));
                if (isGru) {
                    GruCell cell =
                            new GruCell(gates.get(0), gates.get(1), gates.get(2), integer("linear_before_reset") != 0);
                    Symbol hidden = cell.next(on, here, state.hidden());
                    state = new LstmCell.State(hidden, hidden);
                } else {
                    LstmCell cell = new LstmCell(gates.get(0), gates.get(1), gates.get(2), gates.get(3));
                    state = cell.next(on, here, state);
                }
                states.add(state);
            }
            return states;
        }

        private Gate gate(int direction, int gate, boolean apart) {
            long hidden = recurrent.dim(2);
            Symbol ofInput = on.transpose(part(weights, direction, gate * hidden, hidden), 1, 0);
            Symbol ofState = on.transpose(part(recurrent, direction, gate * hidden, hidden), 1, 0);
            if (!has(node, 3)) {
                return new Gate(ofInput, ofState, on.filled(Shape.of(hidden), 0), Optional.empty());
            }
            Symbol biases = on.graph().symbol(node.getInput(3));
            long gates = weights.dim(1) / hidden;
            Symbol first = part(biases, direction, gate * hidden, hidden);
            Symbol second = part(biases, direction, (gates + gate) * hidden, hidden);
            return apart
                    ? new Gate(ofInput, ofState, first, Optional.of(second))
                    : new Gate(ofInput, ofState, on.add(first, second), Optional.empty());
        }

        /** Some rows of one direction, without the axis of directions. */
        private Symbol part(Symbol all, int direction, long from, long count) {
            Symbol one = on.slice(on.slice(all, 0, direction, direction + 1L), 1, from, from + count);
            return on.reshape(one, new Shape(one.shape().dims().subList(1, one.rank())));
        }

        private Symbol initial(int input, int direction) {
            Shape shape = Shape.of(x.dim(1), recurrent.dim(2));
            return has(node, input)
                    ? on.reshape(on.slice(on.graph().symbol(node.getInput(input)), 0, direction, direction + 1L), shape)
                    : on.filled(shape, 0);
        }

        private String text(String name) {
            return node.getAttributeList().stream()
                    .filter(each -> each.getName().equals(name))
                    .map(each -> each.getS().toStringUtf8())
                    .findFirst()
                    .orElse("");
        }

        private long integer(String name) {
            return node.getAttributeList().stream()
                    .filter(each -> each.getName().equals(name))
                    .mapToLong(each -> each.getI())
                    .findFirst()
                    .orElse(0);
        }

        private static boolean has(NodeProto node, int input) {
            return input < node.getInputCount() && !node.getInput(input).isEmpty();
        }

        private static BasculeException refused(NodeProto node, String what) {
            return new BasculeException(
                    ErrorCode.MODEL_UNTRAINABLE,
                    "no gradient is known of %s '%s' with %s".formatted(node.getOpType(), node.getName(), what),
                    "export it without, or unrolled");
        }
    }
}
