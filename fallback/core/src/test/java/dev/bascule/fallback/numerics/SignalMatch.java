package dev.bascule.fallback.numerics;

/**
 * How alike a signal is to a reference that it may lag behind, as a sound that went through a lossy codec.
 *
 * @param lag samples by which it is late; negative when early
 * @param correlation cosine of the two after alignment, from -1 to 1; 0 where one of them is silence
 * @param signalToNoise in dB, {@code 10 log10(sum ref^2 / sum (ref - x)^2)} after alignment, over the reference's length;
 *     positive infinity where they are equal
 */
public record SignalMatch(int lag, double correlation, double signalToNoise) {

    /**
     * Aligns by the lag of the largest correlation.
     *
     * @param most how many samples it may lag, either way
     */
    public static SignalMatch of(float[] reference, float[] signal, int most) {
        int best = 0;
        double largest = Double.NEGATIVE_INFINITY;
        for (int lag = -most; lag <= most; lag++) {
            double product = product(reference, signal, lag);
            if (product > largest) {
                largest = product;
                best = lag;
            }
        }
        return at(reference, signal, best);
    }

    private static SignalMatch at(float[] reference, float[] signal, int lag) {
        double power = 0;
        double own = 0;
        double noise = 0;
        for (int i = 0; i < reference.length; i++) {
            int j = i + lag;
            double value = j >= 0 && j < signal.length ? signal[j] : 0;
            power += (double) reference[i] * reference[i];
            own += value * value;
            noise += (reference[i] - value) * (reference[i] - value);
        }
        double norm = Math.sqrt(power * own);
        return new SignalMatch(
                lag,
                norm == 0 ? 0 : product(reference, signal, lag) / norm,
                noise == 0 ? Double.POSITIVE_INFINITY : 10 * Math.log10(power / noise));
    }

    private static double product(float[] reference, float[] signal, int lag) {
        double sum = 0;
        int last = Math.min(reference.length, signal.length - lag);
        for (int i = Math.max(0, -lag); i < last; i++) {
            sum += (double) reference[i] * signal[i + lag];
        }
        return sum;
    }
}
