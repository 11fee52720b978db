package dev.bascule.exact.kernel.control;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Subgraph;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import java.util.ArrayList;
import java.util.List;

/** Branches, and loops with an end that is not known before. Stateless. */
final class Loops {
    private Loops() {}

    static List<Operand> branch(Call call) {
        return call.subgraph(isTrue(call.integers(0)) ? "then_branch" : "else_branch")
                .run(List.of());
    }

    static List<Operand> loop(Call call) {
        Subgraph body = call.subgraph("body");
        int[] ports = call.ports("body");
        int carried = ports[0] - 2;
        boolean asks = call.has(1);
        if (!asks && !call.has(0)) {
            throw new UnsupportedOperatorException("a Loop without an end");
        }
        long most = call.integersIf(0).map(Integers::only).orElse(Long.MAX_VALUE);
        boolean goesOn = !asks || isTrue(call.integers(1));
        List<Operand> state = new ArrayList<>();
        for (int i = 0; i < carried; i++) {
            state.add(call.operandIf(i + 2).orElseGet(Operand.Nothing::new));
        }
        List<List<Array>> scanned = Bodies.lists(ports[1] - 1 - carried);
        for (long round = 0; round < most && goesOn; round++) {
            List<Operand> given = new ArrayList<>();
            given.add(Integers.longs(new long[] {round}));
            given.add(Integers.booleans(new long[] {1}));
            given.addAll(state);
            List<Operand> outputs = body.run(given);
            goesOn = isTrue(Bodies.array(outputs.get(0)));
            if (!goesOn && !asks && round < most - 1) {
                throw new UnsupportedOperatorException(
                        "a Loop without a condition whose body ends it: ONNX says to ignore that, and engines do not");
            }
            state = outputs.subList(1, 1 + carried);
            for (int i = 0; i < scanned.size(); i++) {
                scanned.get(i).add(Bodies.array(outputs.get(1 + carried + i)));
            }
        }
        List<Operand> results = new ArrayList<>(state);
        for (int i = 0; i < scanned.size(); i++) {
            results.add(Bodies.stacked(call, 1 + carried + i, scanned.get(i), 0));
        }
        return results;
    }

    private static boolean isTrue(Array condition) {
        if (condition instanceof Integers integers) {
            return integers.only() != 0;
        }
        throw new IllegalArgumentException("a condition that is no boolean");
    }
}
