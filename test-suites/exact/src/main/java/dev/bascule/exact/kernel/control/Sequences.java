package dev.bascule.exact.kernel.control;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Subgraph;
import dev.bascule.exact.kernel.shape.Along;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Operators of sequences. Stateless. */
final class Sequences {
    private Sequences() {}

    static Operand empty(Call call) {
        return new Operand.Sequence(List.of());
    }

    static Operand construct(Call call) {
        return new Operand.Sequence(
                IntStream.range(0, call.inputs()).mapToObj(call::operand).toList());
    }

    static Operand insert(Call call) {
        List<Operand> items = new ArrayList<>(call.sequence(0).items());
        items.add(call.has(2) ? place(call, 2, items.size(), items.size() + 1) : items.size(), call.operand(1));
        return new Operand.Sequence(items);
    }

    static Operand erase(Call call) {
        List<Operand> items = new ArrayList<>(call.sequence(0).items());
        items.remove(call.has(1) ? place(call, 1, items.size(), items.size()) : items.size() - 1);
        return new Operand.Sequence(items);
    }

    static Operand at(Call call) {
        List<Operand> items = call.sequence(0).items();
        return items.get(place(call, 1, items.size(), items.size()));
    }

    /** A place in a sequence, with a minus from its end. */
    private static int place(Call call, int input, int length, int end) {
        long given = call.integers(input).only();
        if (given < -length || given >= end) {
            throw new IllegalArgumentException("there is no place %d in a sequence of %d".formatted(given, length));
        }
        return (int) (given < 0 ? given + length : given);
    }

    static Operand length(Call call) {
        return Integers.longs(new long[] {call.sequence(0).items().size()});
    }

    static Operand splitToSequence(Call call) {
        Array data = call.array(0);
        int axis = Dims.axis(call.integer("axis", 0), data.rank());
        int dim = data.dims()[axis];
        int[] lengths = lengths(call, dim);
        boolean dropped = !call.has(1) && call.integer("keepdims", 1) == 0;
        List<Operand> parts = new ArrayList<>();
        int from = 0;
        for (int length : lengths) {
            parts.add(dropped ? Along.at(data, axis, from) : Along.part(data, axis, from, length));
            from += length;
        }
        return new Operand.Sequence(parts);
    }

    private static int[] lengths(Call call, int dim) {
        if (call.has(1) && call.integers(1).rank() > 0) {
            int[] lengths = call.integers(1).ints();
            if (Arrays.stream(lengths).sum() != dim || Arrays.stream(lengths).anyMatch(length -> length < 0)) {
                throw new IllegalArgumentException(
                        "a dimension of %d does not fall into parts of %s".formatted(dim, Arrays.toString(lengths)));
            }
            return lengths;
        }
        int length = call.has(1) ? Math.toIntExact(call.integers(1).only()) : 1;
        if (length < 1) {
            throw new IllegalArgumentException("SplitToSequence into parts of %d".formatted(length));
        }
        int[] lengths = new int[dim / length + (dim % length == 0 ? 0 : 1)];
        Arrays.setAll(lengths, i -> Math.min(length, dim - i * length));
        return lengths;
    }

    static Operand concatFromSequence(Call call) {
        List<Array> parts = call.sequence(0).items().stream().map(Bodies::array).toList();
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("ConcatFromSequence of an empty sequence");
        }
        int rank = parts.get(0).rank();
        long axis = call.attribute("axis")
                .orElseThrow(() -> new IllegalArgumentException("ConcatFromSequence is given no axis"))
                .getI();
        return call.flag("new_axis")
                ? Along.stacked(parts, Dims.axis(axis, rank + 1))
                : Along.concatenated(parts, Dims.axis(axis, rank));
    }

    static List<Operand> map(Call call) {
        Subgraph body = call.subgraph("body");
        int length = call.sequence(0).items().size();
        List<List<Operand>> results = new ArrayList<>();
        for (int i = 0; i < call.ports("body")[1]; i++) {
            results.add(new ArrayList<>());
        }
        for (int i = 0; i < length; i++) {
            List<Operand> given = new ArrayList<>();
            for (int input = 0; input < call.inputs(); input++) {
                given.add(
                        call.operand(input) instanceof Operand.Sequence sequence
                                ? sequence.items().get(i)
                                : call.operand(input));
            }
            List<Operand> outputs = body.run(given);
            for (int output = 0; output < results.size(); output++) {
                results.get(output).add(outputs.get(output));
            }
        }
        return results.stream().<Operand>map(Operand.Sequence::new).toList();
    }
}
