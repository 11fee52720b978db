package dev.bascule.studies.quantization;

import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** What outputs are worth beside those of the unquantised model for the same samples. */
public sealed interface SampleReader permits AnswerReader, ActivityReader, NextTokenReader, EmbeddingReader {

    /** Of one sample alone. */
    SampleAnswer read(Sample sample, Map<String, Tensor> own, Map<String, Tensor> base);

    /** Of all samples, in their order; here what one says beside others counts as well. */
    default List<SampleAnswer> all(
            List<Sample> samples, List<Map<String, Tensor>> own, List<Map<String, Tensor>> base) {
        return IntStream.range(0, own.size())
                .mapToObj(i -> read(samples.get(i), own.get(i), base.get(i)))
                .toList();
    }

    /** What is said most often over all samples; empty of what has no classes. */
    default Optional<Commonest> commonest(List<Map<String, Tensor>> said) {
        return Optional.empty();
    }

    /** Which of the model's outputs it looks at. */
    default List<String> outputs(List<String> all) {
        return all;
    }
}
