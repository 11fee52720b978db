package dev.bascule.app.orders;

import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The head of what a replica is asked. Immutable.
 *
 * @param what {@code open}, {@code advance} or {@code end}
 * @param read outputs that are brought besides gradients
 * @param tensors what it is fed; nothing where it is to end
 */
record ReplicaAsk(String what, List<String> read, List<TensorHead> tensors) {
    static final String OPEN = "open";
    static final String ADVANCE = "advance";
    static final String END = "end";

    /** One as it came. */
    record Asked(String what, Set<String> read, Map<String, Tensor> tensors) {}

    static byte[] open(Map<String, Tensor> inputs) {
        return fed(OPEN, Set.of(), inputs);
    }

    static byte[] advance(Map<String, Tensor> inputs, Set<String> read) {
        return fed(ADVANCE, read, inputs);
    }

    static byte[] end() {
        return fed(END, Set.of(), Map.of());
    }

    private static byte[] fed(String what, Set<String> read, Map<String, Tensor> inputs) {
        ReplicaFrame.Named named = ReplicaFrame.Named.of(inputs);
        return ReplicaFrame.write(
                new ReplicaAsk(what, List.copyOf(new TreeSet<>(read)), named.heads()), named.tensors());
    }

    /** @throws dev.bascule.fallback.error.BasculeException for what is no such frame */
    static Asked read(byte[] frame) {
        ReplicaFrame.Read<ReplicaAsk> came = ReplicaFrame.read(frame, ReplicaAsk.class);
        ReplicaAsk head = came.head();
        if (!Set.of(OPEN, ADVANCE, END).contains(head.what()) || head.read().size() > Words.MANY) {
            throw Words.refused("something that no replica is asked");
        }
        Map<String, Tensor> tensors = came.cut(head.tensors());
        came.requireEnd();
        return new Asked(head.what(), Set.copyOf(new TreeSet<>(head.read())), tensors);
    }
}
