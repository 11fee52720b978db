package dev.bascule.models.zoo;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderShape;
import dev.bascule.models.decoder.GraphKind;
import dev.bascule.models.zoo.MobileNet.Stage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The models that come with Bascule. A published name means the published dimensions, so that its latency is the real
 * one (the weights are seeded noise: no output means anything); {@code -micro} has the same layers at a size for tests and
 * for software GPUs. Stateless.
 */
public final class Zoo {
    private static final List<Double> IMAGENET_MEAN = List.of(0.485, 0.456, 0.406);
    private static final List<Double> IMAGENET_STD = List.of(0.229, 0.224, 0.225);
    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);
    private static final int IMAGENET_CLASSES = 1000;
    private static final int WHISPER_RATE = 16_000;
    private static final int WHISPER_MELS = 80;

    /** What a cache of full length would cost is not what most texts need. */
    private static final int DECODER_CONTEXT = 1024;

    private static final WhisperEncoder WHISPER_MICRO_ENCODER = new WhisperEncoder(WHISPER_MELS, 100, 64, 2, 4);
    /** openai/whisper-tiny's config.json. */
    private static final WhisperEncoder WHISPER_TINY_ENCODER = new WhisperEncoder(WHISPER_MELS, 3000, 384, 4, 6);

    private static final T5Encoder T5_MICRO_ENCODER = new T5Encoder(SampleAssets.VOCABULARY, 32, 64, 2, 4, 128);
    /** google-t5/t5-small's config.json; for a text of its n_positions. */
    private static final T5Encoder T5_SMALL_ENCODER = new T5Encoder(32_128, 512, 512, 6, 8, 2048);
    /** openai/clip-vit-base-patch32's preprocessor_config.json. */
    private static final List<Double> CLIP_MEAN = List.of(0.48145466, 0.4578275, 0.40821073);

    private static final List<Double> CLIP_STD = List.of(0.26862954, 0.26130258, 0.27577711);

    private static final int YAMNET_MELS = 64;
    private static final int YAMNET_FRAMES = 96;
    private static final List<HifiGan.Upsampling> HIFI_GAN_UPSAMPLING = List.of(
            new HifiGan.Upsampling(8, 16),
            new HifiGan.Upsampling(8, 16),
            new HifiGan.Upsampling(2, 4),
            new HifiGan.Upsampling(2, 4));

    private static final int MICRO_IMAGE = 64;
    private static final int MICRO_WIDTH = 64;
    private static final int MICRO_CLASSES = 10;
    /** One second of sound. */
    private static final int MICRO_FRAMES = 100;

    private static final List<ZooModel> MODELS = List.of(
            whisper("whisper-micro", "Whisper's audio encoder, 2 layers", WHISPER_MICRO_ENCODER),
            images(
                    "resnet-micro",
                    "ResNet-18 with an eighth of its channels",
                    IMAGENET_MEAN,
                    IMAGENET_STD,
                    MICRO_IMAGE,
                    new ResNet(MICRO_IMAGE, 8, List.of(2, 2, 2, 2), MICRO_CLASSES)),
            images(
                    "mobilenet-micro",
                    "MobileNetV2 blocks with depthwise convolutions",
                    IMAGENET_MEAN,
                    IMAGENET_STD,
                    MICRO_IMAGE,
                    new MobileNet(
                            MICRO_IMAGE,
                            8,
                            List.of(
                                    new Stage(1, 8, 1, 1),
                                    new Stage(4, 12, 2, 2),
                                    new Stage(4, 16, 2, 2),
                                    new Stage(4, 24, 2, 2)),
                            96,
                            MICRO_CLASSES)),
            images(
                    "vit-micro",
                    "ViT/16 of width 64, 2 layers",
                    HALF,
                    HALF,
                    MICRO_IMAGE,
                    new VisionTransformer(MICRO_IMAGE, 16, MICRO_WIDTH, 2, 4, 4 * MICRO_WIDTH, MICRO_CLASSES)),
            new ZooModel(
                    "face-mesh-micro",
                    Family.VISION,
                    "face-landmarks",
                    new PipelineSpec.Vision(MICRO_IMAGE, MICRO_IMAGE, HALF, HALF),
                    "face mesh of width 24, 12 blocks, whose sigmoids are near zero",
                    new FaceMesh(MICRO_IMAGE, 24, 12, 32)),
            text(
                    "bert-micro",
                    "BERT encoder of width 64, 2 layers",
                    32,
                    new BertEncoder(SampleAssets.VOCABULARY, 128, MICRO_WIDTH, 2, 4, 4 * MICRO_WIDTH)),
            sounds(
                    "ds-cnn",
                    "keyword-spotting",
                    "DS-CNN for keywords, published size (MLPerf Tiny)",
                    new SeparableNet(
                            10,
                            49,
                            new SeparableNet.Stem(64, 4, 10, 2),
                            List.of(
                                    new SeparableNet.Block(64, 1),
                                    new SeparableNet.Block(64, 1),
                                    new SeparableNet.Block(64, 1),
                                    new SeparableNet.Block(64, 1)),
                            12,
                            true)),
            sounds(
                    "yamnet-micro",
                    "audio-classification",
                    "YAMNet with an eighth of its channels, 6 blocks",
                    new SeparableNet(
                            YAMNET_MELS,
                            YAMNET_FRAMES,
                            new SeparableNet.Stem(4, 3, 3, 2),
                            List.of(
                                    new SeparableNet.Block(8, 1),
                                    new SeparableNet.Block(16, 2),
                                    new SeparableNet.Block(32, 2),
                                    new SeparableNet.Block(64, 2),
                                    new SeparableNet.Block(64, 1),
                                    new SeparableNet.Block(128, 2)),
                            MICRO_CLASSES,
                            false)),
            synthesis(
                    "hifi-gan-micro",
                    "HiFi-GAN's generator of 32 channels, one residual block a stage",
                    new HifiGan(WHISPER_MELS, 25, 32, HIFI_GAN_UPSAMPLING, List.of(3), List.of(1, 3))),
            new ZooModel(
                    "silero-vad",
                    Family.AUDIO,
                    "voice-activity-detection",
                    Optional.of(new PipelineSpec.Audio("pcm", WHISPER_RATE, MICRO_FRAMES, WHISPER_MELS)),
                    "Silero VAD 5 (16 kHz), published size",
                    new SileroVad(),
                    Map.of("pcm", SileroVad.FRAME),
                    Map.of("state", "stateN")),
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
                    whisperDecoder(WHISPER_MICRO_ENCODER, SampleAssets.VOCABULARY, 128),
                    SampleAssets.VOCABULARY - 1,
                    WHISPER_MICRO_ENCODER),
            encoder("t5-encoder-micro", T5_MICRO_ENCODER, t5Decoder(T5_MICRO_ENCODER, 128)),
            crossed(
                    "t5-micro",
                    "text2text-generation",
                    "T5's decoder, 2 layers of width 64, on what t5-encoder-micro reads",
                    t5Decoder(T5_MICRO_ENCODER, 128),
                    1,
                    T5_MICRO_ENCODER),
            clip(
                    "clip-micro",
                    "CLIP, both towers 2 layers of width 64",
                    new Clip(
                            new Clip.Tower(64, 2, 4),
                            MICRO_IMAGE,
                            16,
                            new Clip.Tower(48, 2, 3),
                            SampleAssets.VOCABULARY,
                            16,
                            64)),
            whisper("whisper-tiny", "Whisper tiny's audio encoder, published size", WHISPER_TINY_ENCODER),
            sounds(
                    "yamnet",
                    "audio-classification",
                    "YAMNet, published size",
                    new SeparableNet(
                            YAMNET_MELS,
                            YAMNET_FRAMES,
                            new SeparableNet.Stem(32, 3, 3, 2),
                            List.of(
                                    new SeparableNet.Block(64, 1),
                                    new SeparableNet.Block(128, 2),
                                    new SeparableNet.Block(128, 1),
                                    new SeparableNet.Block(256, 2),
                                    new SeparableNet.Block(256, 1),
                                    new SeparableNet.Block(512, 2),
                                    new SeparableNet.Block(512, 1),
                                    new SeparableNet.Block(512, 1),
                                    new SeparableNet.Block(512, 1),
                                    new SeparableNet.Block(512, 1),
                                    new SeparableNet.Block(512, 1),
                                    new SeparableNet.Block(1024, 2),
                                    new SeparableNet.Block(1024, 1)),
                            521,
                            false)),
            synthesis(
                    "hifi-gan-v2",
                    "HiFi-GAN V2's generator, published size",
                    new HifiGan(WHISPER_MELS, 50, 128, HIFI_GAN_UPSAMPLING, List.of(3, 7, 11), List.of(1, 3, 5))),
            images(
                    "resnet-18",
                    "ResNet-18, published size",
                    IMAGENET_MEAN,
                    IMAGENET_STD,
                    224,
                    new ResNet(224, 64, List.of(2, 2, 2, 2), IMAGENET_CLASSES)),
            images(
                    "mobilenet-v2",
                    "MobileNetV2, published size",
                    IMAGENET_MEAN,
                    IMAGENET_STD,
                    224,
                    new MobileNet(
                            224,
                            32,
                            List.of(
                                    new Stage(1, 16, 1, 1),
                                    new Stage(6, 24, 2, 2),
                                    new Stage(6, 32, 3, 2),
                                    new Stage(6, 64, 4, 2),
                                    new Stage(6, 96, 3, 1),
                                    new Stage(6, 160, 3, 2),
                                    new Stage(6, 320, 1, 1)),
                            1280,
                            IMAGENET_CLASSES)),
            images(
                    "vit-base",
                    "ViT-Base/16, published size",
                    HALF,
                    HALF,
                    224,
                    new VisionTransformer(224, 16, 768, 12, 12, 3072, IMAGENET_CLASSES)),
            text(
                    "bert-base",
                    "BERT base (uncased) encoder, published size",
                    128,
                    new BertEncoder(30_522, 512, 768, 12, 12, 3072)),
            decoder("gpt2", "GPT-2 small, published size", gpt2(12, 768, 12, 50_257, 1024)),
            decoder(
                    "smollm2-135m",
                    "SmolLM2 135M, published size, a cache of 1,024 positions",
                    llama(30, 576, 9, 3, 64, 1536, 49_152, DECODER_CONTEXT, 100_000, 1e-5, false)),
            crossed(
                    "whisper-tiny-decoder",
                    "speech-recognition",
                    "Whisper tiny's decoder, published size, on what whisper-tiny hears",
                    whisperDecoder(WHISPER_TINY_ENCODER, 51_865, 448),
                    50_257,
                    WHISPER_TINY_ENCODER),
            encoder("t5-small-encoder", T5_SMALL_ENCODER, t5Decoder(T5_SMALL_ENCODER, 512)),
            crossed(
                    "t5-small",
                    "text2text-generation",
                    "T5 small's decoder, published size, on what t5-small-encoder reads",
                    t5Decoder(T5_SMALL_ENCODER, 512),
                    1,
                    T5_SMALL_ENCODER),
            clip(
                    "clip-vit-b32",
                    "CLIP ViT-B/32, published size",
                    // openai/clip-vit-base-patch32's config.json.
                    new Clip(new Clip.Tower(768, 12, 12), 224, 32, new Clip.Tower(512, 12, 8), 49_408, 77, 512)),
            // Qwen/Qwen2.5-0.5B's config.json. As float32 it would be 2 GB, more than a page's memory has room for.
            decoder(
                    "qwen2.5-0.5b",
                    "Qwen2.5 0.5B, published size, a cache of 1,024 positions, in blocks of 4 and 8 bits",
                    llama(24, 896, 14, 2, 64, 4864, 151_936, DECODER_CONTEXT, 1_000_000, 1e-6, true),
                    GraphKind.CONTRIB));

    private Zoo() {}

    /** Every model, small ones first. */
    public static List<ZooModel> models() {
        return MODELS;
    }

    public static Optional<ZooModel> model(String id) {
        return MODELS.stream().filter(model -> model.id().equals(id)).findFirst();
    }

    private static ZooModel whisper(String id, String description, WhisperEncoder encoder) {
        PipelineSpec pipeline = new PipelineSpec.Audio("logmel", WHISPER_RATE, encoder.frames(), encoder.mels());
        return new ZooModel(id, Family.AUDIO, "audio-encoding", pipeline, description, encoder);
    }

    private static ZooModel sounds(String id, String task, String description, SeparableNet network) {
        PipelineSpec pipeline = new PipelineSpec.Audio("logmel", WHISPER_RATE, network.frames(), network.mels());
        return new ZooModel(id, Family.AUDIO, task, pipeline, description, network);
    }

    private static ZooModel synthesis(String id, String description, HifiGan generator) {
        PipelineSpec pipeline = new PipelineSpec.Audio("logmel", WHISPER_RATE, generator.frames(), generator.mels());
        return new ZooModel(id, Family.AUDIO, "speech-synthesis", pipeline, description, generator);
    }

    private static ZooModel images(
            String id, String description, List<Double> mean, List<Double> std, int size, Architecture network) {
        PipelineSpec pipeline = new PipelineSpec.Vision(size, size, mean, std);
        return new ZooModel(id, Family.VISION, "image-classification", pipeline, description, network);
    }

    private static ZooModel clip(String id, String description, Clip clip) {
        int size = clip.imageSize();
        PipelineSpec pipeline = new PipelineSpec.Vision(size, size, CLIP_MEAN, CLIP_STD);
        return new ZooModel(id, Family.MULTIMODAL, "zero-shot-image-classification", pipeline, description, clip);
    }

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
                ? Optional.of(new PipelineSpec.Audio("logmel", WHISPER_RATE, whisper.frames(), whisper.mels()))
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

    private static ZooModel text(String id, String description, int length, BertEncoder encoder) {
        return new ZooModel(
                id, Family.EMBEDDING, "feature-extraction", new PipelineSpec.Text(length), description, encoder);
    }
}
