package dev.bascule.quantization;

import java.util.Optional;

/**
 * One way to a smaller model, with its parameters. Immutable, and a function of what it is given: the same source gives the same bytes on
 * every machine, but where others' programs make them ({@link #peer()}).
 */
public interface Method {

    /** What a user calls it, as {@code int4-block32}: lower case, digits and hyphens, unique among all. */
    String name();

    /** What it does, in one sentence for the list of methods. */
    String summary();

    /** Whether it needs {@link Source#ranges()}. */
    default boolean calibrated() {
        return false;
    }

    /** Whether ranges of every float32 value are wanted, not only of those that ONNX Runtime's own providers quantise. */
    default boolean everyRange() {
        return false;
    }

    /** The device that it is for; empty where it is for all. */
    default Optional<String> device() {
        return Optional.empty();
    }

    /** Whether it needs {@link Source#hybrid()}. */
    default boolean sensitive() {
        return false;
    }

    /** Whether it needs {@link HybridInput#times()} as well. */
    default boolean timed() {
        return false;
    }

    /** Whether samples that calibrate have a say in it: by ranges, or by which layer gets how many bits. */
    default boolean seesCalibration() {
        return calibrated() || sensitive();
    }

    /** Whose program makes it, as {@code onnxruntime}; empty of ours. */
    default Optional<String> peer() {
        return Optional.empty();
    }

    /** The rule of {@link ActivationRanges#rule()} that it wants; empty for a method that is not calibrated. */
    default Optional<String> calibration() {
        return Optional.empty();
    }

    /** Where a model of it is computed in its precision, and where only stored in it. */
    ComputedIn computedIn();

    /** The model, or why this one has none. Never throws for a model that an engine would take. */
    Made make(Source source);
}
