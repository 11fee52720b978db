package dev.bascule.studies.reduce;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The first part of a tensor. Stateless. */
final class TensorSlices {
    private TensorSlices() {}

    /** Whether tensors of this type can be cut: their elements are whole bytes. */
    static boolean cuts(DType dtype) {
        return dtype.bits() >= Byte.SIZE || dtype == DType.STRING;
    }

    /** The first so many along an axis. */
    static Tensor first(Tensor tensor, int axis, long count) {
        List<Long> dims = new ArrayList<>(tensor.shape().dims());
        long old = dims.get(axis);
        long outer = product(dims.subList(0, axis));
        long inner = product(dims.subList(axis + 1, dims.size()));
        dims.set(axis, count);
        if (tensor.dtype() == DType.STRING) {
            List<String> all = tensor.asStrings();
            List<String> kept = new ArrayList<>();
            for (long block = 0; block < outer; block++) {
                int from = Math.toIntExact(block * old * inner);
                kept.addAll(all.subList(from, from + Math.toIntExact(count * inner)));
            }
            return Tensor.strings(new Shape(dims), kept);
        }
        int width = tensor.dtype().bits() / Byte.SIZE;
        ByteBuffer from = tensor.data();
        ByteBuffer to = ByteBuffer.allocate(Math.toIntExact(outer * count * inner * width));
        for (long block = 0; block < outer; block++) {
            int start = Math.toIntExact(block * old * inner * width);
            to.put(from.slice(start, Math.toIntExact(count * inner * width)));
        }
        return Tensor.of(tensor.dtype(), new Shape(dims), to.flip());
    }

    private static long product(List<Long> dims) {
        return dims.stream().reduce(1L, (a, b) -> a * b);
    }
}
