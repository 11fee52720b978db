package dev.bascule.exact.kernel.signal;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** DFT and STFT. A signal's last dimension is its real part, and its imaginary one if it has one. Stateless. */
final class Spectra {
    private static final int PARALLEL_FROM = 1 << 14;

    private Spectra() {}

    static Reals dft(Call call) {
        Reals signal = call.reals(0);
        int rank = signal.rank();
        long given = call.opset() < 20
                ? call.integer("axis", 1)
                : call.integersIf(2).map(Integers::only).orElse(-2L);
        int axis = Dims.axis(given, rank);
        if (axis == rank - 1) {
            throw new IllegalArgumentException("DFT along the axis of real and imaginary parts");
        }
        boolean inverse = call.flag("inverse");
        boolean onesided = call.flag("onesided");
        int there = signal.dims()[axis];
        int length = call.integersIf(1)
                .map(one -> Math.toIntExact(one.only()))
                .orElse(inverse && onesided ? 2 * (there - 1) : there);
        Lines lines = new Lines(length, inverse, onesided);
        int inner = Dims.size(signal.dims(), axis + 1, rank - 1);
        int outer = Dims.size(signal.dims(), 0, axis);
        int[] shape = signal.dims().clone();
        shape[axis] = lines.out();
        shape[rank - 1] = lines.parts();
        double[] spectrum = new double[Dims.size(shape)];
        double[] energies = new double[spectrum.length];
        int parts = signal.dims()[rank - 1];
        IntStream all = IntStream.range(0, outer * inner);
        (signal.size() >= PARALLEL_FROM ? all.parallel() : all).forEach(line -> {
            int from = (line / inner * there * inner + line % inner) * parts;
            int to = (line / inner * lines.out() * inner + line % inner) * lines.parts();
            lines.transform(
                    signal.data(), from, there, inner * parts, parts, spectrum, energies, to, inner * lines.parts());
        });
        return call.rounding()
                .sum(
                        new Reals(signal.dtype(), spectrum, shape),
                        length,
                        () -> new Reals(signal.dtype(), energies, shape));
    }

    static Reals stft(Call call) {
        Reals given = call.reals(0);
        int parts = given.rank() < 3 ? 1 : given.dims()[2];
        int batch = given.dims()[0];
        int samples = given.dims()[1];
        int step = Math.toIntExact(call.integers(1).only());
        Optional<double[]> window = call.realsIf(2).map(Reals::data);
        int length = call.integersIf(3)
                .map(one -> Math.toIntExact(one.only()))
                .orElseGet(() -> window.map(one -> one.length).orElse(samples));
        if (step < 1 || window.filter(one -> one.length != length).isPresent()) {
            throw new IllegalArgumentException(
                    "STFT of frames of %d, %d apart, by another window".formatted(length, step));
        }
        int frames = samples < length ? 0 : (samples - length) / step + 1;
        double[] weighted = new double[Dims.size(batch, frames, length, parts)];
        for (int i = 0; i < weighted.length; i++) {
            int sample = i / parts % length;
            int frame = i / parts / length % frames;
            int source = (i / parts / length / frames * samples + frame * step + sample) * parts + i % parts;
            weighted[i] = given.data()[source] * window.map(one -> one[sample]).orElse(1.0);
        }
        Reals signal = new Reals(given.dtype(), weighted, batch * frames, length, parts);
        Reals rounded = window.isPresent() ? call.rounding().relative(signal, 1) : signal;
        Lines lines = new Lines(length, false, call.integer("onesided", 1) != 0);
        int[] shape = {batch, frames, lines.out(), 2};
        double[] spectrum = new double[Dims.size(shape)];
        double[] energies = new double[spectrum.length];
        IntStream all = IntStream.range(0, batch * frames);
        (weighted.length >= PARALLEL_FROM ? all.parallel() : all)
                .forEach(line -> lines.transform(
                        rounded.data(),
                        line * length * parts,
                        length,
                        parts,
                        parts,
                        spectrum,
                        energies,
                        line * lines.out() * 2,
                        2));
        return call.rounding()
                .sum(
                        new Reals(given.dtype(), spectrum, shape),
                        length,
                        () -> new Reals(given.dtype(), energies, shape));
    }

    /** Transforms of single lines of arrays. Immutable and thread-safe. */
    private static final class Lines {
        private final int length;
        private final boolean inverse;
        private final boolean onesided;
        private final Fourier fourier;

        Lines(int length, boolean inverse, boolean onesided) {
            if (length < 1) {
                throw new IllegalArgumentException("a Fourier transform of length " + length);
            }
            this.length = length;
            this.inverse = inverse;
            this.onesided = onesided;
            fourier = new Fourier(length, inverse ? 1 : -1);
        }

        int out() {
            return onesided && !inverse ? length / 2 + 1 : length;
        }

        /** Parts of the result: a real signal comes of half a spectrum. */
        int parts() {
            return onesided && inverse ? 1 : 2;
        }

        /**
         * One line: it is cut, or filled up with zeros, to the length.
         *
         * @param apart from one of its elements to the next
         * @param energies where the squares of what is added up go, those of real and imaginary parts together
         * @param outApart from one element of the result to the next
         */
        void transform(
                double[] signal,
                int from,
                int there,
                int apart,
                int parts,
                double[] spectrum,
                double[] energies,
                int to,
                int outApart) {
            double[] real = new double[length];
            double[] imaginary = new double[length];
            boolean half = onesided && inverse;
            int taken = Math.min(there, half ? length / 2 + 1 : length);
            for (int i = 0; i < taken; i++) {
                real[i] = signal[from + i * apart];
                imaginary[i] = parts > 1 ? signal[from + i * apart + 1] : 0;
                if (half && i > 0 && length - i > length / 2) {
                    // The other half mirrors it.
                    real[length - i] = real[i];
                    imaginary[length - i] = -imaginary[i];
                }
            }
            double energy = 0;
            for (int i = 0; i < length; i++) {
                energy += real[i] * real[i] + imaginary[i] * imaginary[i];
            }
            fourier.transform(real, imaginary);
            double factor = inverse ? 1.0 / length : 1;
            for (int i = 0; i < out(); i++) {
                int at = to + i * outApart;
                spectrum[at] = inverse ? real[i] / length : real[i];
                if (parts() > 1) {
                    spectrum[at + 1] = inverse ? imaginary[i] / length : imaginary[i];
                }
                Arrays.fill(energies, at, at + parts(), energy * factor * factor);
            }
        }
    }
}
