package dev.bascule.models.zoo;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderShape;
import dev.bascule.models.decoder.GraphKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What writes text, with the encoders that some of it looks at. Stateless. */
final class WriterModels {
    /** What a cache of full length would cost is not what most texts need. */
    private static final int DECODER_CONTEXT = 1024;

    private static final T5Encoder T5_MICRO_ENCODER = new T5Encoder(SampleAssets.VOCABULARY, 32, 64, 2, 4, 128);
    /** google-t5/t5-small's config.json; for a text of its n_positions. */
    private static final T5Encoder T5_SMALL_ENCODER = new T5Encoder(32_128, 512, 512, 6, 8, 2048);

    static final List<ZooModel> MICRO = List.of(
            decoder("gpt2-micro", "GPT-2, 2 layers of width 64", gpt2(2, 64, 4, SampleAssets.VOCABULARY, 128)),
            decoder(
                    "smollm2-micro",
                    "SmolLM2, 2 layers of width 64, 4 query heads on 2 of keys",
                    llama(2, 64, 4, 2, 16, 192, SampleAssets.VOCABULARY, 128, 100_000, 1e-5, false)),
            decoder(
                    "qwen2.5-micro",
                    "Qwen2.5, 2 layers of width 64, 4 query heads on 1 of keys, biases on both",
                    llama(2, 64, 4, 1, 16, 192, SampleAssets.VOCABULARY, 128, 1_000_000, 1e-6, true)),
            crossed(
                    "whisper-decoder-micro",
                    "speech-recognition",
                    "Whisper's decoder, 2 layers of width 64, on what whisper-micro hears",
                    whisperDecoder(AudioModels.WHISPER_MICRO_ENCODER, SampleAssets.VOCABULARY, 128),
                    SampleAssets.VOCABULARY - 1,
                    AudioModels.WHISPER_MICRO_ENCODER),
            encoder("t5-encoder-micro", T5_MICRO_ENCODER, t5Decoder(T5_MICRO_ENCODER, 128)),
            crossed(
                    "t5-micro",
                    "text2text-generation",
                    "T5's decoder, 2 layers of width 64, on what t5-encoder-micro reads",
                    t5Decoder(T5_MICRO_ENCODER, 128),
                    1,
                    T5_MICRO_ENCODER));

    static final List<ZooModel> PUBLISHED = List.of(
            decoder("gpt2", "GPT-2 small, published size", gpt2(12, 768, 12, 50_257, 1024)),
            decoder(
                    "smollm2-135m",
                    "SmolLM2 135M, published size, a cache of 1,024 positions",
                    llama(30, 576, 9, 3, 64, 1536, 49_152, DECODER_CONTEXT, 100_000, 1e-5, false)),
            crossed(
                    "whisper-tiny-decoder",
                    "speech-recognition",
                    "Whisper tiny's decoder, published size, on what whisper-tiny hears",
                    whisperDecoder(AudioModels.WHISPER_TINY_ENCODER, 51_865, 448),
                    50_257,
                    AudioModels.WHISPER_TINY_ENCODER),
            encoder("t5-small-encoder", T5_SMALL_ENCODER, t5Decoder(T5_SMALL_ENCODER, 512)),
            crossed(
                    "t5-small",
                    "text2text-generation",
                    "T5 small's decoder, published size, on what t5-small-encoder reads",
                    t5Decoder(T5_SMALL_ENCODER, 512),
                    1,
                    T5_SMALL_ENCODER));

    /** Weights in blocks of a few bits. */
    static final List<ZooModel> BLOCKS = List.of(
            // Qwen/Qwen2.5-0.5B's config.json. As float32 it would be 2 GB, more than a page's memory has room for.
            decoder(
                    "qwen2.5-0.5b",
                    "Qwen2.5 0.5B, published size, a cache of 1,024 positions, in blocks of 4 and 8 bits",
                    llama(24, 896, 14, 2, 64, 4864, 151_936, DECODER_CONTEXT, 1_000_000, 1e-6, true),
                    GraphKind.CONTRIB));

