package dev.bascule.app.environment;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.zoo.SampleAssets;
import dev.bascule.models.zoo.ZooStore;
import dev.bascule.studies.scenario.StreamInput;
import dev.bascule.suites.suite.PipelineEntry;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/** What cases take of sounds in real time. Stateless but for the caches on disk. */
final class StreamSounds {
    private final ModelResolver models;
    private final PipelineRequests pipelines;
    private final ZooStore zoo;

    StreamSounds(ModelResolver models, PipelineRequests pipelines, ZooStore zoo) {
        this.models = models;
        this.pipelines = pipelines;
        this.zoo = zoo;
    }

    /** What a case takes of a sound in real time: its sound, in the frames of its one input that is fed frame by frame. */
    StreamInput of(SuiteCase wanted) {
        SuiteModel model = wanted.model();
        if (model.feed().frames().size() != 1) {
            return unheard("real-time audio needs one input that is fed frame by frame, but %d of this case's are"
                    .formatted(model.feed().frames().size()));
        }
        Map.Entry<String, FrameWindow> frame =
                model.feed().frames().entrySet().iterator().next();
        if (frame.getValue().context() > frame.getValue().length()) {
            return unheard(
                    "frames with more context than sound (%s) are not played in real time".formatted(frame.getValue()));
        }
        if (model.feed().inputs().get(frame.getKey()) instanceof InputSource.File file
                && file.path().toString().toLowerCase(Locale.ROOT).endsWith(".wav")) {
            return new StreamInput.Sound(
                    pipelines.asset(Optional.of(file.path()), SampleAssets.SPEECH),
                    rate(file.path()),
                    frame.getValue().length(),
                    frame.getValue().context(),
                    frame.getKey());
        }
        PipelineEntry entry = model.feed().pipeline().orElse(PipelineRequests.DEFAULT_ENTRY);
        Optional<PipelineSpec> spec = entry.spec()
                .or(() -> models.resolve(model.reference(), Path.of("")).pipeline());
        if (!(spec.orElse(new PipelineSpec.Text(1)) instanceof PipelineSpec.Audio audio)) {
            return unheard("the case has no audio pipeline");
        }
        Optional<Path> asset = entry.asset()
                .or(() -> PipelineRequests.takeAsset(
                        audio, new LinkedHashMap<>(model.feed().inputs())));
        return new StreamInput.Sound(
                pipelines.asset(asset, SampleAssets.SPEECH),
                audio.sampleRate(),
                frame.getValue().length(),
                frame.getValue().context(),
                frame.getKey());
    }

    /** One sound in each coding there is of it, by the name of its file. */
    Map<String, ModelArtifact> codings() {
        return SampleAssets.CODINGS.stream().collect(Collectors.toMap(SampleAssets::fileName, zoo::asset));
    }

    /** A model that takes samples as they are takes them at the file's own rate. */
    private static int rate(Path file) {
        try {
            InputFile.require(file);
            int rate = Math.round(
                    AudioSystem.getAudioFileFormat(file.toFile()).getFormat().getSampleRate());
            if (rate < 1) {
                throw noSound(file, "it says that it has %d samples a second".formatted(rate));
            }
            return rate;
        } catch (IOException e) {
            throw noSound(file, FileErrorText.why(e));
        } catch (UnsupportedAudioFileException | IllegalArgumentException | ArithmeticException e) {
            throw noSound(file, "it is no WAV file that Java can read");
        }
    }

    private static BasculeException noSound(Path file, String why) {
        return new BasculeException(
                ErrorCode.INPUT_MISMATCH, "cannot read '%s': %s".formatted(file, why), "convert it to 16-bit PCM WAV");
    }

    private static StreamInput unheard(String why) {
        return new StreamInput.None(
                Failure.of(
                        ErrorCode.INPUT_MISMATCH,
                        why,
                        "name the input in the suite's `frame`, and its sound in `pipeline: {kind: audio, features: pcm, ...}`"));
    }
}
