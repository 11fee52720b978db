package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.job.PipelineSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One input, good or bad, and what page and host make of it: the same tensors, or the same refusal.
 *
 * @param name what it is, in words
 * @param assets by role, made in code
 * @param text of a text pipeline
 * @param expected of either side
 */
public record InputCase(
        String name, PipelineSpec spec, Map<String, byte[]> assets, Optional<String> text, Expected expected) {

    /** What both sides make of it. */
    public sealed interface Expected {}

    /** Tensors no further apart than this. */
    public record Same(double limit) implements Expected {}

    /** @param says part of the message, which tells what to do */
    public record Refused(String error, String says) implements Expected {}

    /** Every one. */
    public static List<InputCase> all() {
        return Stream.of(SoundCases.all(), PictureCases.all(), TextCases.all(), ShapingCases.all())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
