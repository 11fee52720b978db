package dev.bascule.training.data;

/**
 * The power of a sound in bands of equal width over time, frames under a Hann window, as decimal logarithms. The same on every machine.
 * Immutable and thread-safe.
 */
final class Spectrogram {
    /** Added to each power, so that silence has a logarithm. */
    private static final double FLOOR = 1e-4;

    private final int window;
    private final int hop;
    private final int frames;
    private final double[] weights;
    private final double[] cosines;
    private final double[] sines;

    /**
     * @param window samples of a frame, twice as many as there are bands
     * @param hop samples from one frame to the next
     */
    Spectrogram(int window, int hop, int frames) {
        this.window = window;
        this.hop = hop;
        this.frames = frames;
        weights = new double[window];
        cosines = new double[window];
        sines = new double[window];
        for (int n = 0; n < window; n++) {
            double angle = 2 * StrictMath.PI * n / window;
            cosines[n] = StrictMath.cos(angle);
            sines[n] = StrictMath.sin(angle);
            weights[n] = (1 - cosines[n]) / 2;
        }
    }

    int bands() {
        return window / 2;
    }

    int frames() {
        return frames;
    }

    /** How many a sound has. */
    int samples() {
        return window + (frames - 1) * hop;
    }

    /** [bands, frames], the lowest band first; what does not swing is left out. */
    float[] of(double[] sound) {
        float[] powers = new float[bands() * frames];
        int half = window / 2;
        double[] even = new double[half + 1];
        double[] odd = new double[half + 1];
        for (int frame = 0; frame < frames; frame++) {
            fold(sound, frame * hop, even, odd);
            for (int band = 1; band <= bands(); band++) {
                double real = 0;
                double imaginary = 0;
                for (int n = 0; n <= half; n++) {
                    int angle = band * n % window;
                    real += even[n] * cosines[angle];
                    imaginary -= odd[n] * sines[angle];
                }
                double power = (real * real + imaginary * imaginary) / window;
                powers[(band - 1) * frames + frame] = (float) StrictMath.log10(power + FLOOR);
            }
        }
        return powers;
    }

    /** A cosine is the same from both ends of a frame, a sine the opposite: half the products do. */
    private void fold(double[] sound, int from, double[] even, double[] odd) {
        int half = window / 2;
        even[0] = weights[0] * sound[from];
        even[half] = weights[half] * sound[from + half];
        for (int n = 1; n < half; n++) {
            double here = weights[n] * sound[from + n];
            double there = weights[window - n] * sound[from + window - n];
            even[n] = here + there;
            odd[n] = here - there;
        }
    }
}
