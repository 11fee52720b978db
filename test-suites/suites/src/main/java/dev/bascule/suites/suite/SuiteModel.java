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
 * @param feed what it is fed
 * @param expected a {@code test_data_set_N} folder with the expected outputs
 * @param scenarios what to observe beyond the attempts; empty takes the suite's
 * @param sha256 of the file that it must be, in lower-case hex; empty where any will do
 */
public record SuiteModel(
        String reference,
        String name,
        Feed feed,
        Optional<Path> expected,
        Optional<List<ScenarioEntry>> scenarios,
        Optional<String> sha256) {

    /**
     * What a model is fed.
     *
     * @param inputs sources by input name
     * @param pipeline what turns sounds, pictures and texts into inputs; empty takes the zoo model's own, if it is one
     * @param dims sizes of dynamic dimensions by name
     * @param frames inputs that are fed frame by frame
     * @param carry input to the output whose previous value feeds it
     */
    public record Feed(
            Map<String, InputSource> inputs,
            Optional<PipelineEntry> pipeline,
            Map<String, Long> dims,
            Map<String, FrameWindow> frames,
            Map<String, String> carry) {

        /** Where nothing is said of it. */
        public static final Feed NONE = new Feed(Map.of(), Optional.empty(), Map.of(), Map.of(), Map.of());

        public Feed {
            inputs = ordered(inputs);
            dims = ordered(dims);
            frames = ordered(frames);
            carry = ordered(carry);
        }

        private static <V> Map<String, V> ordered(Map<String, V> map) {
            return java.util.Collections.unmodifiableMap(new LinkedHashMap<>(map));
        }
    }

    public SuiteModel {
        scenarios = scenarios.map(List::copyOf);
    }

    /** One of which nothing else is said. */
    public SuiteModel(String reference, String name, Feed feed) {
        this(reference, name, feed, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public SuiteModel with(Feed other) {
        return new SuiteModel(reference, name, other, expected, scenarios, sha256);
    }

    SuiteModel withScenarios(Optional<List<ScenarioEntry>> others) {
        return new SuiteModel(reference, name, feed, expected, others, sha256);
    }

    /** With the steps of the model that it is, where Bascule knows it and the suite says nothing of steps and brings no input. */
    SuiteModel inSteps() {
        boolean silent = feed.frames().isEmpty()
                && feed.carry().isEmpty()
                && feed.inputs().isEmpty()
                && expected.isEmpty();
        if (!silent) {
            return this;
        }
        return ModelSource.parse(reference, Path.of("")).steps().map(this::in).orElse(this);
    }

    private SuiteModel in(ModelSource.Steps steps) {
        Map<String, InputSource> inputs = new LinkedHashMap<>();
        steps.inputs().forEach((input, tensor) -> inputs.put(input, new InputSource.FromPipeline(tensor)));
        return with(new Feed(inputs, feed.pipeline(), feed.dims(), steps.frames(), steps.carry()));
    }
}
