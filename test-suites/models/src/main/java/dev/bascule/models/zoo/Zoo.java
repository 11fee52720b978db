package dev.bascule.models.zoo;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The models that come with Bascule. A published name means the published dimensions, so that its latency is the real
 * one (the weights are seeded noise: no output means anything); {@code -micro} has the same layers at a size for tests and
 * for software GPUs. Stateless.
 */
public final class Zoo {
    private static final List<ZooModel> MODELS = Stream.of(
                    AudioModels.ENCODER_MICRO,
                    VisionModels.MICRO,
                    TextModels.MICRO,
                    AudioModels.MICRO,
                    WriterModels.MICRO,
                    MultimodalModels.MICRO,
                    BackboneModels.MICRO,
                    PixelModels.MICRO,
                    SequenceModels.MICRO,
                    TableModels.MICRO,
                    AudioModels.PUBLISHED,
                    VisionModels.PUBLISHED,
                    TextModels.PUBLISHED,
                    WriterModels.PUBLISHED,
                    MultimodalModels.PUBLISHED,
                    BackboneModels.PUBLISHED,
                    PixelModels.PUBLISHED,
                    SequenceModels.PUBLISHED,
                    TableModels.PUBLISHED,
                    WriterModels.BLOCKS)
            .flatMap(List::stream)
            .toList();

    private Zoo() {}

    /** Every model, small ones first. */
    public static List<ZooModel> models() {
        return MODELS;
    }

    /** The same architectures at sizes between, which predictions are learned from; they are not among {@link #models}. */
    public static List<ZooModel> sizes() {
        return SizedModels.MODELS;
    }

    /** Of both. */
    public static Optional<ZooModel> model(String id) {
        return find(MODELS, id).or(() -> find(sizes(), id));
    }

    /** One of {@link #models}, which is there. */
    static ZooModel listed(String id) {
        return find(MODELS, id).orElseThrow(() -> new IllegalArgumentException("the zoo has no " + id));
    }

    private static Optional<ZooModel> find(List<ZooModel> among, String id) {
        return among.stream().filter(model -> model.id().equals(id)).findFirst();
    }

    /** The model that writes of what this encoder makes. */
    static Optional<ZooModel> writer(CrossEncoder encoder) {
        return MODELS.stream()
                .filter(model -> model.architecture() instanceof DecoderNetwork network
                        && network.encoder().filter(encoder::equals).isPresent())
                .findFirst();
    }

    /** The model that is this encoder. */
    static Optional<ZooModel> hearing(CrossEncoder encoder) {
        return MODELS.stream()
                .filter(model -> model.architecture().equals(encoder)
                        || model.architecture() instanceof CrossEncoderNetwork network
                                && network.encoder().equals(encoder))
                .findFirst();
    }
}
