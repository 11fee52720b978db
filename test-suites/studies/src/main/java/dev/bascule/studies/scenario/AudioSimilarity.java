package dev.bascule.studies.scenario;

/**
 * The likeness of two sounds, whatever the one's head start.
 *
 * @param correlation greatest normalised cross-correlation over the lags; 1 for the same sound, also a louder one
 * @param lag samples by which the second sound comes later there
 */
record AudioSimilarity(double correlation, int lag) {

    /** @param reach lags tried in both directions, in samples */
    static AudioSimilarity of(float[] first, float[] second, int reach) {
        AudioSimilarity best = new AudioSimilarity(-1, 0);
        for (int lag = -reach; lag <= reach; lag++) {
            double correlation = correlation(first, second, lag);
            if (correlation > best.correlation()) {
                best = new AudioSimilarity(correlation, lag);
            }
        }
        return best;
    }

    private static double correlation(float[] first, float[] second, int lag) {
        double product = 0;
        double one = 0;
        double other = 0;
        int end = Math.min(first.length, second.length - lag);
        for (int i = Math.max(0, -lag); i < end; i++) {
            product += (double) first[i] * second[i + lag];
            one += (double) first[i] * first[i];
            other += (double) second[i + lag] * second[i + lag];
        }
        return one == 0 || other == 0 ? 0 : product / Math.sqrt(one * other);
    }
}
