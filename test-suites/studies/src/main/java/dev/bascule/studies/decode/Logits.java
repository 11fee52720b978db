package dev.bascule.studies.decode;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Arithmetic on the logits of one position, in double. Stateless. */
final class Logits {
    private Logits() {}

    /** The rows of a tensor of {@code [1, positions, vocabulary]}; none where it is another. */
    static List<float[]> rows(Tensor tensor, int vocabulary) {
        List<Long> dims = tensor.shape().dims();
        if (tensor.dtype() != DType.FLOAT32
                || dims.isEmpty()
                || dims.get(dims.size() - 1) != vocabulary
                || tensor.shape().elements() > Integer.MAX_VALUE) {
            return List.of();
        }
        List<float[]> rows = new ArrayList<>();
        var floats = tensor.data().asFloatBuffer();
        while (floats.remaining() >= vocabulary) {
            float[] row = new float[vocabulary];
            floats.get(row);
            rows.add(row);
        }
        return rows;
    }

    /** The greatest, the first of equal ones. */
    static int best(float[] logits) {
        int best = 0;
        for (int i = 1; i < logits.length; i++) {
            if (logits[i] > logits[best]) {
                best = i;
            }
        }
        return best;
    }

    /** The difference between the two greatest. */
    static double margin(float[] logits) {
        int best = best(logits);
        double second = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < logits.length; i++) {
            if (i != best) {
                second = Math.max(second, logits[i]);
            }
        }
        return logits[best] - second;
    }

    /** The logarithm of each token's probability. */
    static double[] logProbabilities(float[] logits) {
        double top = logits[best(logits)];
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit - top);
        }
        double normal = top + Math.log(sum);
        double[] logs = new double[logits.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = logits[i] - normal;
        }
        return logs;
    }

    static double mean(float[] logits) {
        double sum = 0;
        for (float logit : logits) {
            sum += logit;
        }
        return sum / logits.length;
    }

    static double deviation(float[] logits) {
        double mean = mean(logits);
        double sum = 0;
        for (float logit : logits) {
            sum += (logit - mean) * (logit - mean);
        }
        return Math.sqrt(sum / logits.length);
    }
}
