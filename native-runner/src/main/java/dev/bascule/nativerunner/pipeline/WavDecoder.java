package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Decodes a WAV file to mono; several channels are mixed down by their mean. Stateless. */
final class WavDecoder {
    private WavDecoder() {}

    static MonoAudio decode(byte[] file) throws RefusedException {
        WavFile wav = WavFile.of(file);
        ByteBuffer data = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        Sample sample = reader(wav);
        int width = wav.bits() / 8;
        float[] mono = new float[wav.frames()];
        for (int i = 0; i < mono.length; i++) {
            double sum = 0;
            for (int channel = 0; channel < wav.channels(); channel++) {
                sum += sample.at(data, wav.dataAt() + (i * wav.channels() + channel) * width);
            }
            mono[i] = (float) (sum / wav.channels());
            if (!Float.isFinite(mono[i])) {
                throw new RefusedException("DamagedAudio", "the sound has samples that are no numbers; make it again");
            }
        }
        return new MonoAudio(mono, wav.rate());
    }

    @FunctionalInterface
    private interface Sample {
        double at(ByteBuffer data, int offset);
    }

    private static Sample reader(WavFile wav) {
        if (wav.floating()) {
            return ByteBuffer::getFloat;
        }
        return switch (wav.bits()) {
            case 8 -> (data, at) -> ((data.get(at) & 0xFF) - 128) / 128.0;
            case 16 -> (data, at) -> data.getShort(at) / 32768.0;
            case 24 -> (data, at) -> int24(data, at) / 8388608.0;
            default -> (data, at) -> data.getInt(at) / 2147483648.0;
        };
    }

    private static int int24(ByteBuffer data, int at) {
        return data.get(at + 2) << 16 | (data.get(at + 1) & 0xFF) << 8 | data.get(at) & 0xFF;
    }
}
