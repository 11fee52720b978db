package dev.bascule.studies.quantization;

import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerDecoder;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads vectors of sentences: the cosine with the unquantised model's vector, and what a search would find, by how similar each is to
 * the others. Immutable.
 *
 * @param spec how a vector comes of the outputs
 */
public record EmbeddingReader(AnswerSpec.Embedding spec) implements SampleReader {
    /** Of fewer there is one other, which is always the nearest. */
    public static final int FEWEST = 3;

    @Override
    public SampleAnswer read(Sample sample, Map<String, Tensor> own, Map<String, Tensor> base) {
        Optional<OutputDistance> distance = OutputDistance.of(own, base);
        SampleAnswer answer = new SampleAnswer(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                distance.map(OutputDistance::greatest),
                distance.map(OutputDistance::mean));
        Optional<Double> cosine =
                vector(sample, own).flatMap(one -> vector(sample, base).map(other -> Similarities.dot(one, other)));
        return cosine.map(near ->
                        answer.with(new SampleAnswer.Further(Optional.empty(), Optional.of(near), Optional.empty())))
                .orElse(answer);
    }

    @Override
    public List<SampleAnswer> all(List<Sample> samples, List<Map<String, Tensor>> own, List<Map<String, Tensor>> base) {
        List<SampleAnswer> alone = SampleReader.super.all(samples, own, base);
        Optional<Similarities> here = similarities(samples, own);
        Optional<Similarities> there = similarities(samples, base);
        if (own.size() < FEWEST || here.isEmpty() || there.isEmpty()) {
            return alone;
        }
        Similarities a = here.orElseThrow();
        Similarities b = there.orElseThrow();
        Optional<double[]> without = a.ranksWithout(b);
        return IntStream.range(0, alone.size())
                .mapToObj(i -> alone.get(i)
                        .agreeing(a.nearest(i) == b.nearest(i) ? 1 : 0)
                        .with(new SampleAnswer.Further(
                                Optional.empty(),
                                alone.get(i).further().flatMap(SampleAnswer.Further::cosine),
                                a.ranks(i, b),
                                without.map(means -> means[i]))))
                .toList();
    }

    private Optional<Similarities> similarities(List<Sample> samples, List<Map<String, Tensor>> outputs) {
        List<double[]> vectors = IntStream.range(0, outputs.size())
                .mapToObj(i -> vector(samples.get(i), outputs.get(i)))
                .flatMap(Optional::stream)
                .toList();
        return vectors.size() == outputs.size() ? Optional.of(Similarities.of(vectors)) : Optional.empty();
    }

    /** Of length one; empty where the outputs have none. */
    private Optional<double[]> vector(Sample sample, Map<String, Tensor> outputs) {
        if (!outputs.containsKey(spec.output()) || !sample.inputs().containsKey(spec.mask())) {
            return Optional.empty();
        }
        Answer answer = AnswerDecoder.decode(spec, List.of(outputs), sample.inputs());
        return answer instanceof Answer.Vector vector
                ? Optional.of(vector.values().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray())
                        .filter(values -> Arrays.stream(values).allMatch(Double::isFinite))
                : Optional.empty();
    }
}
