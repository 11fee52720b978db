package dev.bascule.studies.media;

/** A real sequence as its spectrum, which has values between the samples as well. */
final class Spectrum {
    private final double[] re;
    private final double[] im;

    private Spectrum(double[] re, double[] im) {
        this.re = re;
        this.im = im;
    }

    static Spectrum of(float[] samples, int length) {
        double[] re = new double[length];
        double[] im = new double[length];
        for (int i = 0; i < samples.length; i++) {
            re[i] = samples[i];
        }
        Fourier.transform(re, im, false);
        return new Spectrum(re, im);
    }

    /** Of the correlation of a sound with what came back, by lags modulo the length. */
    static Spectrum ofCorrelation(float[] sound, float[] back) {
        int length = Fourier.lengthFor(sound.length + back.length);
        Spectrum one = of(sound, length);
        Spectrum other = of(back, length);
        double[] re = new double[length];
        double[] im = new double[length];
        for (int k = 0; k < length; k++) {
            re[k] = other.re[k] * one.re[k] + other.im[k] * one.im[k];
            im[k] = other.im[k] * one.re[k] - other.re[k] * one.im[k];
        }
        return new Spectrum(re, im);
    }

    /** At the samples. */
    double[] values() {
        return moved(0);
    }

    /** At places that lie a part of a sample later than the samples. */
    double[] moved(double samples) {
        int length = re.length;
        double[] movedRe = new double[length];
        double[] movedIm = new double[length];
        for (int k = 0; k < length; k++) {
            int frequency = k <= length / 2 ? k : k - length;
            double angle = 2 * Math.PI * frequency * samples / length;
            double cos = Math.cos(angle);
            double sin = Math.sin(angle);
            movedRe[k] = (re[k] * cos - im[k] * sin) / length;
            movedIm[k] = (re[k] * sin + im[k] * cos) / length;
        }
        Fourier.transform(movedRe, movedIm, true);
        return movedRe;
    }

    /** At one place. */
    double at(double place) {
        int length = re.length;
        double sum = re[0];
        for (int k = 1; k < length / 2; k++) {
            double angle = 2 * Math.PI * k * place / length;
            sum += 2 * (re[k] * Math.cos(angle) - im[k] * Math.sin(angle));
        }
        return sum / length;
    }
}
