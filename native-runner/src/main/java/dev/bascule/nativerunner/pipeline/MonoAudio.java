package dev.bascule.nativerunner.pipeline;

/**
 * Mono sound.
 *
 * @param samples from -1 to 1
 * @param rate samples a second
 */
record MonoAudio(float[] samples, int rate) {
    /** Zero crossings of the sinc on each side: 64 taps at the lower rate, stop band below -80 dB. */
    private static final int CROSSINGS = 32;

    /**
     * The sound at another rate, band-limited to the lower of the two: a sinc windowed by a Blackman window
     * (J. O. Smith, Digital Audio Resampling). The same sound where the rate is the same.
     */
    MonoAudio resampled(int target) {
        if (target == rate) {
            return this;
        }
        double ratio = (double) target / rate;
        double cutoff = Math.min(1.0, ratio);
        double reach = CROSSINGS / cutoff;
        float[] out = new float[(int) Math.round(samples.length * ratio)];
        for (int i = 0; i < out.length; i++) {
            double centre = i / ratio;
            int from = Math.max(0, (int) Math.ceil(centre - reach));
            int to = Math.min(samples.length - 1, (int) Math.floor(centre + reach));
            double sum = 0;
            double weights = 0;
            for (int n = from; n <= to; n++) {
                double x = n - centre;
                double weight = sinc(cutoff * x) * blackman(x / reach);
                sum += weight * samples[n];
                weights += weight;
            }
            // Dividing by the weights keeps a constant constant; at the edges it stands for the missing neighbours.
            out[i] = (float) (weights == 0 ? 0 : sum / weights);
        }
        return new MonoAudio(out, target);
    }

    private static double sinc(double x) {
        return x == 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    }

    /** From 1 in the middle to 0 at -1 and 1. */
    private static double blackman(double x) {
        return 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);
    }
}
