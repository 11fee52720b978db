package dev.bascule.fallback.run;

import java.util.Arrays;
import java.util.Base64;

/**
 * A sound for people to listen to. Immutable.
 *
 * @param name whose it is, such as {@code reference}
 * @param wav a WAV file in Base64, at most {@link #MOST_BYTES} of it
 */
public record SoundClip(String name, String wav) {
    /** Some seconds of speech; what is longer is cut before. */
    public static final int MOST_BYTES = 256 << 10;

    private static final int MOST_NAME = 200;
    private static final byte[] RIFF = {'R', 'I', 'F', 'F'};

    public SoundClip {
        byte[] bytes = bytes(wav);
        if (name.isBlank() || name.length() > MOST_NAME) {
            throw new IllegalArgumentException("a sound has a name of 1 to %d letters".formatted(MOST_NAME));
        }
        if (bytes.length > MOST_BYTES || bytes.length < RIFF.length || !Arrays.equals(bytes, 0, 4, RIFF, 0, 4)) {
            throw new IllegalArgumentException("'%s' is no WAV file of at most %d bytes".formatted(name, MOST_BYTES));
        }
    }

    /** The clip of a WAV file. */
    public static SoundClip of(String name, byte[] wav) {
        return new SoundClip(name, Base64.getEncoder().encodeToString(wav));
    }

    private static byte[] bytes(String wav) {
        return wav.length() > 2 * MOST_BYTES ? new byte[0] : Base64.getDecoder().decode(wav);
    }
}
