package dev.bascule.studies.media;

/**
 * Where in what came back the sound begins.
 *
 * @param delay samples by which it comes later, in fractions: a resampler on the way moves it by less than one; negative where its
 *     beginning is missing
 * @param correlation normalised, there; 1 for the same sound, also a louder one, -1 for one whose sign is turned
 */
record Alignment(double delay, double correlation) {
    private static final int REFINEMENTS = 24;

    /** In whole samples. */
    int lag() {
        return (int) Math.round(delay);
    }

    /** Over all lags at which at least half of the sound can be there, by its cross-correlation. */
    static Alignment of(float[] sound, float[] back) {
        Spectrum spectrum = Spectrum.ofCorrelation(sound, back);
        double[] products = spectrum.values();
        double[] energy = energies(back);
        double norm = Math.sqrt(energies(sound)[sound.length]);
        int best = 0;
        double most = 0;
        double bestNorm = 0;
        for (int lag = -sound.length / 2; lag < back.length; lag++) {
            int from = Math.max(0, lag);
            int to = Math.min(back.length, lag + sound.length);
            double window = to <= from ? 0 : Math.sqrt(Math.max(0, energy[to] - energy[from]));
            double score = norm * window <= 1e-12 ? 0 : products[Math.floorMod(lag, products.length)] / (norm * window);
            if (Math.abs(score) > Math.abs(most)) {
                best = lag;
                most = score;
                bestNorm = norm * window;
            }
        }
        if (bestNorm == 0) {
            return new Alignment(0, 0);
        }
        double delay = refined(spectrum, best, Math.signum(most));
        return new Alignment(delay, Math.max(-1, Math.min(1, spectrum.at(delay) / bestNorm)));
    }

    /** The peak between the samples beside the best, by halving where it is not. */
    private static double refined(Spectrum spectrum, int best, double sign) {
        double low = best - 0.5;
        double high = best + 0.5;
        for (int i = 0; i < REFINEMENTS; i++) {
            double third = (high - low) / 3;
            if (sign * spectrum.at(low + third) < sign * spectrum.at(high - third)) {
                low += third;
            } else {
                high -= third;
            }
        }
        double delay = (low + high) / 2;
        return sign * spectrum.at(delay) > sign * spectrum.at(best) ? delay : best;
    }

    /** Sums of squares of the first samples. */
    private static double[] energies(float[] samples) {
        double[] sums = new double[samples.length + 1];
        for (int i = 0; i < samples.length; i++) {
            sums[i + 1] = sums[i] + (double) samples[i] * samples[i];
        }
        return sums;
    }
}
