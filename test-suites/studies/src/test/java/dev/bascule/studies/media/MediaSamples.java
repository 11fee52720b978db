package dev.bascule.studies.media;

import java.util.Random;

/** A sound and a picture that are like no shifted, turned or mirrored form of themselves. */
final class MediaSamples {
    private MediaSamples() {}

    /** Rising from 300 to 2,000 Hz, swelling and fading. */
    static float[] chirp(int length, int sampleRate) {
        float[] samples = new float[length];
        for (int i = 0; i < length; i++) {
            double t = (double) i / sampleRate;
            double seconds = (double) length / sampleRate;
            double phase = 2 * Math.PI * (300 * t + 850 * t * t / seconds);
            samples[i] = (float) (0.4 * Math.sin(Math.PI * i / length) * Math.sin(phase));
        }
        return WavFile.rounded(samples);
    }

    /** Soft colours, a corner of its own, and an edge. */
    static Rgb picture(int width, int height) {
        return Rgb.of(width, height, (x, y, colour) -> {
            int base = switch (colour) {
                case 0 -> 40 + 180 * x / width;
                case 1 -> 30 + 160 * y / height;
                default -> 200 - 120 * x / width;
            };
            return x < width / 3 && y < height / 4 ? 230 - 60 * colour : base;
        });
    }

    static float[] noise(int length, double level, long seed) {
        Random random = new Random(seed);
        float[] samples = new float[length];
        for (int i = 0; i < length; i++) {
            samples[i] = (float) (level * random.nextGaussian());
        }
        return samples;
    }
}
