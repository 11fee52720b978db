package dev.bascule.app.local;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SplitMix;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * More inputs like one: each element is one of the first's, drawn anew by a seed, so that all are in its range and every index is one that there is.
 * What are no floats and no indices, as masks and positions, stay. Immutable.
 *
 * @param first the one
 * @param indices names of inputs that look up rows
 */
record DrawnInputs(Map<String, Tensor> first, Set<String> indices) {

    DrawnInputs {
        first = Collections.unmodifiableMap(new TreeMap<>(first));
        indices = Set.copyOf(indices);
    }

    Map<String, Tensor> by(long seed) {
        Map<String, Tensor> made = new TreeMap<>();
        first.forEach((name, tensor) -> made.put(name, isDrawn(name, tensor) ? drawn(tensor, seed, name) : tensor));
        return made;
    }

    private boolean isDrawn(String name, Tensor tensor) {
        DType type = tensor.dtype();
        boolean whole = type != DType.STRING
                && type.bytes(1) * tensor.shape().elements() == tensor.data().remaining();
        return whole && tensor.shape().elements() > 1 && (type.isFloat() || indices.contains(name));
    }

    private static Tensor drawn(Tensor tensor, long seed, String name) {
        int count = Math.toIntExact(tensor.shape().elements());
        int width = Math.toIntExact(tensor.dtype().bytes(1));
        byte[] from = new byte[count * width];
        tensor.data().get(from);
        byte[] made = new byte[from.length];
        SplitMix random = SplitMix.named(seed + ":" + name);
        for (int i = 0; i < count; i++) {
            System.arraycopy(from, (int) random.nextBelow(count) * width, made, i * width, width);
        }
        return Tensor.of(tensor.dtype(), tensor.shape(), made);
    }
}
