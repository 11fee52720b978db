package dev.bascule.fallback.usage;

import java.util.List;

/**
 * One look at what has no counter: frequencies, temperatures, the state of GPUs. Immutable.
 *
 * @param sensed what was read, or why not
 * @param slowdowns what the chips say holds them back at this moment, each with its kind
 * @param told whose own word on slowdowns could be had: {@code clock reasons of gpu 0: …}
 * @param untold whose could not, and why
 */
public record SensorSnapshot(
        List<Sensed> sensed, List<Throttling.Cause> slowdowns, List<String> told, List<String> untold) {

    public SensorSnapshot {
        sensed = List.copyOf(sensed);
        slowdowns = List.copyOf(slowdowns);
        told = List.copyOf(told);
        untold = List.copyOf(untold);
    }

    public enum Sensor {
        /** MHz of the fastest logical processor at this moment: one that works runs no slower than one that does not. */
        FREQUENCY,
        /** MHz, the same at every look. */
        NOMINAL_FREQUENCY,
        /** Degrees Celsius. */
        TEMPERATURE,
        /** Bytes that are free to take. */
        AVAILABLE_MEMORY,
        /** Share of the last moments in which the GPU worked. */
        GPU_UTILIZATION,
        /** Bytes in use by anybody. */
        GPU_MEMORY,
        /** Watts. */
        POWER
    }

    /** One sensor's word about a subject. */
    public record Sensed(String subject, Sensor sensor, Reading<Double> reading) {}

    /** A look without any word on slowdowns. */
    public static SensorSnapshot of(List<Sensed> sensed) {
        return new SensorSnapshot(sensed, List.of(), List.of(), List.of());
    }
}
