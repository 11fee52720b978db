package dev.bascule.models.zoo;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.job.PipelineSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What goes along a sequence within one graph, without attention. Stateless. */
final class SequenceModels {
    private static final int MELS = 10;
    private static final int FRAMES = 25;
    private static final int KEYWORDS = 12;
    /** Of a piano. */
    private static final int KEYS = 88;
    /** Of the entities of CoNLL-2003. */
    private static final int LABELS = 9;

    static final List<ZooModel> MICRO = List.of(
            spotter("gru-kws-micro", "GRU of 32 units for keywords", new GruSpotter(MELS, FRAMES, 32, KEYWORDS)),
            tagger(
                    "bilstm-tagger-micro",
                    "LSTM both ways, 32 units each, for labels of words",
                    new BiLstmTagger(SampleAssets.VOCABULARY, 16, 32, 32, LABELS)),
            music("tcn-micro", "TCN of 16 channels, 3 blocks", new TemporalNet(KEYS, 32, 16, 3, 3)));

    static final List<ZooModel> PUBLISHED = List.of(
            spotter(
                    "gru-kws",
                    "GRU of 154 units for keywords, published size (Hello Edge)",
                    new GruSpotter(MELS, FRAMES, 154, KEYWORDS)),
            tagger(
                    "bilstm-tagger",
                    "LSTM both ways for labels of words, published size (Huang et al.)",
                    new BiLstmTagger(130_000, 32, 50, 300, LABELS)),
            music(
                    "tcn",
                    "TCN for polyphonic music, published size (Bai et al., Nottingham)",
                    new TemporalNet(KEYS, 256, 150, 4, 6)));

    private SequenceModels() {}

    private static ZooModel spotter(String id, String description, GruSpotter network) {
        PipelineSpec pipeline = new PipelineSpec.Audio("logmel", AudioModels.WHISPER_RATE, FRAMES, MELS);
        return new ZooModel(id, Family.AUDIO, "keyword-spotting", pipeline, description, network);
    }

    private static ZooModel music(String id, String description, TemporalNet network) {
        return new ZooModel(
                id, Family.AUDIO, "music-modeling", Optional.empty(), description, network, Map.of(), Map.of());
    }

    private static ZooModel tagger(String id, String description, BiLstmTagger network) {
        return new ZooModel(
                id,
                Family.EMBEDDING,
                "token-classification",
                Optional.empty(),
                description,
                network,
                Map.of(),
                Map.of());
    }
}
