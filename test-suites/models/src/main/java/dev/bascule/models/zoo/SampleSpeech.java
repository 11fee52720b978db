package dev.bascule.models.zoo;

import java.util.List;

/**
 * Speech-like sound by the source-filter model (Fant 1960): a gliding pulse train through three formant resonators, one
 * vowel after another with short pauses, and a little breath noise. StrictMath, so every machine gets the same samples.
 * Stateless.
 */
final class SampleSpeech {
    static final int RATE = 16_000;
    static final int SAMPLES = RATE * 3 / 2;

    private static final int SYLLABLE = RATE / 4;
    private static final double PAUSE = 0.15;
    private static final double PEAK = 0.6;
    private static final double BREATH = 0.02;

    /** First three formants in Hz of a, e, i, o, u and schwa (Peterson and Barney 1952, men). */
    private static final List<double[]> VOWELS = List.of(
            new double[] {730, 1090, 2440},
            new double[] {530, 1840, 2480},
            new double[] {270, 2290, 3010},
            new double[] {570, 840, 2410},
            new double[] {300, 870, 2240},
            new double[] {490, 1350, 1690});

    private SampleSpeech() {}

    /** The samples, in [-1, 1]. */
    static double[] samples() {
        double[] sound = new double[SAMPLES];
        SplitMix breath = SplitMix.named("sample-speech");
        double phase = 0;
        double[][] memory = new double[3][2];
        for (int n = 0; n < SAMPLES; n++) {
            double pitch = 120 + 30 * StrictMath.sin(2 * StrictMath.PI * n / SAMPLES);
            phase += pitch / RATE;
            boolean pulse = phase >= 1;
            phase -= pulse ? 1 : 0;
            double source = (pulse ? 1 : 0) + BREATH * (2 * breath.nextFloat() - 1);
            double[] formants = VOWELS.get((n / SYLLABLE) % VOWELS.size());
            double voice = 0;
            for (int formant = 0; formant < formants.length; formant++) {
                voice += resonate(memory[formant], source, formants[formant]) / (formant + 1);
            }
            sound[n] = voice * envelope((n % SYLLABLE) / (double) SYLLABLE);
        }
        return scaledToPeak(sound);
    }

    static byte[] wav() {
        return PcmWav.of(samples(), RATE);
    }

    /** Two-pole resonator with a bandwidth of 80 Hz (Klatt 1980); the memory holds its last two outputs. */
    private static double resonate(double[] memory, double input, double frequency) {
        double radius = StrictMath.exp(-StrictMath.PI * 80 / RATE);
        double feedback = 2 * radius * StrictMath.cos(2 * StrictMath.PI * frequency / RATE);
        double output = (1 - radius) * input + feedback * memory[0] - radius * radius * memory[1];
        memory[1] = memory[0];
        memory[0] = output;
        return output;
    }

    /** Rises and falls over a syllable, and is silent at its end. */
    private static double envelope(double position) {
        double voiced = position / (1 - PAUSE);
        return voiced >= 1 ? 0 : StrictMath.sin(StrictMath.PI * voiced);
    }

    private static double[] scaledToPeak(double[] sound) {
        double peak = 0;
        for (double sample : sound) {
            peak = StrictMath.max(peak, StrictMath.abs(sample));
        }
        for (int n = 0; n < sound.length; n++) {
            sound[n] *= PEAK / peak;
        }
        return sound;
    }
}
