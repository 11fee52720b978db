package dev.bascule.models.inputs;

import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Set;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/** A sound as samples in [-1, 1], several channels mixed down to their mean, at the file's own rate. */
final class DecodedAudio {
    private static final String REMEDY = "convert it to 16-bit PCM WAV: ffmpeg -i SOUND -c:a pcm_s16le OUT.wav";
    private static final Set<Integer> SIGNED = Set.of(8, 16, 24, 32);
    private static final int MOST_CHANNELS = 64;
    private static final int MOST_RATE = 10_000_000;
    /** Where chunks begin in a RIFF file, what the one is called that tells the format, and where in it the align is. */
    private static final int CHUNKS = 12;

    private static final int FMT = 0x20746D66;
    private static final int ALIGN = 20;
    private static final int HEAD = 1 << 16;
    private static final long UNSAID = 0xFFFF_0000L;

    private final float[] samples;
    private final int rate;

    private DecodedAudio(float[] samples, int rate) {
        this.samples = samples;
        this.rate = rate;
    }

    /** Reads a WAV file: integer PCM of 8 to 32 bits maps to x / 2^(bits-1), 32-bit float is taken as it is. */
    static DecodedAudio read(Path file) {
        try (AudioInputStream in = AudioSystem.getAudioInputStream(file.toFile())) {
            AudioFormat format = in.getFormat();
            require(file, format);
            int width = format.getSampleSizeInBits() / Byte.SIZE;
            int channels = format.getChannels();
            ByteBuffer data =
                    data(file, in).order(format.isBigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            float[] samples = BoundedAllocation.of(
                    data.remaining() / (width * channels), "the sound '%s'".formatted(file), float[]::new);
            for (int n = 0; n < samples.length; n++) {
                double sum = 0;
                for (int channel = 0; channel < channels; channel++) {
                    sum += sample(file, data, format, (n * channels + channel) * width);
                }
                samples[n] = (float) (sum / channels);
            }
            return new DecodedAudio(samples, Math.round(format.getSampleRate()));
        } catch (UnsupportedAudioFileException e) {
            throw InputMismatch.of("'%s' is no WAV file that Java can read".formatted(file), REMEDY);
        } catch (IllegalArgumentException | ArithmeticException | NegativeArraySizeException e) {
            // Java's reader computes with whatever a header says.
            throw InputMismatch.of(
                    "'%s' has a header that no WAV file can have: %s".formatted(file, e.getMessage()), REMEDY);
        } catch (IOException e) {
            throw InputMismatch.of("cannot read '%s': %s".formatted(file, FileErrorText.why(e)), REMEDY);
        }
    }

    /** Java's reader takes a header at its word. */
    private static void require(Path file, AudioFormat format) {
        int bits = format.getSampleSizeInBits();
        int channels = format.getChannels();
        boolean known = format.getEncoding().equals(AudioFormat.Encoding.PCM_FLOAT)
                ? bits == Float.SIZE
                : format.getEncoding().equals(AudioFormat.Encoding.PCM_UNSIGNED)
                        ? bits == Byte.SIZE
                        : format.getEncoding().equals(AudioFormat.Encoding.PCM_SIGNED) && SIGNED.contains(bits);
        if (!known) {
            throw InputMismatch.of(
                    "'%s' is %s of %d bits a sample".formatted(file, format.getEncoding(), bits), REMEDY);
        }
        if (channels < 1 || channels > MOST_CHANNELS) {
            throw InputMismatch.of("'%s' says that it has %d channels".formatted(file, channels), REMEDY);
        }
        int frame = channels * bits / Byte.SIZE;
        int align = blockAlign(file).orElse(frame);
        if (format.getFrameSize() != frame || align != frame) {
            throw InputMismatch.of(
                    "'%s' says that its %d channels of %d bits take %d bytes (its block align)"
                            .formatted(file, channels, bits, align),
                    REMEDY);
        }
        if (!(format.getSampleRate() >= 1 && format.getSampleRate() <= MOST_RATE)) {
            throw InputMismatch.of(
                    "'%s' says that it has %.0f samples a second".formatted(file, format.getSampleRate()), REMEDY);
        }
    }

    /** What the header of a WAV file says that one sample of all channels takes, which Java's reader passes over. */
    private static OptionalInt blockAlign(Path file) {
        try (InputStream in = InputFile.stream(file)) {
            ByteBuffer head = ByteBuffer.wrap(in.readNBytes(HEAD)).order(ByteOrder.LITTLE_ENDIAN);
            int at = CHUNKS;
            while (at >= 0 && at + ALIGN + Short.BYTES <= head.limit()) {
                if (head.getInt(at) == FMT) {
                    return OptionalInt.of(head.getShort(at + ALIGN) & 0xFFFF);
                }
                long next = at + 8L + (head.getInt(at + 4) & 0xFFFFFFFFL);
                at = next > head.limit() ? -1 : (int) (next + next % 2);
            }
            return OptionalInt.empty();
        } catch (IOException e) {
            return OptionalInt.empty();
        }
    }

    private static ByteBuffer data(Path file, AudioInputStream in) throws IOException {
        long said = in.getFrameLength() * in.getFormat().getFrameSize();
        long there = Files.size(file);
        // A sound that was written into a pipe does not know its length, and says the most that there is.
        boolean unsaid = in.getFrameLength() < 0 || said > UNSAID;
        if (!unsaid && said > there) {
            throw InputMismatch.of(
                    "'%s' is cut short: it says that it has %d bytes of samples, and the whole file has %d"
                            .formatted(file, said, there),
                    "fetch or write the file again");
        }
        byte[] bytes = BoundedAllocation.of(there, "the sound '%s'".formatted(file), byte[]::new);
        int read = 0;
        // Java's stream gives nothing, again and again, where there is room for less than a frame.
        for (int more = 1; more > 0 && read < bytes.length; ) {
            more = in.read(bytes, read, bytes.length - read);
            read += Math.max(0, more);
        }
        if (!unsaid && read < said) {
            throw InputMismatch.of(
                    "'%s' is cut short: it says that it has %d bytes of samples, and there are %d"
                            .formatted(file, said, read),
                    "fetch or write the file again");
        }
        return ByteBuffer.wrap(bytes, 0, read).slice();
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
        throw new IllegalStateException("the format was looked at before: " + format);
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
