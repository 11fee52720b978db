package dev.bascule.suites.inputs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/** A sound as samples in [-1, 1], several channels mixed down to their mean, at the file's own rate. */
final class Sound {
    private static final int MOST_FRAME = 4096;

    private final float[] samples;
    private final int rate;

    private Sound(float[] samples, int rate) {
        this.samples = samples;
        this.rate = rate;
    }

    /** Reads a WAV file: integer PCM of 8 to 32 bits maps to x / 2^(bits-1), 32-bit float is taken as it is. */
    static Sound read(Path file) {
        try (AudioInputStream in = readable(file, AudioSystem.getAudioInputStream(file.toFile()))) {
            AudioFormat format = in.getFormat();
            ByteBuffer data = ByteBuffer.wrap(in.readAllBytes())
                    .order(format.isBigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            int width = format.getSampleSizeInBits() / Byte.SIZE;
            int channels = format.getChannels();
            float[] samples = new float[data.remaining() / (width * channels)];
            for (int n = 0; n < samples.length; n++) {
                double sum = 0;
                for (int channel = 0; channel < channels; channel++) {
                    sum += sample(file, data, format, (n * channels + channel) * width);
                }
                samples[n] = (float) (sum / channels);
            }
            return new Sound(samples, Math.round(format.getSampleRate()));
        } catch (UnsupportedAudioFileException e) {
            throw Mismatch.of("'%s' is no WAV file that Java can read".formatted(file), "convert it to 16-bit PCM WAV");
        } catch (IOException e) {
            throw Mismatch.of("cannot read '%s': %s".formatted(file, e));
        }
    }

    private static double sample(Path file, ByteBuffer data, AudioFormat format, int at) {
        int bits = format.getSampleSizeInBits();
        AudioFormat.Encoding encoding = format.getEncoding();
        if (encoding.equals(AudioFormat.Encoding.PCM_FLOAT) && bits == Float.SIZE) {
            return data.getFloat(at);
        }
        if (encoding.equals(AudioFormat.Encoding.PCM_UNSIGNED) && bits == Byte.SIZE) {
            return ((data.get(at) & 0xFF) - 128) / 128.0;
        }
        if (encoding.equals(AudioFormat.Encoding.PCM_SIGNED) && bits <= Integer.SIZE) {
            return switch (bits) {
                case 8 -> data.get(at) / 128.0;
                case 16 -> data.getShort(at) / 32768.0;
                case 24 -> {
                    int low = data.get(at + (format.isBigEndian() ? 2 : 0)) & 0xFF;
                    int middle = data.get(at + 1) & 0xFF;
                    int high = data.get(at + (format.isBigEndian() ? 0 : 2));
                    yield (high << 16 | middle << 8 | low) / 8388608.0;
                }
                default -> data.getInt(at) / 2147483648.0;
            };
        }
        throw Mismatch.of("'%s' is %s of %d bits".formatted(file, encoding, bits), "convert it to 16-bit PCM WAV");
    }

    /** Java's stream gives nothing, again and again, where a frame is larger than what is asked of it at once. */
    private static AudioInputStream readable(Path file, AudioInputStream in) {
        if (in.getFormat().getFrameSize() > MOST_FRAME) {
            throw Mismatch.of(
                    "'%s' says frames of %d bytes"
                            .formatted(file, in.getFormat().getFrameSize()),
                    "convert it to 16-bit PCM WAV");
        }
        return in;
    }

    /** The samples; the caller leaves them as they are. */
    float[] samples() {
        return samples;
    }

    /** Samples a second. */
    int rate() {
        return rate;
    }

    @Override
    public String toString() {
        return "%d samples at %d Hz".formatted(samples.length, rate);
    }
}
