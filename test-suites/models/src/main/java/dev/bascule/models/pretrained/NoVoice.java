package dev.bascule.models.pretrained;

import dev.bascule.models.zoo.SplitMix;

/** What nobody says. Stateless; all chance is in the generator that is given. */
enum NoVoice {
    WHITE {
        @Override
        double[] of(int length, int rate, double[] speech, SplitMix random) {
            return white(length, random);
        }
    },
    /** Of noise through three low passes an octave or more apart: its power falls by about 3 dB an octave. */
    PINK {
        @Override
        double[] of(int length, int rate, double[] speech, SplitMix random) {
            double[] sound = white(length, random);
            double[] state = new double[3];
            for (int n = 0; n < length; n++) {
                // Paul Kellet's coefficients ("economy" version).
                state[0] = 0.99765 * state[0] + sound[n] * 0.0990460;
                state[1] = 0.96300 * state[1] + sound[n] * 0.2965164;
                state[2] = 0.57000 * state[2] + sound[n] * 1.0526913;
                sound[n] = state[0] + state[1] + state[2] + sound[n] * 0.1848;
            }
            return sound;
        }
    },
    /** The sum of noise, which leaks: 6 dB an octave. */
    BROWN {
        @Override
        double[] of(int length, int rate, double[] speech, SplitMix random) {
            double[] sound = white(length, random);
            for (int n = 1; n < length; n++) {
                sound[n] = 0.998 * sound[n - 1] + sound[n];
            }
            return sound;
        }
    },
    TONE {
        @Override
        double[] of(int length, int rate, double[] speech, SplitMix random) {
            double hertz = 200 + random.nextBelow(3000);
            return wave(length, n -> hertz / rate);
        }
    },
    /** From one pitch to another. */
    CHIRP {
        @Override
        double[] of(int length, int rate, double[] speech, SplitMix random) {
            double low = 100 + random.nextBelow(400);
            double high = 1000 + random.nextBelow(5000);
            return wave(length, n -> (low + (high - low) * n / length) / rate);
        }
    },
    CLICKS {
        @Override
        double[] of(int length, int rate, double[] speech, SplitMix random) {
            double[] sound = new double[length];
            // Of some milliseconds, or their peaks would not let them be as loud as speech.
            double fading = StrictMath.exp(-1 / (0.004 * rate));
            double left = 1;
            for (int n = 0; n < length; n++) {
                left = random.nextBelow(rate / 16) == 0 ? (random.nextBelow(2) == 0 ? 1 : -1) : left * fading;
                sound[n] = left;
            }
            return sound;
        }
    },
    /** Of the mains, with its harmonics. */
    HUM {
        @Override
        double[] of(int length, int rate, double[] speech, SplitMix random) {
            double mains = random.nextBelow(2) == 0 ? 50 : 60;
            double[] sound = new double[length];
            for (int harmonic = 1; harmonic <= 7; harmonic++) {
                double cycles = harmonic * mains / rate;
                double[] one = wave(length, n -> cycles);
                for (int n = 0; n < length; n++) {
                    sound[n] += one[n] / harmonic;
                }
            }
            return sound;
        }
    },
    SILENCE {
        @Override
        double[] of(int length, int rate, double[] speech, SplitMix random) {
            return new double[length];
        }
    },
    /** Noise with the spectrum of the speech: what linear prediction (Makhoul 1975) leaves of it, in place of the voice. */
    SPEECH_SHAPED {
        @Override
        double[] of(int length, int rate, double[] speech, SplitMix random) {
            double[] weights = prediction(speech);
            double[] sound = white(length, random);
            for (int n = 0; n < length; n++) {
                for (int k = 1; k <= Math.min(n, weights.length); k++) {
                    sound[n] += weights[k - 1] * sound[n - k];
                }
            }
            return sound;
        }
    };

    private static final int ORDER = 24;

    /**
     * @param speech in whose stead it is
     * @return as loud as it comes
     */
    abstract double[] of(int length, int rate, double[] speech, SplitMix random);

    static double[] white(int length, SplitMix random) {
        double[] sound = new double[length];
        for (int n = 0; n < length; n++) {
            sound[n] = random.nextGaussian();
        }
        return sound;
    }

    /** How much of a cycle each sample is. */
    @FunctionalInterface
    private interface Cycles {
        double at(int sample);
    }

    private static double[] wave(int length, Cycles cycles) {
        double[] sound = new double[length];
        double phase = 0;
        for (int n = 0; n < length; n++) {
            phase += cycles.at(n);
            sound[n] = StrictMath.sin(2 * StrictMath.PI * phase);
        }
        return sound;
    }

    /** Weights of the samples before by which the next is predicted best (Levinson and Durbin). */
    private static double[] prediction(double[] sound) {
        double[] likeness = new double[ORDER + 1];
        for (int lag = 0; lag <= ORDER; lag++) {
            for (int n = lag; n < sound.length; n++) {
                likeness[lag] += sound[n] * sound[n - lag];
            }
        }
        // A little noise keeps what follows well conditioned.
        double error = likeness[0] * 1.0001;
        double[] weights = new double[ORDER];
        for (int i = 0; i < ORDER && error > 0; i++) {
            double reflection = likeness[i + 1];
            for (int j = 0; j < i; j++) {
                reflection -= weights[j] * likeness[i - j];
            }
            reflection /= error;
            double[] before = weights.clone();
            for (int j = 0; j < i; j++) {
                weights[j] -= reflection * before[i - 1 - j];
            }
            weights[i] = reflection;
            error *= 1 - reflection * reflection;
        }
        return weights;
    }
}
