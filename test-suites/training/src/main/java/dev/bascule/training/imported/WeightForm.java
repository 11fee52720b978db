package dev.bascule.training.imported;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.Arrays;
import java.util.List;

/** How a weight that is trained enters its product. Immutable. */
public sealed interface WeightForm {
    /** What a weight's name is followed by in the name of the parameter that its scales are learnt by. */
    String SCALE = ".log_scale";

    /** Adds what the product gets. */
    Symbol of(Operators on, Symbol weight);

    /**
     * Times a mask, so that what is 0 in it gets no gradient and stays as it is.
     *
     * @param mask 0 and 1, of the weight's shape
     */
    record Masked(Tensor mask) implements WeightForm {
        @Override
        public Symbol of(Operators on, Symbol weight) {
            return on.mul(weight, on.graph().constant(weight.name() + ".mask", mask));
        }
    }

    /**
     * {@code s round(clip(w / s, -most, most))}: as the weight will be stored. The gradient passes within the range and not beyond; by the scale it is that of
     * "Learned Step Size Quantization" (Esser et al. 2020): {@code round(v) - v} within, {@code ±most} beyond. The scale is {@code s₀ exp(t)} with t learnt from 0 on,
     * so that it stays above zero, and a step of Adam changes it by a share of itself.
     *
     * @param axis along which there is a scale for each index
     * @param most the greatest whole number
     * @param scales s₀
     * @param learnt whether t is a parameter; else it is 0
     * @param straight whether gradients pass through the rounding; without, none reaches the weight
     */
    record Rounded(int axis, int most, float[] scales, boolean learnt, boolean straight) implements WeightForm {
        @Override
        public Symbol of(Operators on, Symbol weight) {
            long[] dims = new long[weight.rank()];
            Arrays.fill(dims, 1);
            dims[axis] = scales.length;
            Shape along = Shape.of(dims);
            Symbol scale = on.graph().constant(weight.name() + ".first_scale", Tensor.floats(along, scales));
            if (learnt) {
                Tensor zeros = Tensor.floats(along, new float[scales.length]);
                scale = on.mul(scale, on.exp(on.graph().parameter(weight.name() + SCALE, zeros, false)));
            }
            Symbol clipped = on.graph().op("Clip", List.of(on.div(weight, scale), on.scalar(-most), on.scalar(most)));
            Symbol whole = straight ? on.roundedStraight(clipped) : on.graph().op("Round", List.of(clipped));
            return on.mul(whole, scale);
        }

        /** The scales at these values of t. */
        public static float[] at(float[] first, float[] t) {
            float[] scales = new float[first.length];
            for (int i = 0; i < scales.length; i++) {
                scales[i] = (float) (first[i] * Math.exp(t[i]));
            }
            return scales;
        }
    }
}
