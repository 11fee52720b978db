package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.GraphOptimization;
import java.time.Duration;
import java.util.Optional;

/** The parts of a {@link Measurement} that somebody said something about; the others are empty. */
public record MeasurementOverrides(
        Optional<Integer> minIterations,
        Optional<Duration> minDuration,
        Optional<Integer> softwareIterations,
        Optional<Duration> warmUpLimit,
        Optional<Duration> measureLimit,
        Optional<Duration> timeout,
        Optional<Integer> threads,
        Optional<Integer> batch,
        Optional<GraphOptimization> graphOptimization,
        EngineChoice engine) {

    /** With nothing said about the engine's options. */
    public MeasurementOverrides(
            Optional<Integer> minIterations,
            Optional<Duration> minDuration,
            Optional<Integer> softwareIterations,
            Optional<Duration> warmUpLimit,
            Optional<Duration> measureLimit,
            Optional<Duration> timeout,
            Optional<Integer> threads,
            Optional<Integer> batch,
            Optional<GraphOptimization> graphOptimization) {
        this(
                minIterations,
                minDuration,
                softwareIterations,
                warmUpLimit,
                measureLimit,
                timeout,
                threads,
                batch,
                graphOptimization,
                EngineChoice.NONE);
    }

    public static final MeasurementOverrides NONE = new MeasurementOverrides(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /**
     * The base, with what is said here in its place. Whoever says how much is to be measured, and nothing of software adapters,
     * means these as well.
     */
    public Measurement over(Measurement base) {
        int iterations = minIterations.orElse(base.minIterations());
        boolean said = minIterations.isPresent() || minDuration.isPresent();
        return new Measurement(
                iterations,
                minDuration.orElse(base.minDuration()),
                softwareIterations.orElse(said ? iterations : base.softwareIterations()),
                warmUpLimit.orElse(base.warmUpLimit()),
                measureLimit.orElse(base.measureLimit()),
                timeout.orElse(base.timeout()),
                threads.orElse(base.threads()),
                batch.orElse(base.batch()),
                graphOptimization.orElse(base.graphOptimization()),
                engine.over(base.engine()));
    }
}
