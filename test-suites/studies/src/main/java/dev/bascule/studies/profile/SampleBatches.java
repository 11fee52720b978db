package dev.bascule.studies.profile;

import dev.bascule.fallback.measure.Samples;
import java.util.Arrays;
import java.util.Optional;

/**
 * Short samples by a coarse clock, gathered. A sample errs by up to one step of the clock, either way; the errors of
 * so many samples in a row add like a random walk, so that k samples of time t err by {@code step / (t √k)}, which is kept
 * below 1 %. Stateless.
 *
 * @param of how many samples each is the sum
 * @param samples the sums
 */
record SampleBatches(int of, Samples samples) {
    private static final double ERROR = 0.01;

    /** These samples as they are or gathered; empty where they are too few or too short for this clock. */
    static Optional<SampleBatches> gather(Samples samples, double resolutionMs) {
        if (samples.isEmpty()) {
            return Optional.empty();
        }
        double mean = samples.totalMillis() / samples.size();
        if (!(mean > 0)) {
            return Optional.empty();
        }
        double root = resolutionMs / (ERROR * mean);
        int of = root <= 1 ? 1 : (int) Math.min(Integer.MAX_VALUE, Math.ceil(root * root));
        int batches = samples.size() / of;
        if (batches < Rate.FEWEST) {
            return of == 1 ? Optional.of(new SampleBatches(1, samples)) : Optional.empty();
        }
        double[] millis = samples.millis();
        double[] sums = new double[batches];
        Arrays.setAll(
                sums,
                batch -> Arrays.stream(millis, batch * of, (batch + 1) * of).sum());
        return Optional.of(new SampleBatches(of, Samples.ofMillis(sums)));
    }
}
