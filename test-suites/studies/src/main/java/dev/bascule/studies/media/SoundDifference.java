package dev.bascule.studies.media;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far a sound lies from the one that it should be, sample for sample: nothing is moved or made louder first. Immutable.
 *
 * @param signalToNoiseDb the right sound's power over that of the difference; empty where they are equal
 * @param melDistanceDb mean difference of their log-mel spectra
 * @param levelDb the sound's, against full scale
 */
public record SoundDifference(OptionalDouble signalToNoiseDb, double melDistanceDb, double levelDb) {

    /** Empty where the sound has values that are no numbers, or another length. */
    public static Optional<SoundDifference> of(float[] right, float[] sound, int sampleRate) {
        if (right.length != sound.length) {
            return Optional.empty();
        }
        double signal = 0;
        double noise = 0;
        for (int i = 0; i < right.length; i++) {
            if (!Float.isFinite(sound[i])) {
                return Optional.empty();
            }
            double off = (double) sound[i] - right[i];
            signal += (double) right[i] * right[i];
            noise += off * off;
        }
        return Optional.of(new SoundDifference(
                noise == 0 ? OptionalDouble.empty() : OptionalDouble.of(decibels(signal / noise)),
                LogMelDistance.of(right, sound, sampleRate),
                decibels(Math.pow(SoundJudge.rms(sound), 2))));
    }

    private static double decibels(double power) {
        return 10 * Math.log10(Math.max(power, 1e-30));
    }
}
