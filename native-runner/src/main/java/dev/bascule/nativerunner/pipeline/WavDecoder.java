package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioFormat.Encoding;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/** Decodes a WAV file to mono; several channels are mixed down by their mean. Stateless. */
final class WavDecoder {
    /** Java's stream gives nothing, again and again, where a frame is larger than what is asked of it at once. */
    private static final int MOST_FRAME = 4096;

    private WavDecoder() {}

    static MonoAudio decode(byte[] file) throws RefusedException {
        try (AudioInputStream in = AudioSystem.getAudioInputStream(new ByteArrayInputStream(file))) {
            AudioFormat format = in.getFormat();
            if (format.getFrameSize() > MOST_FRAME) {
                throw unknown(format);
            }
            ByteBuffer data = ByteBuffer.wrap(in.readAllBytes())
                    .order(format.isBigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            Sample sample = reader(format);
            int channels = format.getChannels();
            if (channels < 1) {
                throw unknown(format);
            }
            int width = (format.getSampleSizeInBits() + 7) / 8;
            float[] mono = new float[data.remaining() / (width * channels)];
            for (int i = 0; i < mono.length; i++) {
                double sum = 0;
                for (int channel = 0; channel < channels; channel++) {
                    sum += sample.at(data, (i * channels + channel) * width);
                }
                mono[i] = (float) (sum / channels);
            }
            return new MonoAudio(mono, Math.round(format.getSampleRate()));
        } catch (UnsupportedAudioFileException | IOException e) {
            throw RefusedException.of(e);
        }
    }

    @FunctionalInterface
    private interface Sample {
        double at(ByteBuffer data, int offset);
    }

    private static Sample reader(AudioFormat format) throws RefusedException {
        int bits = format.getSampleSizeInBits();
        Encoding encoding = format.getEncoding();
        if (encoding.equals(Encoding.PCM_FLOAT)) {
            return switch (bits) {
                case 32 -> ByteBuffer::getFloat;
                case 64 -> ByteBuffer::getDouble;
                default -> throw unknown(format);
            };
        }
        if (encoding.equals(Encoding.PCM_UNSIGNED) && bits == 8) {
            return (data, at) -> ((data.get(at) & 0xFF) - 128) / 128.0;
        }
        if (!encoding.equals(Encoding.PCM_SIGNED)) {
            throw unknown(format);
        }
        return switch (bits) {
            case 8 -> (data, at) -> data.get(at) / 128.0;
            case 16 -> (data, at) -> data.getShort(at) / 32768.0;
            case 24 -> (data, at) -> int24(data, at) / 8388608.0;
            case 32 -> (data, at) -> data.getInt(at) / 2147483648.0;
            default -> throw unknown(format);
        };
    }

    private static int int24(ByteBuffer data, int at) {
        boolean little = data.order() == ByteOrder.LITTLE_ENDIAN;
        int high = data.get(little ? at + 2 : at);
        int middle = data.get(at + 1) & 0xFF;
        int low = data.get(little ? at : at + 2) & 0xFF;
        return high << 16 | middle << 8 | low;
    }

    private static RefusedException unknown(AudioFormat format) {
        return new RefusedException("UnknownAudioFormat", "audio of format '%s' is not supported".formatted(format));
    }
}
