package dev.bascule.studies.replicas;

import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.step.TrainingGraph;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What one worker is fed in the place of whole batches in their order. Stateless. */
final class Refed {
    private Refed() {}

    /** The samples of a batch from the last to the first: the same sums, rounded otherwise. */
    static Map<String, Tensor> backwards(Map<String, Tensor> whole) {
        Map<String, Tensor> reversed = new LinkedHashMap<>();
        whole.forEach((name, tensor) -> reversed.put(name, backwards(tensor)));
        return reversed;
    }

    private static Tensor backwards(Tensor tensor) {
        int rows = Math.toIntExact(tensor.shape().dims().get(0));
        ByteBuffer data = tensor.data();
        byte[] bytes = new byte[data.remaining()];
        int row = bytes.length / rows;
        for (int i = 0; i < rows; i++) {
            data.get(data.position() + (rows - 1 - i) * row, bytes, i * row, row);
        }
        return Tensor.of(tensor.dtype(), tensor.shape(), bytes);
    }

    /**
     * A batch of which only these pieces count: cross-entropy is Σ target · log p, divided by the whole batch. So targets of others are zeros, and
     * those that count are as many times larger as the batch is.
     */
    static Map<String, Tensor> only(List<Piece> pieces, Map<String, Tensor> whole) {
        Tensor targets = Objects.requireNonNull(whole.get(TrainingGraph.TARGETS), TrainingGraph.TARGETS);
        int rows = Math.toIntExact(targets.shape().dims().get(0));
        int width = Math.toIntExact(targets.shape().elements()) / rows;
        float weight = (float) rows / pieces.stream().mapToInt(Piece::samples).sum();
        FloatBuffer values = targets.data().asFloatBuffer();
        float[] weighed = new float[rows * width];
        for (Piece piece : pieces) {
            for (int i = piece.from() * width; i < (piece.from() + piece.samples()) * width; i++) {
                weighed[i] = weight * values.get(i);
            }
        }
        Map<String, Tensor> changed = new LinkedHashMap<>(whole);
        changed.put(TrainingGraph.TARGETS, Tensor.floats(targets.shape(), weighed));
        return changed;
    }
}
