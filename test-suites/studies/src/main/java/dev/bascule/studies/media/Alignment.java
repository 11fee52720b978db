package dev.bascule.studies.media;

/**
 * Where in what came back the sound begins.
 *
 * @param lag samples by which it comes later; negative where its beginning is missing
 * @param correlation normalised, at that lag; 1 for the same sound, also a louder one, -1 for one whose sign is turned
 */
record Alignment(int lag, double correlation) {

    /** Over all lags at which at least half of the sound can be there, by its cross-correlation. */
    static Alignment of(float[] sound, float[] back) {
        int n = Fourier.lengthFor(sound.length + back.length);
        double[] re = new double[n];
        double[] im = new double[n];
        for (int i = 0; i < back.length; i++) {
            re[i] = back[i];
        }
        for (int i = 0; i < sound.length; i++) {
            im[i] = sound[i];
        }
        correlate(re, im);
        double[] energy = energies(back);
        double norm = Math.sqrt(energies(sound)[sound.length]);
        Alignment best = new Alignment(0, 0);
        for (int lag = -sound.length / 2; lag < back.length; lag++) {
            int from = Math.max(0, lag);
            int to = Math.min(back.length, lag + sound.length);
            double window = to <= from ? 0 : Math.sqrt(Math.max(0, energy[to] - energy[from]));
            double score = norm * window <= 1e-12 ? 0 : re[Math.floorMod(lag, n)] / (norm * window);
            if (Math.abs(score) > Math.abs(best.correlation)) {
                best = new Alignment(lag, score);
            }
        }
        return best;
    }

    /** Two real sequences as one complex: afterwards {@code re} is the first's correlation with the second. */
    private static void correlate(double[] re, double[] im) {
        int n = re.length;
        Fourier.transform(re, im, false);
        double[] productRe = new double[n];
        double[] productIm = new double[n];
        for (int k = 0; k < n; k++) {
            int mirror = (n - k) % n;
            double firstRe = (re[k] + re[mirror]) / 2;
            double firstIm = (im[k] - im[mirror]) / 2;
            double secondRe = (im[k] + im[mirror]) / 2;
            double secondIm = (re[mirror] - re[k]) / 2;
            productRe[k] = (firstRe * secondRe + firstIm * secondIm) / n;
            productIm[k] = (firstIm * secondRe - firstRe * secondIm) / n;
        }
        Fourier.transform(productRe, productIm, true);
        System.arraycopy(productRe, 0, re, 0, n);
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
