package dev.bascule.fallback.answer;

import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Makes an answer of a model's outputs, in double. Stateless. */
public final class AnswerDecoder {
    private AnswerDecoder() {}

    /**
     * @param outputs of each step
     * @param inputs of the first step, of which a mask is one
     * @throws IllegalArgumentException where the outputs are not what the specification says
     */
    public static Answer decode(AnswerSpec spec, List<Map<String, Tensor>> outputs, Map<String, Tensor> inputs) {
        if (spec instanceof AnswerSpec.Activity activity) {
            return new Answer.Activity(
                    outputs.stream().map(step -> score(activity, step)).toList(), activity.threshold());
        }
        Map<String, Tensor> first = outputs.isEmpty() ? Map.of() : outputs.get(0);
        Tensor output = tensor(first, spec.output());
        if (spec instanceof AnswerSpec.Classes classes) {
            return classes(classes, values(output));
        }
        if (spec instanceof AnswerSpec.Ctc ctc) {
            return text(ctc, output);
        }
        if (spec instanceof AnswerSpec.TextBoxes text) {
            return TextBoxes.of(text, output.shape(), values(output));
        }
        if (spec instanceof AnswerSpec.Boxes boxes) {
            return LikeliestBoxes.of(boxes, values(output), values(tensor(first, boxes.boxes())));
        }
        AnswerSpec.Embedding embedding = (AnswerSpec.Embedding) spec;
        return vector(output, values(tensor(inputs, embedding.mask())));
    }

    private static double score(AnswerSpec.Activity activity, Map<String, Tensor> step) {
        double[] values = values(tensor(step, activity.output()));
        if (values.length != 1) {
            throw new IllegalArgumentException(
                    "'%s' has %d values, where each step has one".formatted(activity.output(), values.length));
        }
        return values[0];
    }

    private static Answer classes(AnswerSpec.Classes spec, double[] scores) {
        double[] shares = spec.softmax() ? softmax(scores) : scores;
        // The sort keeps the order of equal scores: the first class of them is the likelier in no way, but always the
        // same.
        return new Answer.Classes(IntStream.range(0, shares.length)
                .boxed()
                .sorted((a, b) -> Double.compare(shares[b], shares[a]))
                .limit(spec.top())
                .map(index -> new Answer.Scored(index, label(spec.labels(), index), shares[index]))
                .toList());
    }

    private static String label(List<String> labels, int index) {
        return index < labels.size() ? labels.get(index) : Integer.toString(index);
    }

    private static double[] softmax(double[] logits) {
        double most = Arrays.stream(logits).max().orElse(0);
        double[] powers =
                Arrays.stream(logits).map(logit -> Math.exp(logit - most)).toArray();
        double sum = Arrays.stream(powers).sum();
        return Arrays.stream(powers).map(power -> power / sum).toArray();
    }

    private static Answer text(AnswerSpec.Ctc spec, Tensor output) {
        List<Long> dims = output.shape().dims();
        int symbols = dims.isEmpty() ? 0 : Math.toIntExact(dims.get(dims.size() - 1));
        if (symbols != spec.alphabet().size()) {
            throw new IllegalArgumentException("'%s' has %d symbols, the alphabet %d"
                    .formatted(spec.output(), symbols, spec.alphabet().size()));
        }
        double[] values = values(output);
        StringBuilder text = new StringBuilder();
        double confidence = 0;
        int kept = 0;
        int before = spec.blank();
        for (int at = 0; at < values.length; at += symbols) {
            int best = 0;
            for (int symbol = 1; symbol < symbols; symbol++) {
                best = values[at + symbol] > values[at + best] ? symbol : best;
            }
            if (best != spec.blank() && best != before) {
                text.append(spec.alphabet().get(best));
                confidence += values[at + best];
                kept++;
            }
            before = best;
        }
        return new Answer.Text(text.toString(), kept == 0 ? 0 : confidence / kept);
    }

    private static Answer vector(Tensor output, double[] mask) {
        double[] values = values(output);
        if (mask.length == 0 || values.length % mask.length != 0) {
            throw new IllegalArgumentException(
                    "%d values are no vectors of %d tokens".formatted(values.length, mask.length));
        }
        int width = values.length / mask.length;
        double[] mean = new double[width];
        double tokens = Math.max(1e-9, Arrays.stream(mask).sum());
        for (int token = 0; token < mask.length; token++) {
            for (int i = 0; i < width; i++) {
                mean[i] += values[token * width + i] * mask[token] / tokens;
            }
        }
        double length =
                Math.sqrt(Arrays.stream(mean).map(value -> value * value).sum());
        List<Double> unit = new ArrayList<>();
        Arrays.stream(mean).forEach(value -> unit.add(length == 0 ? 0 : value / length));
        return new Answer.Vector(unit);
    }

    private static Tensor tensor(Map<String, Tensor> tensors, String name) {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new IllegalArgumentException("there is no tensor '%s'".formatted(name));
        }
        return tensor;
    }

    private static double[] values(Tensor tensor) {
        Elements.Reader elements = Elements.of(tensor);
        return IntStream.range(0, Math.toIntExact(tensor.shape().elements()))
                .mapToDouble(elements::at)
                .toArray();
    }
}
