package dev.bascule.training.data;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples and which class each is of. Immutable and thread-safe.
 *
 * @param samples [count, …sample], 32-bit floats or 64-bit whole numbers
 * @param labels [count], int64, from 0
 */
public record Labelled(Tensor samples, Tensor labels) {
    public Labelled {
        if (labels.dtype() != DType.INT64
                || labels.shape().rank() != 1
                || samples.shape().rank() < 1
                || !samples.shape().dims().get(0).equals(labels.shape().dims().get(0))) {
            throw new IllegalArgumentException("%s samples and %s labels".formatted(samples, labels));
        }
    }

    public int count() {
        return Math.toIntExact(labels.shape().elements());
    }

    /** The shape of one sample. */
    public Shape sample() {
        List<Long> dims = samples.shape().dims();
        return new Shape(dims.subList(1, dims.size()));
    }

    /** Which class a sample is of. */
    public int label(int index) {
        return (int) labels.data().getLong(index * Long.BYTES);
    }

    /** One-hot targets [count, classes], 32-bit floats. */
    public Tensor oneHot(int classes) {
        float[] targets = new float[Math.multiplyExact(count(), classes)];
        for (int i = 0; i < count(); i++) {
            targets[i * classes + label(i)] = 1;
        }
        return Tensor.floats(Shape.of(count(), classes), targets);
    }

    /**
     * Some of them, in this order.
     *
     * @param indices [n], int64
     * @throws IllegalArgumentException where one of them is not there
     */
    public Labelled at(Tensor indices) {
        int count = Math.toIntExact(indices.shape().elements());
        Elements.Reader index = Elements.of(indices);
        int[] chosen = new int[count];
        for (int i = 0; i < count; i++) {
            chosen[i] = (int) index.at(i);
        }
        return at(chosen);
    }

    Labelled at(int[] indices) {
        int width = Math.toIntExact(samples.dtype().bytes(sample().elements()));
        ByteBuffer from = samples.data();
        byte[] to = new byte[Math.multiplyExact(indices.length, width)];
        long[] classes = new long[indices.length];
        for (int i = 0; i < indices.length; i++) {
            if (indices[i] < 0 || indices[i] >= count()) {
                throw new IllegalArgumentException("sample %d of %d".formatted(indices[i], count()));
            }
            from.get(indices[i] * width, to, i * width, width);
            classes[i] = label(indices[i]);
        }
        List<Long> dims = new ArrayList<>(List.of((long) indices.length));
        dims.addAll(sample().dims());
        return new Labelled(
                Tensor.of(samples.dtype(), new Shape(dims), to), Tensor.longs(Shape.of(indices.length), classes));
    }

    /** The same samples with their labels exchanged among each other by a seed: what is learned from them is chance. */
    public Labelled withShuffledLabels(long seed) {
        int[] order = Permutation.of("shuffled labels " + seed, count());
        long[] mixed = new long[count()];
        for (int i = 0; i < mixed.length; i++) {
            mixed[i] = label(order[i]);
        }
        return new Labelled(samples, Tensor.longs(labels.shape(), mixed));
    }
}
