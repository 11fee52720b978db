package dev.bascule.studies.media;

/** How far two sounds of one length lie apart for an ear: the mean difference of their log-mel spectra. Stateless. */
final class LogMelDistance {
    private static final int BANDS = 40;
    /** Below this, under the loudest, nobody hears a difference. */
    private static final double FLOOR_DB = -60;

    private LogMelDistance() {}

    /** In dB, over frames of 25 ms each 10 ms. */
    static double of(float[] one, float[] other, int sampleRate) {
        int window = sampleRate / 40;
        int hop = sampleRate / 100;
        double[][] bands = bands(Fourier.lengthFor(window), sampleRate);
        int frames = Math.max(1, 1 + (one.length - window) / hop);
        double[][] first = spectra(one, frames, window, hop, bands);
        double[][] second = spectra(other, frames, window, hop, bands);
        double floor = loudest(first) * Math.pow(10, FLOOR_DB / 10) + 1e-30;
        double sum = 0;
        for (int frame = 0; frame < frames; frame++) {
            for (int band = 0; band < BANDS; band++) {
                sum += Math.abs(10 * Math.log10((first[frame][band] + floor) / (second[frame][band] + floor)));
            }
        }
        return sum / ((double) frames * BANDS);
    }

    private static double[][] spectra(float[] sound, int frames, int window, int hop, double[][] bands) {
        double[][] spectra = new double[frames][BANDS];
        int n = (bands[0].length - 1) * 2;
        for (int frame = 0; frame < frames; frame++) {
            double[] re = new double[n];
            double[] im = new double[n];
            for (int i = 0; i < window && frame * hop + i < sound.length; i++) {
                re[i] = sound[frame * hop + i] * (0.5 - 0.5 * Math.cos(2 * Math.PI * i / window));
            }
            Fourier.transform(re, im, false);
            for (int band = 0; band < BANDS; band++) {
                for (int k = 0; k <= n / 2; k++) {
                    spectra[frame][band] += bands[band][k] * (re[k] * re[k] + im[k] * im[k]);
                }
            }
        }
        return spectra;
    }

    /** Triangles that overlap by half, evenly spaced in mel. */
    private static double[][] bands(int n, int sampleRate) {
        double top = mel(sampleRate / 2.0);
        double[][] bands = new double[BANDS][n / 2 + 1];
        for (int band = 0; band < BANDS; band++) {
            for (int k = 0; k <= n / 2; k++) {
                double at = mel((double) k * sampleRate / n) * (BANDS + 1) / top - band;
                bands[band][k] = Math.max(0, 1 - Math.abs(at - 1));
            }
        }
        return bands;
    }

    private static double mel(double hertz) {
        return 2595 * Math.log10(1 + hertz / 700);
    }

    private static double loudest(double[][] spectra) {
        double most = 0;
        for (double[] frame : spectra) {
            for (double value : frame) {
                most = Math.max(most, value);
            }
        }
        return most;
    }
}
