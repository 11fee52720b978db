package dev.bascule.training.data;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.FloatBuffer;
import java.util.Locale;

/**
 * What is done to each number of a sample: {@code (x − mean) / deviation}. Immutable.
 *
 * @param mean of all numbers of the train part, or 0 where nothing is done
 * @param deviation their standard deviation, or 1
 */
public record Normalisation(double mean, double deviation) {
    /** Tokens are names, not quantities. */
    public static final Normalisation NONE = new Normalisation(0, 1);

    public Normalisation {
        if (!(deviation > 0)) {
            throw new IllegalArgumentException("a deviation of " + deviation);
        }
    }

    /**
     * From the train part alone: what is held back tells nothing. Summed in order, in double, so that it is the same on every machine.
     *
     * @throws BasculeException {@link ErrorCode#DATA_INVALID} where all numbers are the same
     */
    static Normalisation of(Labelled train) {
        if (train.samples().dtype() != DType.FLOAT32) {
            return NONE;
        }
        FloatBuffer values = train.samples().data().asFloatBuffer();
        int count = values.remaining();
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += values.get(i);
        }
        double mean = sum / count;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            squares += (values.get(i) - mean) * (values.get(i) - mean);
        }
        if (!(squares > 0)) {
            throw DataInvalid.of("all numbers of all samples are %s".formatted(mean), "look at the data");
        }
        return new Normalisation(mean, StrictMath.sqrt(squares / count));
    }

    /** The same samples as they are fed. */
    public Labelled apply(Labelled part) {
        if (equals(NONE)) {
            return part;
        }
        FloatBuffer values = part.samples().data().asFloatBuffer();
        float[] fed = new float[values.remaining()];
        for (int i = 0; i < fed.length; i++) {
            fed[i] = (float) ((values.get(i) - mean) / deviation);
        }
        return new Labelled(Tensor.floats(part.samples().shape(), fed), part.labels());
    }

    /** {@code (x - 0.1307) / 0.3081, of the train part}. */
    @Override
    public String toString() {
        return equals(NONE)
                ? "as they are"
                : String.format(Locale.ROOT, "(x - %.6g) / %.6g, of the train part", mean, deviation);
    }
}
