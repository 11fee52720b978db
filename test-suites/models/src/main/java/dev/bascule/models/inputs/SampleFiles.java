package dev.bascule.models.inputs;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;

/** Files of samples, read for no model in particular. What cannot be read is {@link ErrorCode#INPUT_MISMATCH}. Thread-safe. */
public final class SampleFiles {
    private static final int CHANNELS = 3;
    private static final float FULL = 255;

    private SampleFiles() {}

    /**
     * A sound.
     *
     * @param samples in [-1, 1], several channels mixed down: [length]
     * @param rate samples a second
     */
    public record Sound(Tensor samples, int rate) {}

    /**
     * A tensor of a {@code .npy} file.
     *
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH}
     */
    public static Tensor array(Path file) {
        require(file);
        return NpyFiles.read(file);
    }

    /**
     * A picture as it is, without its alpha, in [0, 1]: [3, height, width].
     *
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH}
     */
    public static Tensor picture(Path file) {
        require(file);
        Pixels pixels = Pictures.read(file);
        int plane = pixels.width() * pixels.height();
        float[] levels = new float[Math.multiplyExact(CHANNELS, plane)];
        for (int y = 0; y < pixels.height(); y++) {
            for (int x = 0; x < pixels.width(); x++) {
                for (int channel = 0; channel < CHANNELS; channel++) {
                    levels[channel * plane + y * pixels.width() + x] = pixels.at(x, y, channel) / FULL;
                }
            }
        }
        return Tensor.floats(Shape.of(CHANNELS, pixels.height(), pixels.width()), levels);
    }

    /**
     * A WAV file.
     *
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH}
     */
    public static Sound sound(Path file) {
        require(file);
        DecodedAudio sound = DecodedAudio.read(file);
        return new Sound(Tensor.floats(Shape.of(sound.samples().length), sound.samples()), sound.rate());
    }

    /**
     * Writes an array as NumPy reads it, where nothing is yet.
     *
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH} for a type that NumPy has not
     * @throws IOException where it cannot be written
     */
    public static void write(Path file, Tensor array) throws IOException {
        NpyFiles.write(file, array);
    }

    /** A pipe would be waited for. */
    private static void require(Path file) {
        try {
            InputFile.require(file);
        } catch (IOException e) {
            throw InputMismatch.of(
                    "cannot read '%s': %s".formatted(file, FileErrorText.why(e)),
                    "put a regular file there that this user may read");
        }
    }
}
