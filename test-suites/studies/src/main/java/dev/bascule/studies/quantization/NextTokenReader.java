package dev.bascule.studies.quantization;

import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads how well a model that writes text foresees one that is there: the mean loss of each next token of a window, {@code
 * -ln p(token)}, whose exponential is the perplexity; and beside the unquantised model the classes, which are the vocabulary. Immutable.
 *
 * @param tokens the input that has them, integers {@code [1, window]}
 * @param logits the output, {@code [1, window, vocabulary]}
 */
public record NextTokenReader(String tokens, String logits) implements SampleReader {

    @Override
    public SampleAnswer read(Sample sample, Map<String, Tensor> own, Map<String, Tensor> base) {
        SampleAnswer beside =
                new AnswerReader(Optional.of(logits), 0, AnswerReader.Scale.SCORES).read(sample, own, base);
        return Optional.ofNullable(own.get(logits))
                .flatMap(output ->
                        Optional.ofNullable(sample.inputs().get(tokens)).map(read -> loss(read, output)))
                // A probability of exactly 1 may come out a little above.
                .map(nats -> Math.max(0, nats))
                .filter(Double::isFinite)
                .map(nats -> beside.with(SampleAnswer.Further.ofText(nats)))
                .orElse(beside);
    }

    @Override
    public List<String> outputs(List<String> all) {
        return List.of(logits);
    }

    /** Of the second token and all after it, each by what stands before; NaN where the logits are of another length. */
    static double loss(Tensor tokens, Tensor logits) {
        int length = Math.toIntExact(tokens.shape().elements());
        int vocabulary = Math.toIntExact(logits.shape().elements() / Math.max(1, length));
        if (length < 2 || vocabulary < 1 || logits.shape().elements() != (long) length * vocabulary) {
            return Double.NaN;
        }
        Elements.Reader ids = Elements.of(tokens);
        Elements.Reader scores = Elements.of(logits);
        double sum = 0;
        for (int at = 0; at < length - 1; at++) {
            int next = (int) ids.at(at + 1);
            double highest = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < vocabulary; i++) {
                highest = Math.max(highest, scores.at(at * vocabulary + i));
            }
            double powers = 0;
            for (int i = 0; i < vocabulary; i++) {
                powers += Math.exp(scores.at(at * vocabulary + i) - highest);
            }
            sum += highest + Math.log(powers) - scores.at(at * vocabulary + next);
        }
        return sum / (length - 1);
    }
}
