package dev.bascule.nativerunner.pipeline;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Sounds for tests, written byte by byte. */
public final class TestSounds {
    private TestSounds() {}

    public static double[] sine(int rate, double hertz, double amplitude, int length) {
        double[] samples = new double[length];
        for (int i = 0; i < length; i++) {
            samples[i] = amplitude * Math.sin(2 * Math.PI * hertz * i / rate);
        }
        return samples;
    }

    /** A WAV of 16 bits; the samples of its channels alternate. */
    public static byte[] wav16(int rate, int channels, double[] samples) {
        ByteBuffer data = ByteBuffer.allocate(samples.length * 2).order(ByteOrder.LITTLE_ENDIAN);
        for (double sample : samples) {
            data.putShort((short) Math.round(sample * 32767));
        }
        return wav(1, rate, channels, 16, data.array());
    }

    /** A RIFF file around samples: format 1 is integer, 3 is float. */
    static byte[] wav(int format, int rate, int channels, int bits, byte[] data) {
        int frame = channels * bits / 8;
        ByteBuffer file = ByteBuffer.allocate(44 + data.length).order(ByteOrder.LITTLE_ENDIAN);
        file.put(ascii("RIFF")).putInt(36 + data.length).put(ascii("WAVE"));
        file.put(ascii("fmt ")).putInt(16).putShort((short) format).putShort((short) channels);
        file.putInt(rate).putInt(rate * frame).putShort((short) frame).putShort((short) bits);
        file.put(ascii("data")).putInt(data.length).put(data);
        return file.array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
