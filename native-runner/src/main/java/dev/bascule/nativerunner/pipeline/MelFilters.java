package dev.bascule.nativerunner.pipeline;

/** Triangular mel filters on Slaney's scale with Slaney's norm, as librosa's default: [mels][bins]. Stateless. */
final class MelFilters {
    private static final double LINEAR_STEP = 200.0 / 3;
    private static final double BREAK_HZ = 1000;
    private static final double BREAK_MEL = 15;
    private static final double LOG_STEP = Math.log(6.4) / 27;

    private MelFilters() {}

    static double hzToMel(double hz) {
        return hz < BREAK_HZ ? hz / LINEAR_STEP : BREAK_MEL + Math.log(hz / BREAK_HZ) / LOG_STEP;
    }

    static double melToHz(double mel) {
        return mel < BREAK_MEL ? mel * LINEAR_STEP : BREAK_HZ * Math.exp(LOG_STEP * (mel - BREAK_MEL));
    }

    /** @param window length of the transform, of which {@code window / 2 + 1} bins are left */
    static double[][] of(int sampleRate, int window, int mels) {
        double top = hzToMel(sampleRate / 2.0);
        double[] edges = new double[mels + 2];
        for (int j = 0; j < edges.length; j++) {
            edges[j] = melToHz(j * top / (mels + 1));
        }
        double[][] filters = new double[mels][window / 2 + 1];
        for (int m = 0; m < mels; m++) {
            for (int k = 0; k < filters[m].length; k++) {
                double hz = (double) k * sampleRate / window;
                double lower = (hz - edges[m]) / (edges[m + 1] - edges[m]);
                double upper = (edges[m + 2] - hz) / (edges[m + 2] - edges[m + 1]);
                filters[m][k] = Math.max(0, Math.min(lower, upper)) * 2 / (edges[m + 2] - edges[m]);
            }
        }
        return filters;
    }
}
