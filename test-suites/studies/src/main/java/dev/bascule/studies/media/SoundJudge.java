package dev.bascule.studies.media;

import java.util.Locale;
import java.util.Optional;

/** Judges what came back of a sound. That a codec loses something is no fault; that another sound comes is one. Stateless. */
public final class SoundJudge {
    /** More than any codec's own delay and padding: AAC in SBR has 60 ms, Opus 27 ms, and a last frame of 60 ms. */
    private static final double CODEC_SECONDS = 0.12;

    private static final double SILENCE = 1e-3;
    private static final double LIKE = 0.5;
    /** What moving a sound by a part of a sample needs at an end that is no silence. */
    private static final double EDGE_SECONDS = 0.01;
    /** Below this of the signal lies the rounding of floats, of 24 bits. */
    private static final double NO_NOISE = 1e-14;

    private SoundJudge() {}

    /**
     * @param listensLonger whether what came back has more around the sound than the codec's own, as a recording has
     */
    public static SoundFinding judge(float[] sound, float[] back, int sampleRate, boolean listensLonger) {
        Optional<String> unheard = unheard(sound, back);
        if (unheard.isPresent()) {
            return new SoundFinding(unheard, 0, 0, 0, Optional.empty(), 0, new float[sound.length]);
        }
        Alignment alignment = Alignment.of(sound, back);
        float[] aligned = cut(back, alignment.lag(), sound.length);
        float[] moved = moved(aligned, alignment.delay() - alignment.lag());
        int edge = Math.min((int) (EDGE_SECONDS * sampleRate), sound.length / 8);
        double gain = gain(sound, moved, edge);
        float[] levelled = scaled(moved, gain == 0 ? 1 : 1 / gain);
        return new SoundFinding(
                broken(alignment, sound.length, back.length, sampleRate, listensLonger),
                alignment.delay(),
                alignment.correlation(),
                decibels(gain * gain),
                snr(sound, levelled, edge),
                LogMelDistance.of(sound, levelled, sampleRate),
                aligned);
    }

    /** By which the sound comes nearest to what came back. */
    private static double gain(float[] sound, float[] moved, int edge) {
        double product = 0;
        double signal = 0;
        for (int i = edge; i < sound.length - edge; i++) {
            product += (double) sound[i] * moved[i];
            signal += (double) sound[i] * sound[i];
        }
        return signal == 0 ? 0 : product / signal;
    }

    private static Optional<Double> snr(float[] sound, float[] levelled, int edge) {
        double signal = 0;
        double noise = 0;
        for (int i = edge; i < sound.length - edge; i++) {
            double off = (double) sound[i] - levelled[i];
            signal += (double) sound[i] * sound[i];
            noise += off * off;
        }
        return noise <= NO_NOISE * signal ? Optional.empty() : Optional.of(decibels(signal / noise));
    }

    /** Of a device that has a sound of its own: whether anything can be heard. */
    public static Optional<String> unheard(float[] back) {
        return back.length == 0
                ? Optional.of("no sample came back")
                : rms(back) < 1e-5 ? Optional.of("silence came back") : Optional.empty();
    }

    private static Optional<String> unheard(float[] sound, float[] back) {
        for (float sample : back) {
            if (!Float.isFinite(sample)) {
                return Optional.of("samples came back that are no numbers");
            }
        }
        return back.length > 0 && rms(back) * Math.sqrt((double) back.length / sound.length) < SILENCE * rms(sound)
                ? Optional.of("silence came back")
                : unheard(back);
    }

    private static Optional<String> broken(
            Alignment alignment, int sound, int back, int sampleRate, boolean listensLonger) {
        if (Math.abs(alignment.correlation()) < LIKE) {
            return said("another sound came back: it correlates by %.2f", alignment.correlation());
        }
        if (alignment.correlation() < 0) {
            return said("the sound came back with its sign turned");
        }
        double codec = CODEC_SECONDS * sampleRate;
        if (-alignment.lag() > codec) {
            return said("the first %.0f ms are missing", -1000.0 * alignment.lag() / sampleRate);
        }
        int missing = alignment.lag() + sound - back;
        if (missing > codec) {
            return said("the last %.0f ms are missing", 1000.0 * missing / sampleRate);
        }
        if (!listensLonger && alignment.lag() > codec) {
            return said(
                    "the sound comes %.0f ms late, more than any codec's delay", 1000.0 * alignment.lag() / sampleRate);
        }
        if (!listensLonger && back - sound > 2 * codec) {
            return said("%.0f ms more came back than were sent", 1000.0 * (back - sound) / sampleRate);
        }
        return Optional.empty();
    }

    private static Optional<String> said(String format, Object... values) {
        return Optional.of(String.format(Locale.ROOT, format, values));
    }

    private static float[] cut(float[] back, int lag, int length) {
        float[] part = new float[length];
        int from = Math.max(0, lag);
        int to = Math.min(back.length, lag + length);
        System.arraycopy(back, from, part, from - lag, Math.max(0, to - from));
        return part;
    }

    /** The same as it would be without a part of a sample's delay. */
    private static float[] moved(float[] samples, double delay) {
        double[] values =
                Spectrum.of(samples, Fourier.lengthFor(2 * samples.length)).moved(delay);
        float[] moved = new float[samples.length];
        for (int i = 0; i < moved.length; i++) {
            moved[i] = (float) values[i];
        }
        return moved;
    }

    private static float[] scaled(float[] samples, double factor) {
        float[] scaled = new float[samples.length];
        for (int i = 0; i < samples.length; i++) {
            scaled[i] = (float) (samples[i] * factor);
        }
        return scaled;
    }

    public static double rms(float[] samples) {
        double sum = 0;
        for (float sample : samples) {
            sum += (double) sample * sample;
        }
        return samples.length == 0 ? 0 : Math.sqrt(sum / samples.length);
    }

    private static double decibels(double power) {
        return 10 * Math.log10(Math.max(power, 1e-30));
    }
}
