package dev.bascule.studies.media;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes mono WAV files. Stateless. */
public final class WavFile {
    private static final int HEADER = 44;
    private static final float FULL = 32768;

    private WavFile() {}

    /** Of 16 bits, which every reader takes. */
    public static byte[] of16Bits(float[] samples, int sampleRate) {
        ByteBuffer file = header(samples.length, sampleRate, 2, 1);
        for (float sample : samples) {
            file.putShort((short) Math.max(-FULL, Math.min(FULL - 1, Math.round(sample * FULL))));
        }
        return file.array();
    }

    /** Of 32-bit float, which loses nothing. */
    public static byte[] ofFloats(float[] samples, int sampleRate) {
        ByteBuffer file = header(samples.length, sampleRate, 4, 3);
        for (float sample : samples) {
            file.putFloat(sample);
        }
        return file.array();
    }

    /** As a reader of {@link #of16Bits} gets it. */
    public static float[] rounded(float[] samples) {
        float[] rounded = new float[samples.length];
        for (int i = 0; i < samples.length; i++) {
            rounded[i] = Math.max(-FULL, Math.min(FULL - 1, Math.round(samples[i] * FULL))) / FULL;
        }
        return rounded;
    }

    private static ByteBuffer header(int samples, int sampleRate, int width, int coding) {
        int data = samples * width;
        ByteBuffer file = ByteBuffer.allocate(HEADER + data).order(ByteOrder.LITTLE_ENDIAN);
        file.put(ascii("RIFF")).putInt(HEADER + data - 8).put(ascii("WAVEfmt "));
        file.putInt(16).putShort((short) coding).putShort((short) 1);
        file.putInt(sampleRate).putInt(sampleRate * width);
        file.putShort((short) width).putShort((short) (8 * width));
        return file.put(ascii("data")).putInt(data);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
