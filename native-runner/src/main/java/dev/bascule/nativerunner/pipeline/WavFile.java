package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * What a WAV file says of its samples, and where they lie: the rules of {@code PIPELINES.md}, "WAV", which the page has as
 * well. Immutable.
 *
 * @param floating rather than integer
 * @param frames samples of each channel
 * @param dataAt where the first is
 */
public record WavFile(boolean floating, int bits, int channels, int rate, int frames, int dataAt) {
    private static final int PCM = 1;
    private static final int FLOAT = 3;
    private static final int EXTENSIBLE = 0xFFFE;
    private static final int LEAST_RATE = 8_000;
    private static final int MOST_RATE = 96_000;
    private static final int MOST_CHANNELS = 8;
    private static final String CONVERT = "; convert it to 16-bit PCM WAV";

    /** @throws RefusedException where it is no WAV file, or none that page and host both read */
    public static WavFile of(byte[] file) throws RefusedException {
        if (!tag(file, 0, "RIFF") || !tag(file, 8, "WAVE")) {
            throw new RefusedException("UnknownAudioFormat", "the sound is no WAV file" + CONVERT);
        }
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int format = -1;
        for (long at = 12; at + 8 <= file.length; ) {
            int chunk = (int) at;
            long size = Integer.toUnsignedLong(bytes.getInt(chunk + 4));
            if (tag(file, chunk, "fmt ") && size >= 16 && chunk + 8 + size <= file.length) {
                format = chunk + 8;
            }
            if (tag(file, chunk, "data") && format >= 0) {
                return of(bytes, format, chunk + 8, Math.min(size, file.length - chunk - 8L));
            }
            at += 8 + size + size % 2;
        }
        throw new RefusedException(
                "DamagedAudio", "the WAV file has no %s chunk%s".formatted(format < 0 ? "fmt" : "data", CONVERT));
    }

    private static WavFile of(ByteBuffer bytes, int at, int dataAt, long dataBytes) throws RefusedException {
        int code = unsigned(bytes, at);
        boolean extended = code == EXTENSIBLE && bytes.getInt(at - 4) >= 40;
        int coding = extended ? unsigned(bytes, at + 24) : code;
        int channels = unsigned(bytes, at + 2);
        int rate = bytes.getInt(at + 4);
        int bits = unsigned(bytes, at + 14);
        boolean known =
                coding == PCM ? bits == 8 || bits == 16 || bits == 24 || bits == 32 : coding == FLOAT && bits == 32;
        if (!known) {
            throw new RefusedException(
                    "UnknownAudioFormat",
                    "the WAV file is coded as %d with %d bits%s".formatted(coding, bits, CONVERT));
        }
        if (channels < 1 || channels > MOST_CHANNELS) {
            throw new RefusedException(
                    "UnknownAudioFormat",
                    "the WAV file has %d channels; give it 1 to %d".formatted(channels, MOST_CHANNELS));
        }
        if (rate < LEAST_RATE || rate > MOST_RATE) {
            throw new RefusedException(
                    "UnknownAudioFormat",
                    "the WAV file has %s samples a second; give it %d to %d"
                            .formatted(Integer.toUnsignedString(rate), LEAST_RATE, MOST_RATE));
        }
        int frames = (int) (dataBytes / (channels * (bits / 8)));
        if (frames == 0) {
            throw new RefusedException("EmptyAudio", "the sound has no sample; give one that is not empty");
        }
        return new WavFile(coding == FLOAT, bits, channels, rate, frames, dataAt);
    }

    private static int unsigned(ByteBuffer bytes, int at) {
        return Short.toUnsignedInt(bytes.getShort(at));
    }

    private static boolean tag(byte[] file, int at, String tag) {
        return at + 4 <= file.length && new String(file, at, 4, StandardCharsets.ISO_8859_1).equals(tag);
    }
}
