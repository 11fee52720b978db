package dev.bascule.nativerunner.pipeline;

import java.util.Arrays;

/**
 * Whisper's log-mel spectrogram: periodic Hann window of 400, hop of 160, reflected edges, power, Slaney mel filters,
 * decimal logarithm, clamped 8 below the peak, scaled. Immutable and thread-safe.
 */
final class LogMel {
    static final int HOP = 160;
    static final int WINDOW = 400;
    private static final int HALF = WINDOW / 2;

    private final double[] window = new double[WINDOW];
    private final double[] cosines = new double[WINDOW];
    private final double[] sines = new double[WINDOW];
    private final double[][] filters;

    LogMel(int sampleRate, int mels) {
        for (int n = 0; n < WINDOW; n++) {
            double angle = 2 * Math.PI * n / WINDOW;
            cosines[n] = Math.cos(angle);
            sines[n] = Math.sin(angle);
            window[n] = 0.5 - 0.5 * cosines[n];
        }
        filters = MelFilters.of(sampleRate, WINDOW, mels);
    }

    /** @param samples a whole number of hops, two at least; the result is [mels, frames], row major */
    float[] of(float[] samples) {
        int frames = samples.length / HOP;
        double[] logs = new double[filters.length * frames];
        double[] frame = new double[WINDOW];
        double[] power = new double[HALF + 1];
        for (int t = 0; t < frames; t++) {
            for (int n = 0; n < WINDOW; n++) {
                frame[n] = samples[reflected(t * HOP + n - HALF, samples.length)] * window[n];
            }
            power(frame, power);
            for (int m = 0; m < filters.length; m++) {
                logs[m * frames + t] = Math.log10(Math.max(dot(filters[m], power), 1e-10));
            }
        }
        double floor = Arrays.stream(logs).max().orElse(0) - 8;
        float[] scaled = new float[logs.length];
        for (int i = 0; i < logs.length; i++) {
            scaled[i] = (float) ((Math.max(logs[i], floor) + 4) / 4);
        }
        return scaled;
    }

    private static int reflected(int index, int length) {
        return index < 0 ? -index : index >= length ? 2 * (length - 1) - index : index;
    }

    /**
     * |DFT|² of a real frame, bins 0 to 200. The real part sees only the frame's even half, the imaginary part only its
     * odd half, so the frame is folded once and each bin costs half the products.
     */
    private void power(double[] frame, double[] power) {
        double[] even = new double[HALF + 1];
        double[] odd = new double[HALF + 1];
        even[0] = frame[0];
        even[HALF] = frame[HALF];
        for (int n = 1; n < HALF; n++) {
            even[n] = frame[n] + frame[WINDOW - n];
            odd[n] = frame[n] - frame[WINDOW - n];
        }
        for (int k = 0; k <= HALF; k++) {
            double re = 0;
            double im = 0;
            int angle = 0;
            for (int n = 0; n <= HALF; n++) {
                re += even[n] * cosines[angle];
                im += odd[n] * sines[angle];
                angle += k;
                if (angle >= WINDOW) {
                    angle -= WINDOW;
                }
            }
            power[k] = re * re + im * im;
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
