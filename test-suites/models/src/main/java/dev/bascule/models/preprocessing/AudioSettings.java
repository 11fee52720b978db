package dev.bascule.models.preprocessing;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.graph.Port;
import dev.bascule.nativerunner.pipeline.WavFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads how a sound becomes a tensor, of a {@code preprocessor_config.json} of Whisper's or Wav2Vec2's extractor. Stateless. */
final class AudioSettings {
    private static final int HOP = 160;
    private static final int RATE = 16_000;
    /** Of sound cards; codecs' models go up to 48 kHz. */
    private static final int MOST_RATE = 192_000;

    private static final int MOST_SECONDS = 30;
    private static final long MOST_BYTES = 256L << 20;

    private static final Set<String> KNOWN = Set.of(
            "feature_extractor_type",
            "processor_class",
            "feature_size",
            "sampling_rate",
            "hop_length",
            "n_fft",
            "chunk_length",
            "n_samples",
            "nb_max_frames",
            "do_normalize",
            "padding_side",
            "padding_value",
            "mel_filters",
            "return_attention_mask");

    private AudioSettings() {}

    static FoundPipeline of(List<Path> folders, Port port, Optional<Path> sound) {
        Optional<SettingsFile> file = SettingsFile.find(folders, ImageSettings.FILE);
        return file.isPresent() ? read(file.get(), port, sound) : assumed(port, sound);
    }

    private static FoundPipeline assumed(Port port, Optional<Path> sound) {
        boolean frames = Preprocessing.rankOf(port) == 3;
        OptionalInt mels = Preprocessing.fixed(port, 1);
        if (frames && (mels.isEmpty() || mels.getAsInt() != 80 && mels.getAsInt() != 128)) {
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH,
                    "--pipeline audio: there is no %s beside the model, and its input %s is not one of 80 or 128 mel bands"
                            .formatted(ImageSettings.FILE, port),
                    "put the file beside the model, or write the pipeline into a suite");
        }
        Length length = frames
                ? Preprocessing.fixed(port, 2).stream()
                        .mapToObj(count -> new Length(count, "of the model's input"))
                        .findFirst()
                        .orElseGet(() -> ofSound(sound, RATE))
                : ofPort(port, sound, RATE);
        return new FoundPipeline(
                new PipelineSpec.Audio(frames ? "logmel" : "pcm", RATE, length.frames, mels.orElse(80)),
                Optional.empty(),
                "%s of the model's input; length %s; no %s beside it: 16 kHz"
                        .formatted(frames ? "mel bands" : "samples", length.from, ImageSettings.FILE));
    }

    private static FoundPipeline read(SettingsFile file, Port port, Optional<Path> sound) {
        String type = file.text("feature_extractor_type")
                .orElseThrow(() -> file.refused("does not say its feature_extractor_type"));
        int rate = file.size(file.values(), "sampling_rate", MOST_RATE);
        PipelineSpec.Audio spec;
        String length;
        switch (type) {
            case "WhisperFeatureExtractor" -> {
                requireWhisper(file);
                long samples = (long) file.size(file.values(), "chunk_length") * rate;
                length = "of the file";
                spec = new PipelineSpec.Audio(
                        "logmel",
                        rate,
                        (int) Math.min(samples / HOP, 10L * MOST_SECONDS * rate / HOP),
                        file.size(file.values(), "feature_size"));
            }
            case "Wav2Vec2FeatureExtractor" -> {
                Length found = ofPort(port, sound, rate);
                length = found.from;
                spec = new PipelineSpec.Audio(
                        file.flag("do_normalize", true) ? "normalized-pcm" : "pcm", rate, found.frames, 80);
            }
            default ->
                throw file.refused(
                        "is of the feature extractor '%s'; known are WhisperFeatureExtractor and Wav2Vec2FeatureExtractor"
                                .formatted(type));
        }
        return new FoundPipeline(
                spec,
                Optional.empty(),
                "%s (%s); length %s%s"
                        .formatted(
                                file.name(),
                                type,
                                length,
                                file.unread(KNOWN)
                                        .map(keys -> "; not obeyed: " + keys)
                                        .orElse("")));
    }

    private static void requireWhisper(SettingsFile file) {
        if (file.size(file.values(), "hop_length") != HOP || file.size(file.values(), "n_fft") != 400) {
            throw file.refused("has other windows than 400 samples every 160");
        }
        if (file.flag("do_normalize", false)) {
            throw file.refused("normalises the sound before its frames are made (do_normalize)");
        }
    }

    /** In hops, and what says so. */
    private record Length(int frames, String from) {}

    private static Length ofPort(Port port, Optional<Path> sound, int rate) {
        OptionalInt samples = Preprocessing.fixed(port, Preprocessing.rankOf(port) - 1);
        if (samples.isPresent() && samples.getAsInt() % HOP != 0) {
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH,
                    "--pipeline audio: the model's input %s is no multiple of %d samples".formatted(port, HOP),
                    "give its samples with --input NAME=FILE.wav and --pipeline none");
        }
        return samples.isPresent()
                ? new Length(samples.getAsInt() / HOP, "of the model's input")
                : ofSound(sound, rate);
    }

    /** As long as the sound, for nothing else says how long. */
    private static Length ofSound(Optional<Path> sound, int rate) {
        if (sound.isEmpty()) {
            return new Length(rate / HOP, "of Bascule's own sample, a second");
        }
        try {
            WavFile wav = WavFile.of(InputFile.bytes(sound.get(), MOST_BYTES));
            long frames = ((long) wav.frames() * rate / wav.rate() + HOP - 1) / HOP;
            long most = (long) MOST_SECONDS * rate / HOP;
            return new Length(
                    (int) Math.max(2, Math.min(frames, most)),
                    "of the sound, %d seconds at most".formatted(MOST_SECONDS));
        } catch (IOException e) {
            throw unreadable(sound.get(), FileErrorText.why(e));
        } catch (RefusedException e) {
            throw unreadable(sound.get(), e.words());
        }
    }

    private static BasculeException unreadable(Path sound, String why) {
        return new BasculeException(
                ErrorCode.INPUT_MISMATCH,
                "cannot read '%s': %s".formatted(sound, why),
                "give a sound as 16-bit PCM WAV");
    }
}
