package dev.bascule.training.curve;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** A folder of one run's curves, which is a run of TensorBoard by the folder's name. Stateless. */
public final class CurveFiles {
    private CurveFiles() {}

    /**
     * Writes {@code curves.csv}, {@code curves.jsonl} and TensorBoard's event file.
     *
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE}
     */
    public static void write(Path folder, Instant begun, List<Curve> curves) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("curves.csv"), CurveText.csv(curves), StandardCharsets.UTF_8);
            Files.writeString(folder.resolve("curves.jsonl"), CurveText.jsonLines(curves), StandardCharsets.UTF_8);
            try (OutputStream events =
                    new BufferedOutputStream(Files.newOutputStream(folder.resolve(EventFile.name(begun))))) {
                EventFile.write(begun, curves, events);
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "cannot write curves into '%s': %s".formatted(folder, FileErrorText.why(e)));
        }
    }
}
