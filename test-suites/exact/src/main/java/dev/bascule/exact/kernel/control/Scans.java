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
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Loops over the parts of arrays. Stateless. */
final class Scans {
    private Scans() {}

    /** What a run over one sequence gave: the last states, and what each scanned output gave, step for step. */
    private record Run(List<Operand> states, List<List<Array>> scanned) {}

    static List<Operand> scan(Call call) {
        return call.opset() < 9 ? batches(call) : sequence(call);
    }

    private static List<Operand> sequence(Call call) {
        int sources = Math.toIntExact(call.integer("num_scan_inputs", 0));
        int states = call.inputs() - sources;
        long[] axes = call.integers("scan_input_axes").orElseGet(() -> new long[sources]);
        List<Array> inputs = new ArrayList<>();
        int[] along = new int[sources];
        for (int i = 0; i < sources; i++) {
            inputs.add(call.array(states + i));
            along[i] = Dims.axis(axes[i], inputs.get(i).rank());
        }
        int length = length(inputs, along);
        Run run = run(call, operands(call, 0, states), inputs, along, "scan_input_directions", length);
        List<Operand> results = new ArrayList<>(run.states());
        int outputs = run.scanned().size();
        long[] outputAxes = call.integers("scan_output_axes").orElseGet(() -> new long[outputs]);
        long[] directions = call.integers("scan_output_directions").orElseGet(() -> new long[outputs]);
        for (int i = 0; i < outputs; i++) {
            List<Array> steps = run.scanned().get(i);
            if (directions[i] != 0) {
                Collections.reverse(steps);
            }
            results.add(Bodies.stacked(call, states + i, steps, outputAxes[i]));
        }
        return results;
    }

    private static int length(List<Array> inputs, int... axes) {
        int[] lengths = new int[axes.length];
        Arrays.setAll(lengths, i -> inputs.get(i).dims()[axes[i]]);
        if (Arrays.stream(lengths).distinct().count() != 1) {
            throw new IllegalArgumentException("Scan of sequences of lengths " + Arrays.toString(lengths));
        }
        return lengths[0];
    }

    private static List<Operand> operands(Call call, int from, int count) {
        List<Operand> operands = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            operands.add(call.operand(i));
        }
        return operands;
    }

    private static Run run(
            Call call, List<Operand> initial, List<Array> inputs, int[] axes, String directions, int length) {
        Subgraph body = call.subgraph("body");
        long[] backwards = call.integers(directions).orElseGet(() -> new long[axes.length]);
        List<Operand> states = initial;
        List<List<Array>> scanned = Bodies.lists(call.ports("body")[1] - states.size());
        for (int step = 0; step < length; step++) {
            List<Operand> given = new ArrayList<>(states);
            for (int i = 0; i < axes.length; i++) {
                given.add(Along.at(inputs.get(i), axes[i], backwards[i] == 0 ? step : length - 1 - step));
            }
            List<Operand> outputs = body.run(given);
            states = outputs.subList(0, states.size());
            for (int i = 0; i < scanned.size(); i++) {
                scanned.get(i).add(Bodies.array(outputs.get(states.size() + i)));
            }
        }
        return new Run(states, scanned);
    }

    /** The form of version 8: everything has a batch first and then steps, each of the batch its own number of them. */
    private static List<Operand> batches(Call call) {
        int sources = Math.toIntExact(call.integer("num_scan_inputs", 0));
        int states = call.inputs() - 1 - sources;
        int batch = call.array(1).dims()[0];
        int most = call.array(1 + states).dims()[1];
        Optional<Integers> lengths = call.integersIf(0);
        List<List<Array>> results = Bodies.lists(call.ports("body")[1]);
        for (int one = 0; one < batch; one++) {
            List<Array> parts = new ArrayList<>();
            for (int i = 0; i < states + sources; i++) {
                parts.add(Along.at(call.array(1 + i), 0, one));
            }
            int length = lengths.isPresent() ? Math.toIntExact(lengths.get().data()[one]) : most;
            Run run = run(
                    call,
                    List.copyOf(parts.subList(0, states)),
                    parts.subList(states, parts.size()),
                    new int[sources],
                    "directions",
                    length);
            for (int i = 0; i < states; i++) {
                results.get(i).add(Bodies.array(run.states().get(i)));
            }
            for (int i = 0; i < run.scanned().size(); i++) {
                Array steps = Bodies.stacked(call, states + i, run.scanned().get(i), 0);
                results.get(states + i).add(filled(steps, most));
            }
        }
        return results.stream().<Operand>map(each -> Along.stacked(each, 0)).toList();
    }

    /** With zeros, or blanks, for the steps that a shorter sequence lacks. */
    private static Array filled(Array steps, int length) {
        if (steps.dims()[0] == length) {
            return steps;
        }
        int[] dims = steps.dims().clone();
        dims[0] = length;
        int[] from = new int[Dims.size(dims)];
        Arrays.setAll(from, i -> i < steps.size() ? i : -1);
        return steps.picked(from, dims);
    }
}
