package dev.bascule.studies.quantization;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.calibration.CalibrationModel;
import dev.bascule.quantization.calibration.Calibrator;
import dev.bascule.quantization.calibration.Rule;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs the model on native CPU, its inner values fetched, over the samples that calibrate: once for all methods, when the first
 * wants it. Belongs to one thread.
 */
public final class CalibrationRun {
    private final Stage natively;
    private final PreparedCase testCase;
    private final ModelProto model;
    private final SampleSplit samples;
    private final Path folder;
    private final boolean every;
    private Map<Rule, Calibrator> found = Map.of();
    private String trouble = "";
    private boolean ran;

    /**
     * @param natively native CPU
     * @param testCase the model's
     * @param model in float32
     * @param samples of which those that calibrate are run
     * @param folder for the model that shows its inner values
     */
    public CalibrationRun(Stage natively, PreparedCase testCase, ModelProto model, SampleSplit samples, Path folder) {
        this(natively, testCase, model, samples, folder, false);
    }

    /** @param every whether ranges of all float32 values are found, by their least and greatest alone */
    public CalibrationRun(
            Stage natively, PreparedCase testCase, ModelProto model, SampleSplit samples, Path folder, boolean every) {
        this.every = every;
        this.natively = natively;
        this.testCase = testCase;
        this.model = model;
        this.samples = samples;
        this.folder = folder;
    }

    /** What came of it. */
    public sealed interface Result {}

    /** Nothing, and why. */
    public record None(String why) implements Result {}

    /**
     * What a method is given.
     *
     * @param notes what is doubtful of them, each a sentence
     */
    public record Found(ActivationRanges ranges, List<String> notes) implements Result {
        public Found {
            notes = List.copyOf(notes);
        }
    }

    /** Ranges for a method; where there is no sample, or native CPU does not run the model, why not. */
    public Result of(Method method) {
        if (!ran) {
            ran = true;
            if (samples.calibration().isEmpty()) {
                trouble = "there is no sample besides those that judge: give more by --data, or a --calibrate above 0";
            } else {
                run();
            }
        }
        Rule rule = method.calibration().flatMap(Rule::named).orElse(Rule.MIN_MAX);
        return Optional.ofNullable(found.get(rule))
                .<Result>map(calibrator -> new Found(calibrator.ranges(), calibrator.notes()))
                .orElseGet(() -> new None(trouble));
    }

    private void run() {
        CalibrationModel shown = every ? CalibrationModel.ofEvery(model) : CalibrationModel.of(model);
        Map<Rule, Calibrator> calibrators = new EnumMap<>(Rule.class);
        for (Rule rule : every ? List.of(Rule.MIN_MAX) : List.of(Rule.values())) {
            calibrators.put(rule, new Calibrator(rule, shown.values()));
        }
        byte[] bytes = shown.model().toByteArray();
        String sha256 = Sha256.of(bytes);
        Path file = folder.resolve("calibrating-" + sha256 + ".onnx").toAbsolutePath();
        AtomicFile.write(file, stream -> stream.write(bytes));
        // What is fed cannot be fetched as well.
        List<String> fetched = Stream.concat(
                        shown.values().stream().filter(value -> !shown.fed().contains(value)),
                        samples.calibration().get(0).then().carry().values().stream())
                .distinct()
                .toList();
        PreparedCase seen = new PreparedCase(
                testCase.id(),
                testCase.model(),
                new ModelArtifact(sha256, bytes.length, file),
                fetched.isEmpty() ? testCase.outputs() : fetched,
                Map.of(),
                testCase.feeding(),
                testCase.settings(),
                testCase.answers(),
                testCase.notes());
        try (OpenModel open = OpenModel.open(
                natively, OpenModel.fed(seen, samples.calibration().get(0)))) {
            for (Sample sample : samples.calibration()) {
                // One at a time: inner values of all would not fit in memory.
                boolean whole = open.follow(sample, (fed, came) -> {
                    Map<String, Tensor> values = new HashMap<>(fed);
                    values.putAll(came);
                    calibrators.values().forEach(calibrator -> calibrator.add(values));
                });
                if (!whole) {
                    trouble = open.trouble()
                            .map(why -> "native CPU did not run the model with its inner values: " + why.message())
                            .orElse("it was stopped by the user");
                    return;
                }
            }
            found = calibrators;
        }
    }
}
