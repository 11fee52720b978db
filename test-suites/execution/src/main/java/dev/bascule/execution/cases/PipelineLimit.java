package dev.bascule.execution.cases;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * How far an element of what a page's pipeline makes may lie from what the native one makes of the same file: the tolerances
 * of {@code browser-runtime/PIPELINES.md}. Immutable.
 *
 * @param maxAbs greatest absolute difference
 * @param why in words, for the cell
 */
public record PipelineLimit(double maxAbs, String why) {
    private static final double PIXELS = 1e-5;

    /** Where a PNG says how many bits a sample has. */
    private static final int BIT_DEPTH = 24;

    /** @throws BasculeException where the file cannot be read any more */
    public static PipelineLimit of(PipelineRequest request) {
        PipelineSpec spec = request.pipeline();
        if (spec instanceof PipelineSpec.Text) {
            return within(0, "ids are to be identical");
        }
        if (spec instanceof PipelineSpec.Vision vision) {
            Shaping shaping = vision.shaped();
            double level = shaping.scale()
                    / vision.std().stream().mapToDouble(Math::abs).min().orElse(1);
            double pixels = PIXELS * Math.max(1, 255 * shaping.scale());
            // A cubic makes a difference larger, and rounding to 8 bits may add one.
            boolean more = shaping.antialias() || shaping.resampling() == Shaping.Resampling.BICUBIC;
            byte[] head = head(asset(request, "image"));
            if (jpeg(head)) {
                return more
                        ? within(3 * level, "decoders of JPEG may differ by two levels, and this resampling adds one")
                        : within(2 * level, "decoders of JPEG may differ by two levels");
            }
            return deep(head)
                    ? within((more ? 2 : 1) * level + pixels, "of 16 bits the last of 8 may differ")
                    : within(
                            pixels,
                            pixels == PIXELS
                                    ? "pixels may differ by 1e-5"
                                    : "unscaled pixels may differ by %.1g".formatted(pixels));
        }
        return ((PipelineSpec.Audio) spec).features().equals("pcm")
                ? within(1e-6, "samples may differ by 1e-6")
                : within(1e-4, "log-mel frames and normalised samples may differ by 1e-4");
    }

    private static PipelineLimit within(double limit, String why) {
        return new PipelineLimit(limit, why);
    }

    private static ModelArtifact asset(PipelineRequest request, String name) {
        return Objects.requireNonNull(request.assets().get(name), name);
    }

    /** By its first bytes, for names lie. */
    private static byte[] head(ModelArtifact image) {
        try (InputStream in = InputFile.stream(image.file())) {
            return in.readNBytes(BIT_DEPTH + 1);
        } catch (IOException e) {
            throw unreadable(image, e);
        }
    }

    private static boolean jpeg(byte[] head) {
        return head.length > 1 && (head[0] & 0xFF) == 0xFF && (head[1] & 0xFF) == 0xD8;
    }

    private static boolean deep(byte[] head) {
        return head.length > BIT_DEPTH && head[BIT_DEPTH] == 16;
    }

    private static BasculeException unreadable(ModelArtifact asset, IOException e) {
        return BasculeException.because(
                e,
                ErrorCode.INPUT_MISMATCH,
                "cannot read '%s': %s".formatted(asset.file(), FileErrorText.why(e)),
                "name a regular file that this user may read");
    }
}
