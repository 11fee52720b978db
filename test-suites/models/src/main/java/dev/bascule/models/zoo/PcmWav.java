package dev.bascule.models.zoo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes RIFF WAVE files: PCM, mono, 16 bits. Stateless. */
public final class PcmWav {
    private static final int HEADER = 44;

    private PcmWav() {}

    /** @param samples in [-1, 1] */
    public static byte[] of(double[] samples, int rate) {
        int dataBytes = samples.length * Short.BYTES;
        ByteBuffer wav = ByteBuffer.allocate(HEADER + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
        wav.put(ascii("RIFF")).putInt(HEADER - 8 + dataBytes).put(ascii("WAVE"));
        wav.put(ascii("fmt ")).putInt(16).putShort((short) 1).putShort((short) 1);
        wav.putInt(rate)
                .putInt(rate * Short.BYTES)
                .putShort((short) Short.BYTES)
                .putShort((short) Short.SIZE);
        wav.put(ascii("data")).putInt(dataBytes);
        for (double sample : samples) {
            wav.putShort((short) StrictMath.round(sample * Short.MAX_VALUE));
        }
        return wav.array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
