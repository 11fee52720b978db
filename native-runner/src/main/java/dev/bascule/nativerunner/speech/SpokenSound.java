package dev.bascule.nativerunner.speech;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Speech as mono samples of 16 bits. Nobody changes the samples. */
@SuppressWarnings("ArrayRecordComponent")
public record SpokenSound(int sampleRate, short[] samples) {
    private static final int LEAST_RATE = 8_000;
    private static final int MOST_RATE = 48_000;

    /** As it is sent from a child: the rate, then the samples. */
    byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + samples.length * Short.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(sampleRate);
        bytes.asShortBuffer().put(samples);
        return bytes.array();
    }

    /** @throws IOException where it is none, or silence */
    static SpokenSound parse(byte[] answer) throws IOException {
        if (answer.length < Integer.BYTES || (answer.length - Integer.BYTES) % Short.BYTES != 0) {
            throw new IOException("%d bytes, which are no sound".formatted(answer.length));
        }
        ByteBuffer bytes = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
        int rate = bytes.getInt();
        short[] samples = new short[(answer.length - Integer.BYTES) / Short.BYTES];
        bytes.asShortBuffer().get(samples);
        if (rate < LEAST_RATE || rate > MOST_RATE || isSilent(samples)) {
            throw new IOException("%d samples at %d Hz, which are no speech".formatted(samples.length, rate));
        }
        return new SpokenSound(rate, samples);
    }

    private static boolean isSilent(short[] samples) {
        for (short sample : samples) {
            if (sample != 0) {
                return false;
            }
        }
        return true;
    }
}
