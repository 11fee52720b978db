package dev.bascule.training.network;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SplitMix;
import java.util.function.DoubleSupplier;

/**
 * Initial values of parameters: they follow from the seed and the parameter's name alone, the same bytes on every machine. Immutable and
 * thread-safe.
 */
record Initial(long seed) {

    /** Normal with the variance 2 / inputs (He et al. 2015): for what a Relu follows. */
    Tensor he(String name, Shape shape, long inputs) {
        return normal(name, shape, StrictMath.sqrt(2.0 / inputs));
    }

    /** Uniform with the variance 2 / (inputs + outputs) (Glorot and Bengio 2010). */
    Tensor glorot(String name, Shape shape, long inputs, long outputs) {
        double limit = StrictMath.sqrt(6.0 / (inputs + outputs));
        SplitMix random = random(name);
        return drawn(shape, () -> limit * (2 * random.nextFloat() - 1));
    }

    Tensor normal(String name, Shape shape, double deviation) {
        SplitMix random = random(name);
        return drawn(shape, () -> deviation * random.nextGaussian());
    }

    static Tensor filled(Shape shape, double value) {
        return drawn(shape, () -> value);
    }

    private SplitMix random(String name) {
        return SplitMix.named("training/" + seed + "/" + name);
    }

    private static Tensor drawn(Shape shape, DoubleSupplier source) {
        float[] values = new float[Math.toIntExact(shape.elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) source.getAsDouble();
        }
        return Tensor.floats(shape, values);
    }
}
