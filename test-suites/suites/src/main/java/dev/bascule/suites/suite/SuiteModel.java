package dev.bascule.suites.suite;

import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.source.ModelSource;
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
 * @param sha256 of the file that it must be, in lower-case hex; empty where any will do
 */
public record SuiteModel(
        String reference,
        String name,
        Map<String, InputSource> inputs,
        Optional<PipelineEntry> pipeline,
        Map<String, Long> dims,
        Map<String, FrameWindow> frames,
        Map<String, String> carry,
        Optional<Path> expected,
        Optional<List<ScenarioEntry>> scenarios,
        Optional<String> sha256) {

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
            Map<String, FrameWindow> frames,
            Map<String, String> carry,
            Optional<Path> expected) {
        this(reference, name, inputs, pipeline, dims, frames, carry, expected, Optional.empty(), Optional.empty());
    }

    SuiteModel withScenarios(Optional<List<ScenarioEntry>> others) {
        return new SuiteModel(reference, name, inputs, pipeline, dims, frames, carry, expected, others, sha256);
    }

    /** With the steps of the zoo's model that it is, where the suite says nothing of steps and brings no input. */
    SuiteModel inSteps() {
        boolean silent = frames.isEmpty() && carry.isEmpty() && inputs.isEmpty() && expected.isEmpty();
        if (!silent || !(ModelSource.parse(reference, Path.of("")) instanceof ModelSource.FromZoo zoo)) {
            return this;
        }
        Map<String, FrameWindow> own = new LinkedHashMap<>();
        zoo.model().frames().forEach((input, length) -> own.put(input, new FrameWindow(length, 0)));
        return new SuiteModel(
                reference, name, inputs, pipeline, dims, own, zoo.model().carry(), expected, scenarios, sha256);
    }

    private static <V> Map<String, V> ordered(Map<String, V> map) {
        return java.util.Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
