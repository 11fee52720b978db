package dev.bascule.models.workload;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/** What a batch size came to. */
public sealed interface BatchPoint {
    /** What either case comes to. */
    <R> R fold(Function<? super Measured, ? extends R> whenMeasured, Function<? super Failed, ? extends R> whenFailed);

    /** Rows in an inference. */
    int batch();

    /**
     * It ran where it was asked to, and its outputs were right.
     *
     * @param samples milliseconds an inference, warm
     * @param peakBytes of the runner's processes, where it was read
     * @param clockStep milliseconds that the runner's clock moves by; empty where it is finer than anything timed
     */
    record Measured(int batch, Samples samples, OptionalLong peakBytes, OptionalDouble clockStep)
            implements BatchPoint {
        /** Steps of the clock that a median needs, so that one step more or less is 1 % of it. */
        static final int STEPS = 100;

        /** By a clock that is fine enough. */
        public Measured(int batch, Samples samples, OptionalLong peakBytes) {
            this(batch, samples, peakBytes, OptionalDouble.empty());
        }

        /** Whether the clock cannot tell how long it took: then there is a latency, and no throughput. */
        public boolean isTooQuick() {
            double median = samples.median();
            return summary().isEmpty() || (clockStep.isPresent() && median < STEPS * clockStep.getAsDouble());
        }

        /** Of its samples; empty where the clock cannot tell their median. */
        public Optional<Summary> summary() {
            return Summary.of(samples);
        }

        /** Rows in a second, by the median. */
        public double throughput() {
            return batch * 1000.0 / samples.median();
        }

        /** What the median's interval makes of it; empty where samples are too few for one. */
        public Optional<Interval> throughputInterval() {
            return summary()
                    .flatMap(Summary::ci95)
                    .filter(ends -> ends.low() > 0)
                    .map(ends -> new Interval(batch * 1000.0 / ends.high(), batch * 1000.0 / ends.low()));
        }

        /** Whether another's throughput is surely greater. */
        boolean isSurelyBelow(Measured other) {
            return throughputInterval().isPresent()
                    && other.throughputInterval()
                            .filter(theirs -> throughputInterval().orElseThrow().high() < theirs.low())
                            .isPresent();
        }

        /** Whether its interval of throughput overlaps another's; not where either has none. */
        boolean tiesWith(Measured other) {
            return throughputInterval().isPresent()
                    && other.throughputInterval().isPresent()
                    && !isSurelyBelow(other)
                    && !other.isSurelyBelow(this);
        }

        boolean isNoisy() {
            return summary()
                    .filter(known -> known.flags().contains(Summary.Flag.NOISY)
                            || known.flags().contains(Summary.Flag.DRIFT))
                    .isPresent();
        }

        @Override
        public <R> R fold(
                Function<? super Measured, ? extends R> whenMeasured,
                Function<? super Failed, ? extends R> whenFailed) {
            return whenMeasured.apply(this);
        }
    }

    /**
     * It did not run, or was not even tried.
     *
     * @param failure why
     * @param memory whether memory was the reason, so that half of it may do
     */
    record Failed(int batch, Failure failure, boolean memory) implements BatchPoint {
        @Override
        public <R> R fold(
                Function<? super Measured, ? extends R> whenMeasured,
                Function<? super Failed, ? extends R> whenFailed) {
            return whenFailed.apply(this);
        }
    }
}
