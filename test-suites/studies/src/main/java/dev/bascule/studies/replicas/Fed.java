package dev.bascule.studies.replicas;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.training.StepOrder;
import dev.bascule.training.step.TrainingGraph;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a session is fed for one piece of a batch. Stateless. */
final class Fed {
    private Fed() {}

    /** All its inputs. */
    static Map<String, Tensor> inputs(StepOrder order, Map<String, Tensor> parameters, long step, Piece piece) {
        Map<String, Tensor> inputs = new LinkedHashMap<>(parameters);
        Map<String, Tensor> samples = order.samples(step, piece.from(), piece.samples());
        inputs.put(TrainingGraph.SAMPLES, filled(tensor(samples, TrainingGraph.SAMPLES), piece, true));
        inputs.put(TrainingGraph.TARGETS, filled(tensor(samples, TrainingGraph.TARGETS), piece, false));
        return inputs;
    }

    private static Tensor tensor(Map<String, Tensor> from, String name) {
        return Objects.requireNonNull(from.get(name), name);
    }

    /**
     * Cross-entropy is Σ target · log p: where targets are zeros, neither loss nor gradient has anything of a sample, whatever it is.
     *
     * @param first whether its first row is taken for the others, as numbers that the network knows, or zeros
     */
    private static Tensor filled(Tensor tensor, Piece piece, boolean first) {
        if (piece.filling() == 0) {
            return tensor;
        }
        ByteBuffer data = tensor.data();
        byte[] bytes = new byte[data.remaining() / piece.samples() * piece.size()];
        int own = data.remaining();
        int row = own / piece.samples();
        data.get(data.position(), bytes, 0, own);
        for (int at = own; first && at < bytes.length; at += row) {
            System.arraycopy(bytes, 0, bytes, at, row);
        }
        List<Long> dims = new ArrayList<>(tensor.shape().dims());
        dims.set(0, (long) piece.size());
        return Tensor.of(tensor.dtype(), new Shape(dims), bytes);
    }
}
