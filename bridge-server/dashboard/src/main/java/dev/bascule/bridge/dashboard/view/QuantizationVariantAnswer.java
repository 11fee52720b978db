package dev.bascule.bridge.dashboard.view;

import dev.bascule.reports.export.QuantizationPage;
import dev.bascule.reports.quantization.ChangedLayer;
import dev.bascule.reports.quantization.SmallerModel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A variant with its layers, no more of them than a page can show. Immutable.
 *
 * @param file empty where it was not made
 * @param refused why not
 * @param maker whose program made it, in words; empty of what is made here
 * @param bars charts of its worst layers
 * @param histograms of its worst weights
 * @param layers the worst first
 * @param layersLeftOut that would make the answer too large
 */
record QuantizationVariantAnswer(
        String name,
        String summary,
        Optional<SmallerModel.File> file,
        Optional<String> refused,
        Optional<String> maker,
        List<String> flags,
        List<String> notes,
        List<DrawnChart> bars,
        List<DrawnChart> histograms,
        List<Layer> layers,
        int layersLeftOut) {
    /** Of all variants together. */
    private static final int MOST_LAYERS = 5_000;

    /** As {@link ChangedLayer}; an error is null where it is no number. */
    record Layer(
            String weight,
            String operator,
            long elements,
            int bits,
            long bytesBefore,
            long bytesAfter,
            OptionalDouble error,
            List<Alone> alone) {
        static Layer of(ChangedLayer layer) {
            return new Layer(
                    layer.weight(),
                    layer.operator(),
                    layer.elements(),
                    layer.bits(),
                    layer.bytesBefore(),
                    layer.bytesAfter(),
                    QuantizationAnswer.Figure.finite(layer.error()),
                    layer.alone().entrySet().stream()
                            .map(one -> new Alone(one.getKey(), QuantizationAnswer.Figure.finite(one.getValue())))
                            .toList());
        }
    }

    /** What outputs lost when the layer alone had so many bits; null is no number. */
    record Alone(int bits, OptionalDouble lost) {}

    static List<QuantizationVariantAnswer> all(List<SmallerModel> variants) {
        int most = Math.max(1, MOST_LAYERS / Math.max(1, variants.size()));
        return variants.stream().map(variant -> of(variant, most)).toList();
    }

    private static QuantizationVariantAnswer of(SmallerModel variant, int most) {
        String maker = QuantizationPage.maker(variant);
        List<ChangedLayer> layers = QuantizationPage.layers(variant);
        return new QuantizationVariantAnswer(
                variant.name(),
                variant.summary(),
                variant.file(),
                variant.refused(),
                maker.isEmpty() ? Optional.empty() : Optional.of(maker),
                variant.flags(),
                variant.notes(),
                QuantizationPage.bars(variant).stream()
                        .map(chart -> DrawnChart.of(chart.name(), chart))
                        .toList(),
                QuantizationPage.histograms(variant).stream()
                        .map(chart -> DrawnChart.of(chart.name(), chart))
                        .toList(),
                layers.stream().limit(most).map(Layer::of).toList(),
                Math.max(0, layers.size() - most));
    }
}
