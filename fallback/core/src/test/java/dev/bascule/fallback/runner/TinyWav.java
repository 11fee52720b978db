package dev.bascule.fallback.runner;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes small WAV files for tests. */
public final class TinyWav {
    private static final int HEADER = 44;

    private TinyWav() {}

    /** A mono 16-bit file with a sine of 440 Hz at half scale. */
    public static byte[] sine(int sampleRate, int samples) {
        ByteBuffer wav = ByteBuffer.allocate(HEADER + 2 * samples).order(ByteOrder.LITTLE_ENDIAN);
        tag(wav, "RIFF").putInt(HEADER - 8 + 2 * samples);
        tag(wav, "WAVE");
        tag(wav, "fmt ").putInt(16).putShort((short) 1).putShort((short) 1);
        wav.putInt(sampleRate).putInt(2 * sampleRate).putShort((short) 2).putShort((short) 16);
        tag(wav, "data").putInt(2 * samples);
        for (int i = 0; i < samples; i++) {
            wav.putShort((short) Math.round(16384 * Math.sin(2 * Math.PI * 440 * i / sampleRate)));
        }
        return wav.array();
    }

    private static ByteBuffer tag(ByteBuffer wav, String name) {
        return wav.put(name.getBytes(StandardCharsets.US_ASCII));
    }
}
