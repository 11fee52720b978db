package dev.bascule.studies.quantization;

import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads whether each frame of a sequence has what a detector looks for, such as speech. What is judged is the share of frames with the
 * decision of the unquantised model, and how far probabilities are off. Immutable.
 *
 * @param output one probability for each frame
 * @param threshold from which on it is there
 */
public record ActivityReader(String output, double threshold) implements SampleReader {

    @Override
    public SampleAnswer read(Sample sample, Map<String, Tensor> own, Map<String, Tensor> base) {
        Optional<double[]> here = probabilities(own);
        Optional<double[]> there = probabilities(base);
        if (here.isEmpty() || there.isEmpty() || here.orElseThrow().length != there.orElseThrow().length) {
            return new SampleAnswer(
                    Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        }
        double[] a = here.orElseThrow();
        double[] b = there.orElseThrow();
        double[] off = IntStream.range(0, a.length)
                .mapToDouble(i -> Math.abs(a[i] - b[i]))
                .toArray();
        long same = IntStream.range(0, a.length)
                .filter(i -> Double.isFinite(a[i]) && (a[i] >= threshold) == (b[i] >= threshold))
                .count();
        return new SampleAnswer(
                        Optional.empty(),
                        Optional.of((double) same / a.length),
                        finite(divergence(a, b)),
                        finite(Arrays.stream(off).max().orElse(Double.NaN)),
                        finite(Arrays.stream(off).average().orElse(Double.NaN)))
                .of(a.length);
    }

    @Override
    public Optional<Commonest> commonest(List<Map<String, Tensor>> said) {
        return Commonest.of(said.stream()
                .flatMap(outputs -> probabilities(outputs).stream())
                .map(frames -> Arrays.stream(frames)
                        .filter(Double::isFinite)
                        .mapToObj(frame -> frame >= threshold ? 1 : 0)
                        .toList())
                .toList());
    }

    private Optional<double[]> probabilities(Map<String, Tensor> outputs) {
        return Optional.ofNullable(outputs.get(output))
                .filter(tensor -> tensor.dtype().isFloat() && tensor.shape().elements() > 0)
                .map(tensor -> {
                    Elements.Reader numbers = Elements.of(tensor);
                    return IntStream.range(0, Math.toIntExact(tensor.shape().elements()))
                            .mapToDouble(numbers::at)
                            .toArray();
                });
    }

    /** Of each frame's two outcomes, mean, in nats. */
    private static double divergence(double[] own, double[] base) {
        double sum = 0;
        for (int i = 0; i < own.length; i++) {
            sum += far(base[i], own[i]) + far(1 - base[i], 1 - own[i]);
        }
        return sum < 0 ? 0 : sum / own.length;
    }

    /** What a model calls impossible would be infinitely far: the least normal float is as far as it goes. */
    private static double far(double p, double q) {
        double least = Float.MIN_NORMAL;
        return Double.isNaN(q) ? q : p > 0 ? p * Math.log(p / Math.max(q, least)) : 0;
    }

    private static Optional<Double> finite(double figure) {
        return Double.isFinite(figure) ? Optional.of(figure) : Optional.empty();
    }
}
