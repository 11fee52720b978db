package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
import java.util.Optional;

/** Adds up how far elements lie off in units of what rounding explains of them. Belongs to one comparison. */
final class NoiseTally {
    private final Optional<RoundingNoise> noise;
    private final DType dtype;
    private final double limit;
    private double most;
    private double squares;
    private long undetermined;
    private long beyond;

    NoiseTally(Optional<RoundingNoise> noise, DType dtype) {
        this.noise = noise;
        this.dtype = dtype;
        this.limit = noise.map(known -> known.limit(dtype)).orElse(0.0);
    }

    /** Counts an element that differs where rounding decides what it is: it is not judged. */
    boolean passesOver(int element) {
        boolean over = noise.isPresent() && noise.get().isUndetermined(element);
        undetermined += over ? 1 : 0;
        return over;
    }

    /** Adds an element that differs, and gives its deviation; 0 where there is none, as of whole numbers. */
    double add(int element, double distance, double expected) {
        if (noise.isEmpty()) {
            return 0;
        }
        if (!dtype.isFloat()) {
            beyond += distance > limit ? 1 : 0;
            return 0;
        }
        double deviation = noise.get().deviation(element);
        // The expected element itself was rounded to its type.
        double own = Double.isFinite(expected) ? FloatFormat.of(dtype).spacing(expected) / 2 : 0;
        double further = Math.max(0, distance - own);
        double times = further == 0 ? 0 : further / deviation;
        beyond += times > limit ? 1 : 0;
        most = Math.max(most, times);
        squares += times * times;
        return deviation;
    }

    Optional<Difference.Noise> result(int elements) {
        return noise.map(known -> new Difference.Noise(
                most, Math.sqrt(squares / Math.max(1, elements - known.undetermined())), undetermined, beyond));
    }
}
