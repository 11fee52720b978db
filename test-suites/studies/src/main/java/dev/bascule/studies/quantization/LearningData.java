package dev.bascule.studies.quantization;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.data.Labelled;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.data.Normalisation;
import dev.bascule.training.data.Split;
import dev.bascule.training.imported.ImportedNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Samples to learn from, as training takes them: what judges is not among them at all. Stateless. */
final class LearningData {
    private LearningData() {}

    /** Of labelled samples of one input, each fed once: of a model whose batch is fixed a sample stands in each row. */
    static LabelledData of(SampleSplit samples) {
        List<Sample> learning = samples.learning();
        Tensor first = input(learning.get(0));
        List<Long> dims = first.shape().dims();
        Shape sample = new Shape(dims.subList(1, dims.size()));
        int width = Math.toIntExact(first.dtype().bytes(sample.elements()));
        byte[] bytes = new byte[Math.multiplyExact(width, learning.size())];
        long[] labels = new long[learning.size()];
        for (int i = 0; i < labels.length; i++) {
            input(learning.get(i)).data().get(0, bytes, i * width, width);
            labels[i] = learning.get(i).label().orElseThrow();
        }
        List<Long> all = new ArrayList<>(List.of((long) labels.length));
        all.addAll(sample.dims());
        Labelled part = new Labelled(
                Tensor.of(first.dtype(), new Shape(all), bytes), Tensor.longs(Shape.of(labels.length), labels));
        return new LabelledData(
                samples.name(),
                samples.origin(),
                samples.classes(),
                part,
                part,
                Normalisation.NONE,
                OptionalInt.empty(),
                new Split("all to train", List.of(), List.of(), List.of(), List.of(), 0, 0));
    }

    /** Why a network does not learn from them; empty where it does. */
    static Optional<String> misfit(ImportedNetwork network, LabelledData data) {
        return network.dtype() == data.dtype()
                        && network.sample().equals(data.sample())
                        && network.classes() == data.classes().size()
                ? Optional.empty()
                : Optional.of(
                        "it is not trained: it takes %s of %s and tells %d classes apart, and samples are %s of %s in %d"
                                .formatted(
                                        network.sample(),
                                        network.dtype().wireName(),
                                        network.classes(),
                                        data.sample(),
                                        data.dtype().wireName(),
                                        data.classes().size()));
    }

    private static Tensor input(Sample sample) {
        return sample.inputs().values().iterator().next();
    }
}
