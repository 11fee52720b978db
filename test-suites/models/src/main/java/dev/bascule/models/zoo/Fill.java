package dev.bascule.models.zoo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** How the values of a weight come about. Values are written in pieces, so that no large weight is ever held in memory. */
sealed interface Fill {

    /** Where little-endian bytes go. */
    @FunctionalInterface
    interface ByteSink {
        void write(byte[] bytes, int length) throws IOException;
    }

    /** Writes {@code count} elements; {@code name} seeds the random ones. */
    void write(String name, long count, ByteSink sink) throws IOException;

    /** Uniform in [center - halfWidth, center + halfWidth). */
    record Uniform(float center, float halfWidth) implements Fill {
        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            SplitMix random = SplitMix.named(name);
            writeFloats(count, sink, index -> center + halfWidth * (2 * random.nextFloat() - 1));
        }
    }

    /** Whisper's fixed positions: sines in the first half of the channels, cosines in the second. */
    record SinusoidalPositions(int channels) implements Fill {
        private static final double LONGEST_WAVELENGTH = 10_000;

        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            int half = channels / 2;
            double increment = StrictMath.log(LONGEST_WAVELENGTH) / (half - 1);
            writeFloats(count, sink, index -> {
                int channel = (int) (index % channels);
                long position = index / channels;
                double angle = position * StrictMath.exp(-increment * (channel % half));
                return (float) (channel < half ? StrictMath.sin(angle) : StrictMath.cos(angle));
            });
        }
    }

    /**
     * The short-time Fourier transform as convolution kernels: cosines, then negative sines, of the frequencies from 0 to
     * half the sampling rate, each under a periodic Hann window.
     */
    record FourierBasis(int window) implements Fill {
        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            int bins = window / 2 + 1;
            writeFloats(count, sink, index -> {
                int at = (int) (index % window);
                long row = index / window;
                double hann = 0.5 - 0.5 * StrictMath.cos(2 * StrictMath.PI * at / window);
                double angle = 2 * StrictMath.PI * (row % bins) * at / window;
                return (float) (hann * (row < bins ? StrictMath.cos(angle) : -StrictMath.sin(angle)));
            });
        }
    }

    /** Given floats. */
    record Floats(List<Float> values) implements Fill {
        public Floats {
            values = List.copyOf(values);
        }

        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            writeFloats(count, sink, index -> values.get((int) index));
        }
    }

    /** Given int64 values: shapes, axes and indices. */
    record Longs(List<Long> values) implements Fill {
        public Longs {
            values = List.copyOf(values);
        }

        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(values.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            values.forEach(bytes::putLong);
            sink.write(bytes.array(), bytes.position());
        }
    }

    /** A float for each index. */
    @FunctionalInterface
    interface FloatAt {
        float at(long index);
    }

    private static void writeFloats(long count, ByteSink sink, FloatAt source) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
        for (long index = 0; index < count; index++) {
            piece.putFloat(source.at(index));
            if (!piece.hasRemaining() || index + 1 == count) {
                sink.write(piece.array(), piece.position());
                piece.clear();
            }
        }
    }
}
