package dev.bascule.models.zoo;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.job.PipelineSpec;
import java.util.List;

/** What looks at pictures and reads. Stateless. */
final class MultimodalModels {
    /** openai/clip-vit-base-patch32's preprocessor_config.json. */
    private static final List<Double> CLIP_MEAN = List.of(0.48145466, 0.4578275, 0.40821073);

    private static final List<Double> CLIP_STD = List.of(0.26862954, 0.26130258, 0.27577711);
    private static final int MICRO_IMAGE = 64;

    static final List<ZooModel> MICRO = List.of(clip(
            "clip-micro",
            "CLIP, both towers 2 layers of width 64",
            new Clip(
                    new Clip.Tower(64, 2, 4),
                    MICRO_IMAGE,
                    16,
                    new Clip.Tower(48, 2, 3),
                    SampleAssets.VOCABULARY,
                    16,
                    64)));

    static final List<ZooModel> PUBLISHED = List.of(clip(
            "clip-vit-b32",
            "CLIP ViT-B/32, published size",
            // openai/clip-vit-base-patch32's config.json.
            new Clip(new Clip.Tower(768, 12, 12), 224, 32, new Clip.Tower(512, 12, 8), 49_408, 77, 512)));

    private MultimodalModels() {}

    private static ZooModel clip(String id, String description, Clip clip) {
        int size = clip.imageSize();
        PipelineSpec pipeline = new PipelineSpec.Vision(size, size, CLIP_MEAN, CLIP_STD);
        return new ZooModel(id, Family.MULTIMODAL, "zero-shot-image-classification", pipeline, description, clip);
    }
}
