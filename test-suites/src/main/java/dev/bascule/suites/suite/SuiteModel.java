package dev.bascule.suites.suite;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model of a suite with what it is fed.
 *
 * @param reference a zoo name, {@code hf:org/repo[/file]}, or a path of a file or of a folder in the backend-test layout
 * @param name its name in case ids
 * @param inputs sources by input name
 * @param pipeline what turns sounds, pictures and texts into inputs; empty takes the zoo model's own, if it is one
 * @param dims sizes of dynamic dimensions by name
 * @param frames inputs that are fed frame by frame
 * @param carry input to the output whose previous value feeds it
 * @param expected a {@code test_data_set_N} folder with the expected outputs
 * @param scenarios what to observe beyond the attempts; empty takes the suite's
 */
public record SuiteModel(
        String reference,
        String name,
        Map<String, InputSource> inputs,
        Optional<PipelineEntry> pipeline,
        Map<String, Long> dims,
        Map<String, Frame> frames,
        Map<String, String> carry,
        Optional<Path> expected,
        Optional<List<ScenarioEntry>> scenarios) {

    public SuiteModel {
        inputs = ordered(inputs);
        dims = ordered(dims);
        frames = ordered(frames);
        carry = ordered(carry);
        scenarios = scenarios.map(List::copyOf);
    }

    /** One that says nothing about scenarios. */
    public SuiteModel(
            String reference,
            String name,
            Map<String, InputSource> inputs,
            Optional<PipelineEntry> pipeline,
            Map<String, Long> dims,
            Map<String, Frame> frames,
            Map<String, String> carry,
            Optional<Path> expected) {
        this(reference, name, inputs, pipeline, dims, frames, carry, expected, Optional.empty());
    }

    SuiteModel withScenarios(Optional<List<ScenarioEntry>> others) {
        return new SuiteModel(reference, name, inputs, pipeline, dims, frames, carry, expected, others);
    }

    private static <V> Map<String, V> ordered(Map<String, V> map) {
        return java.util.Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
