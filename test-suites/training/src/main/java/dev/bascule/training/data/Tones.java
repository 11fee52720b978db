package dev.bascule.training.data;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SplitMix;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalInt;

/** Short sounds of several kinds before noise, at 8 kHz, as the logarithm of their power in bands over time. Stateless. */
final class Tones {
    static final String NAME = "tones";

    private static final int OF_EACH = 240;
    private static final int RATE = 8000;
    private static final Spectrogram SPECTROGRAM = new Spectrogram(64, 32, 32);

    private Tones() {}

    /** What is heard. */
    private enum Kind {
        /** One frequency. */
        TONE,
        /** A frequency that rises by half and more. */
        RISE,
        FALL,
        /** Two frequencies, a fifth apart. */
        CHORD,
        /** One frequency, louder and softer 30 to 60 times a second. */
        TREMOLO,
        /** Ten to fifteen thousandths of a second apart. */
        CLICKS,
        /** Nothing but noise. */
        NOISE
    }

    static LabelledData data() {
        Kind[] kinds = Kind.values();
        int count = kinds.length * OF_EACH;
        int side = SPECTROGRAM.bands();
        int frames = SPECTROGRAM.frames();
        SplitMix random = SplitMix.named(NAME);
        float[] powers = new float[count * side * frames];
        long[] labels = new long[count];
        for (int each = 0; each < count; each++) {
            labels[each] = each % kinds.length;
            double[] sound = sound(kinds[each % kinds.length], random);
            System.arraycopy(SPECTROGRAM.of(sound), 0, powers, each * side * frames, side * frames);
        }
        return Splitting.byClass(
                NAME,
                "generated: %,d sounds of %.0f ms at 8 kHz, the logarithm of the power in %d bands of 125 Hz by %d frames of 8 ms"
                        .formatted(count, 1000.0 * SPECTROGRAM.samples() / RATE, side, frames),
                Arrays.stream(kinds)
                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                        .toList(),
                new Labelled(
                        Tensor.floats(Shape.of(count, 1, side, frames), powers), Tensor.longs(Shape.of(count), labels)),
                OptionalInt.empty());
    }

    private static double[] sound(Kind kind, SplitMix random) {
        double pitch = 400 * StrictMath.pow(4, random.nextFloat());
        double change = 1.5 + 0.7 * random.nextFloat();
        double beat = 30 + 30 * random.nextFloat();
        int apart = (int) (RATE * (0.010 + 0.005 * random.nextFloat()));
        int first = (int) random.nextBelow(apart);
        double loud = 0.3 + 0.7 * random.nextFloat();
        double noise = 0.05 + 0.15 * random.nextFloat();
        double[] sound = new double[SPECTROGRAM.samples()];
        double phase = random.nextFloat();
        double fifth = random.nextFloat();
        for (int n = 0; n < sound.length; n++) {
            double along = (double) n / sound.length;
            double frequency = switch (kind) {
                case RISE -> pitch * StrictMath.pow(change, along);
                case FALL -> pitch * StrictMath.pow(change, 1 - along);
                case TONE, CHORD, TREMOLO, CLICKS, NOISE -> pitch;
            };
            phase += frequency / RATE;
            fifth += 1.5 * frequency / RATE;
            double heard = switch (kind) {
                case TONE, RISE, FALL -> wave(phase);
                case CHORD -> (wave(phase) + wave(fifth)) / 2;
                case TREMOLO -> wave(phase) * (1 + wave(beat * n / RATE)) / 2;
                case CLICKS -> n % apart == first ? 4 : 0;
                case NOISE -> 0;
            };
            sound[n] = loud * heard + noise * (2 * random.nextFloat() - 1);
        }
        return sound;
    }

    private static double wave(double turns) {
        return StrictMath.sin(2 * StrictMath.PI * turns);
    }
}
