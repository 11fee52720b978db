package dev.bascule.models.pretrained;

import dev.bascule.models.zoo.PcmWav;
import dev.bascule.nativerunner.speech.SpokenSound;
import java.time.Duration;
import java.util.Arrays;

/** Sounds put together of others. StrictMath, so that the same sounds give the same bytes. Stateless. */
final class SoundMix {
    /** Of what is in front: root mean square, of full scale. */
    static final double LOUDNESS = 0.08;

    private static final double PEAK = 0.95;
    /** Below the loudest sample by 40 dB it is silence. */
    private static final double SILENT = 0.01;

    private SoundMix() {}

    /** Speech without the silence before and after it. */
    static double[] trimmed(SpokenSound sound) {
        short[] samples = sound.samples();
        int peak = 0;
        for (short sample : samples) {
            peak = Math.max(peak, Math.abs(sample));
        }
        int from = 0;
        while (from < samples.length && Math.abs(samples[from]) <= SILENT * peak) {
            from++;
        }
        int to = samples.length;
        while (to > from && Math.abs(samples[to - 1]) <= SILENT * peak) {
            to--;
        }
        double[] trimmed = new double[to - from];
        for (int n = 0; n < trimmed.length; n++) {
            trimmed[n] = samples[from + n] / 32768.0;
        }
        return trimmed;
    }

    /** The same as loud as asked for, or as its peaks allow; silence stays silence. */
    static double[] scaled(double[] sound, double loudness) {
        double peak = 0;
        double power = 0;
        for (double sample : sound) {
            peak = StrictMath.max(peak, StrictMath.abs(sample));
            power += sample * sample;
        }
        if (peak == 0) {
            return sound;
        }
        double factor = StrictMath.min(loudness / StrictMath.sqrt(power / sound.length), PEAK / peak);
        return Arrays.stream(sound).map(sample -> sample * factor).toArray();
    }

    /** Silence, the sound, silence. */
    static double[] between(int before, double[] sound, int after) {
        double[] all = new double[before + sound.length + after];
        System.arraycopy(sound, 0, all, before, sound.length);
        return all;
    }

    /** Both at once, cut where they leave full scale. */
    static byte[] wav(double[] front, double[] behind, int rate) {
        double[] both = new double[front.length];
        for (int n = 0; n < both.length; n++) {
            both[n] = StrictMath.max(-1, StrictMath.min(1, front[n] + behind[n]));
        }
        return PcmWav.of(both, rate);
    }

    static Duration time(int samples, int rate) {
        return Duration.ofNanos(1_000_000_000L * samples / rate);
    }
}
