package dev.bascule.studies.quantization;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the model on native CPU, its inner values fetched, over the samples that calibrate. Belongs to one thread.
 *
 * @param natively native CPU
 * @param testCase the model's
 * @param model in float32
 * @param samples of which those that calibrate are run
 * @param calibration what looks at them
 * @param folder for the model that shows its inner values
 */
public record CalibrationRun(
        Stage natively,
        PreparedCase testCase,
        ModelProto model,
        SampleSplit samples,
        Calibration calibration,
        Path folder) {

    /** Ranges for a method; empty where there is no sample, or native CPU does not run the model. */
    public Optional<ActivationRanges> of(Method method) {
        if (samples.calibration().isEmpty()) {
            return Optional.empty();
        }
        Calibration.Observing observing = calibration.begin(method, model);
        byte[] bytes = observing.model().toByteArray();
        String sha256 = Sha256.of(bytes);
        Path file = folder.resolve("calibrating-" + sha256 + ".onnx").toAbsolutePath();
        AtomicFile.write(file, stream -> stream.write(bytes));
        PreparedCase shown = new PreparedCase(
                testCase.id(),
                testCase.model(),
                new ModelArtifact(sha256, bytes.length, file),
                observing.values(),
                Map.of(),
                testCase.feeding(),
                testCase.settings(),
                testCase.answers(),
                testCase.notes());
        try (OpenModel open = OpenModel.open(
                natively, OpenModel.fed(shown, samples.calibration().get(0)))) {
            for (int pass = 0; pass < observing.passes(); pass++) {
                for (Sample sample : samples.calibration()) {
                    // One at a time: inner values of all would not fit in memory.
                    List<Map<String, Tensor>> values = open.answers(List.of(sample));
                    if (values.isEmpty()) {
                        return Optional.empty();
                    }
                    observing.see(pass, values.get(0));
                }
            }
            return Optional.of(observing.ranges());
        }
    }
}