    private WriterModels() {}

    private static ZooModel decoder(String id, String description, DecoderConfig config) {
        return decoder(id, description, config, GraphKind.PLAIN);
    }

    /** Eight steps of a token each. */
    private static ZooModel decoder(String id, String description, DecoderConfig config, GraphKind kind) {
        return new ZooModel(
                id,
                Family.TEXT_GENERATION,
                "text-generation",
                Optional.empty(),
                description,
                new DecoderNetwork(config, kind, Set.of()),
                DecoderConfig.frames(),
                config.carry());
    }

    /** Eight steps of a token each, all on one result of the encoder. */
    private static ZooModel crossed(
            String id, String task, String description, DecoderConfig config, int end, CrossEncoder encoder) {
        return new ZooModel(
                id,
                encoder instanceof WhisperEncoder ? Family.AUDIO : Family.TEXT_GENERATION,
                task,
                Optional.empty(),
                description,
                new DecoderNetwork(config, GraphKind.PLAIN, Set.of(end), Optional.of(encoder)),
                DecoderConfig.frames(),
                config.carry());
    }

    /** The graph of an encoder whose result goes to a decoder. */
    static ZooModel encoder(String id, CrossEncoder encoder, DecoderConfig config) {
        CrossEncoderNetwork network = new CrossEncoderNetwork(encoder, config);
        Optional<PipelineSpec> pipeline = encoder instanceof WhisperEncoder whisper
                ? Optional.of(
                        new PipelineSpec.Audio("logmel", AudioModels.WHISPER_RATE, whisper.frames(), whisper.mels()))
                : Optional.empty();
        return new ZooModel(
                id,
                encoder instanceof WhisperEncoder ? Family.AUDIO : Family.TEXT_GENERATION,
                encoder instanceof WhisperEncoder ? "audio-encoding" : "text-encoding",
                pipeline,
                "%s's encoder of %d layers for %d positions, with what its decoder looks at"
                        .formatted(
                                encoder instanceof WhisperEncoder ? "Whisper" : "T5",
                                config.layers(),
                                encoder.positions()),
                network,
                Map.of(),
                Map.of());
    }

    private static DecoderConfig whisperDecoder(WhisperEncoder encoder, int vocabulary, int context) {
        int width = encoder.width();
        int heads = encoder.heads();
        return new DecoderConfig(
                DecoderShape.WHISPER,
                encoder.depth(),
                width,
                heads,
                heads,
                width / heads,
                4 * width,
                vocabulary,
                context,
                1,
                1e-5,
                true,
                true,
                Optional.of(encoder.positions()));
    }

    private static DecoderConfig t5Decoder(T5Encoder encoder, int context) {
        int heads = encoder.heads();
        return new DecoderConfig(
                DecoderShape.T5,
                encoder.depth(),
                encoder.width(),
                heads,
                heads,
                encoder.width() / heads,
                encoder.mlpWidth(),
                encoder.vocabulary(),
                context,
                1,
                T5Encoder.EPSILON,
                false,
                true,
                Optional.of(encoder.positions()));
    }

    private static DecoderConfig gpt2(int layers, int width, int heads, int vocabulary, int context) {
        return new DecoderConfig(
                DecoderShape.GPT2,
                layers,
                width,
                heads,
                heads,
                width / heads,
                4 * width,
                vocabulary,
                context,
                1,
                1e-5,
                true,
                true);
    }

    private static DecoderConfig llama(
            int layers,
            int width,
            int heads,
            int kvHeads,
            int headSize,
            int feedForward,
            int vocabulary,
            int context,
            double theta,
            double epsilon,
            boolean bias) {
        return new DecoderConfig(
                DecoderShape.LLAMA,
                layers,
                width,
                heads,
                kvHeads,
                headSize,
                feedForward,
                vocabulary,
                context,
                theta,
                epsilon,
                bias,
                true);
    }
}
