package dev.bascule.quantization.calibration;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.ActivationRanges.Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gathers what activations of samples are, and says their ranges. It keeps counts and no samples, and the order of samples does not
 * matter. Not thread-safe.
 */
public final class Calibrator {
    private final Rule rule;
    private final Map<String, Histogram> values = new LinkedHashMap<>();
    private int samples;

    /** @param wanted values, as {@link CalibrationModel#values()} has them */
    public Calibrator(Rule rule, List<String> wanted) {
        this.rule = rule;
        wanted.forEach(name -> values.put(name, new Histogram()));
    }

    /**
     * One run of the {@link CalibrationModel}: its outputs, and those inputs that are {@link CalibrationModel#fed()}. What is not wanted is not
     * looked at.
     *
     * @throws IllegalArgumentException where one of the wanted values is no float32 tensor
     */
    public void add(Map<String, Tensor> sample) {
        samples++;
        values.forEach((name, histogram) -> {
            Tensor tensor = sample.get(name);
            if (tensor == null) {
                return;
            }
            if (tensor.dtype() != DType.FLOAT32) {
                throw new IllegalArgumentException("'%s' is no float32 tensor: %s".formatted(name, tensor));
            }
            Elements.Reader reader = Elements.of(tensor);
            int n = Math.toIntExact(tensor.shape().elements());
            for (int i = 0; i < n; i++) {
                histogram.add((float) reader.at(i));
            }
        });
    }

    /** So far; values that were never seen, or were never a finite number, are left out. */
    public ActivationRanges ranges() {
        Map<String, Range> ranges = new LinkedHashMap<>();
        values.forEach((name, histogram) -> {
            if (!histogram.isEmpty()) {
                ranges.put(name, rule.of(histogram));
            }
        });
        return new ActivationRanges(rule.word(), samples, ranges);
    }

    /** What is doubtful of the ranges, each a sentence. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (samples == 0) {
            notes.add("nothing was calibrated: there was no sample");
        } else if (samples == 1) {
            notes.add("calibrated on one sample: what others do beyond its ranges is clipped; take some hundred");
        }
        values.forEach((name, histogram) -> {
            if (histogram.strange() > 0) {
                notes.add("%d numbers of '%s' were NaN or infinite and are left out: the model itself computes them"
                        .formatted(histogram.strange(), name));
            }
            if (samples > 0 && histogram.isEmpty()) {
                notes.add("'%s' was never a finite number, and stays in float32".formatted(name));
            } else if (samples > 0 && histogram.least() == histogram.greatest()) {
                notes.add("'%s' was always %s: a range that was seen at one point says nothing of others"
                        .formatted(name, histogram.least()));
            }
        });
        return notes;
    }
}
