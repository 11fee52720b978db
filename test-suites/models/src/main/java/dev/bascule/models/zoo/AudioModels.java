package dev.bascule.models.zoo;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.job.PipelineSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What hears, and what speaks. Stateless. */
final class AudioModels {
    static final int WHISPER_RATE = 16_000;
    private static final int WHISPER_MELS = 80;
    static final WhisperEncoder WHISPER_MICRO_ENCODER = new WhisperEncoder(WHISPER_MELS, 100, 64, 2, 4);
    /** openai/whisper-tiny's config.json. */
    static final WhisperEncoder WHISPER_TINY_ENCODER = new WhisperEncoder(WHISPER_MELS, 3000, 384, 4, 6);

    private static final int YAMNET_MELS = 64;
    private static final int YAMNET_FRAMES = 96;
    static final List<HifiGan.Upsampling> HIFI_GAN_UPSAMPLING = List.of(
            new HifiGan.Upsampling(8, 16),
            new HifiGan.Upsampling(8, 16),
            new HifiGan.Upsampling(2, 4),
            new HifiGan.Upsampling(2, 4));
    private static final int MICRO_CLASSES = 10;
    /** One second of sound. */
    private static final int MICRO_FRAMES = 100;

    static final List<ZooModel> ENCODER_MICRO =
            List.of(whisper("whisper-micro", "Whisper's audio encoder, 2 layers", WHISPER_MICRO_ENCODER));

    static final List<ZooModel> MICRO = List.of(
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
            conformer(
                    "conformer-micro",
                    "Conformer of width 32, 2 blocks, plain attention",
                    new Conformer(WHISPER_MELS, MICRO_FRAMES, 32, 2, 4, 15)),
            new ZooModel(
                    "silero-vad",
                    Family.AUDIO,
                    "voice-activity-detection",
                    Optional.of(new PipelineSpec.Audio("pcm", WHISPER_RATE, MICRO_FRAMES, WHISPER_MELS)),
                    "Silero VAD 5 (16 kHz), published size",
                    new SileroVad(),
                    Map.of("pcm", SileroVad.FRAME),
                    Map.of("state", "stateN")));

    static final List<ZooModel> PUBLISHED = List.of(
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
            conformer(
                    "conformer-s",
                    "Conformer S's encoder, published size with plain attention, 4 s of sound",
                    new Conformer(WHISPER_MELS, 400, 144, 16, 4, 31)));

    private AudioModels() {}

    private static ZooModel whisper(String id, String description, WhisperEncoder encoder) {
        PipelineSpec pipeline = new PipelineSpec.Audio("logmel", WHISPER_RATE, encoder.frames(), encoder.mels());
        return new ZooModel(id, Family.AUDIO, "audio-encoding", pipeline, description, encoder);
    }

    private static ZooModel sounds(String id, String task, String description, SeparableNet network) {
        PipelineSpec pipeline = new PipelineSpec.Audio("logmel", WHISPER_RATE, network.frames(), network.mels());
        return new ZooModel(id, Family.AUDIO, task, pipeline, description, network);
    }

    private static ZooModel conformer(String id, String description, Conformer encoder) {
        PipelineSpec pipeline = new PipelineSpec.Audio("logmel", WHISPER_RATE, encoder.frames(), encoder.mels());
        return new ZooModel(id, Family.AUDIO, "audio-encoding", pipeline, description, encoder);
    }

    private static ZooModel synthesis(String id, String description, HifiGan generator) {
        PipelineSpec pipeline = new PipelineSpec.Audio("logmel", WHISPER_RATE, generator.frames(), generator.mels());
        return new ZooModel(id, Family.AUDIO, "speech-synthesis", pipeline, description, generator);
    }
}
