package dev.bascule.execution.cases;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalDouble;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/**
 * How far an element of what a page's pipeline makes may lie from what the native one makes of the same file: the tolerances
 * of {@code browser-runtime/PIPELINES.md}. Immutable.
 *
 * @param maxAbs greatest absolute difference; empty where none is stated
 * @param why in words, for the cell
 */
public record PipelineLimit(OptionalDouble maxAbs, String why) {

    /** @throws UncheckedIOException where the file cannot be read any more */
    public static PipelineLimit of(PipelineRequest request) {
        PipelineSpec spec = request.pipeline();
        if (spec instanceof PipelineSpec.Text) {
            return within(0, "ids are to be identical");
        }
        if (spec instanceof PipelineSpec.Vision vision) {
            return jpeg(asset(request, "image"))
                    ? within(
                            2
                                    / 255.0
                                    / vision.std().stream()
                                            .mapToDouble(std -> std)
                                            .min()
                                            .orElse(1),
                            "decoders of JPEG may differ by two levels")
                    : within(1e-5, "pixels may differ by 1e-5");
        }
        PipelineSpec.Audio audio = (PipelineSpec.Audio) spec;
        return hasRate(asset(request, "audio"), audio.sampleRate())
                ? audio.features().equals("pcm")
                        ? within(1e-6, "samples may differ by 1e-6")
                        : within(1e-4, "log-mel frames may differ by 1e-4")
                : new PipelineLimit(
                        OptionalDouble.empty(),
                        "browsers resample by filters of their own, so the page's is not judged");
    }

    private static PipelineLimit within(double limit, String why) {
        return new PipelineLimit(OptionalDouble.of(limit), why);
    }

    private static ModelArtifact asset(PipelineRequest request, String name) {
        return Objects.requireNonNull(request.assets().get(name), name);
    }

    /** By its first bytes, for names lie. */
    private static boolean jpeg(ModelArtifact image) {
        try (InputStream in = InputFile.stream(image.file())) {
            return Arrays.equals(in.readNBytes(2), new byte[] {(byte) 0xFF, (byte) 0xD8});
        } catch (IOException e) {
            throw unreadable(image, e);
        }
    }

    private static BasculeException unreadable(ModelArtifact asset, IOException e) {
        return BasculeException.because(
                e,
                ErrorCode.INPUT_MISMATCH,
                "cannot read '%s': %s".formatted(asset.file(), FileErrorText.why(e)),
                "name a regular file that this user may read");
    }

    private static boolean hasRate(ModelArtifact sound, int rate) {
        try {
            return Math.round(AudioSystem.getAudioFileFormat(sound.file().toFile())
                            .getFormat()
                            .getSampleRate())
                    == rate;
        } catch (UnsupportedAudioFileException | IllegalArgumentException | ArithmeticException e) {
            return false;
        } catch (IOException e) {
            throw unreadable(sound, e);
        }
    }
}
