package dev.bascule.models.zoo;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.job.PipelineSpec;
import java.util.List;

/** What reads a text and writes none. Stateless. */
final class TextModels {
    private static final int MICRO_WIDTH = 64;

    static final List<ZooModel> MICRO = List.of(text(
            "bert-micro",
            "BERT encoder of width 64, 2 layers",
            32,
            new BertEncoder(SampleAssets.VOCABULARY, 128, MICRO_WIDTH, 2, 4, 4 * MICRO_WIDTH)));

    static final List<ZooModel> PUBLISHED = List.of(text(
            "bert-base",
            "BERT base (uncased) encoder, published size",
            128,
            new BertEncoder(30_522, 512, 768, 12, 12, 3072)));

    private TextModels() {}

    private static ZooModel text(String id, String description, int length, BertEncoder encoder) {
        return new ZooModel(
                id, Family.EMBEDDING, "feature-extraction", new PipelineSpec.Text(length), description, encoder);
    }
}
