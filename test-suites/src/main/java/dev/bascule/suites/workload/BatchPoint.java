package dev.bascule.suites.workload;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import java.util.OptionalLong;

/** What a batch size came to. */
public sealed interface BatchPoint {
    /** Rows in an inference. */
    int batch();

    /**
     * It ran, and its outputs were right.
     *
     * @param samples milliseconds an inference, warm
     * @param peakBytes of the runner's processes, where it was read
     */
    record Measured(int batch, Samples samples, OptionalLong peakBytes) implements BatchPoint {

        /** Of its samples. */
        public Summary summary() {
            return Summary.of(samples).orElseThrow(() -> new IllegalStateException("no samples, no number"));
        }

        /** Rows in a second, by the median. */
        public double throughput() {
            return batch * 1000.0 / summary().median();
        }

        /** What the median's interval makes of it; the median itself, 5 % to either side, where samples are too few. */
        public Interval throughputInterval() {
            return summary()
                    .ci95()
                    .filter(ends -> ends.low() > 0)
                    .map(ends -> new Interval(batch * 1000.0 / ends.high(), batch * 1000.0 / ends.low()))
                    .orElseGet(() -> new Interval(0.95 * throughput(), 1.05 * throughput()));
        }

        boolean isNoisy() {
            return summary().flags().contains(Summary.Flag.NOISY)
                    || summary().flags().contains(Summary.Flag.DRIFT);
        }
    }

    /**
     * It did not run, or was not even tried.
     *
     * @param failure why
     * @param memory whether memory was the reason, so that half of it may do
     */
    record Failed(int batch, Failure failure, boolean memory) implements BatchPoint {}
}
