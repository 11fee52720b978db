package dev.bascule.models.zoo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** How the values of a weight come about. Values are written in pieces, so that no large weight is ever held in memory. */
public sealed interface Fill {

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

    /**
     * Uniform in [-halfWidth, halfWidth), each second value the first one's opposite: a filter of even length takes no notice of a level
     * that all its inputs share, such as a ReLU's, which would else drown what depends on the input in deep networks.
     */
    record Balanced(float halfWidth) implements Fill {
        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            SplitMix random = SplitMix.named(name);
            float[] last = new float[1];
            writeFloats(count, sink, index -> {
                last[0] = index % 2 == 0 ? halfWidth * (2 * random.nextFloat() - 1) : -last[0];
                return last[0];
            });
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

    /**
     * Seeded codes of a few bits, at the same distance from each other, as floats: {@code step * (code - 2^(bits-1))}. No code is 0, so
     * that the values lie evenly around zero.
     *
     * @param seed what the codes depend on, so that the same codes can be written packed
     */
    record Levels(String seed, int bits, float step) implements Fill {
        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            SplitMix random = SplitMix.named(seed);
            int zero = 1 << (bits - 1);
            writeFloats(count, sink, index -> step * (code(random, bits) - zero));
        }

        /** A step with which the values have the standard deviation {@code 1/sqrt(fanIn)}. */
        static float step(int bits, long fanIn) {
            double levels = (1 << bits) - 1;
            return (float) StrictMath.sqrt(12 / (levels * levels - 1) / fanIn);
        }

        static int code(SplitMix random, int bits) {
            return 1 + (int) random.nextBelow((1 << bits) - 1);
        }
    }

    /**
     * Four bits of each code of {@link Levels}, packed: of two codes in a byte the first lies low.
     *
     * @param shift which four: from this one on
     */
    record LevelCodes(String seed, int bits, int shift) implements Fill {
        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            SplitMix random = SplitMix.named(seed);
            byte[] piece = new byte[1 << 16];
            for (long done = 0; done < count; done += piece.length) {
                int length = (int) Math.min(piece.length, count - done);
                for (int index = 0; index < length; index++) {
                    int low = Levels.code(random, bits) >> shift & 0xF;
                    piece[index] = (byte) (low | (Levels.code(random, bits) >> shift & 0xF) << 4);
                }
                sink.write(piece, length);
            }
        }
    }

    /** The same byte throughout. */
    record Bytes(int value) implements Fill {
        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            byte[] piece = new byte[(int) Math.min(count, 1 << 16)];
            Arrays.fill(piece, (byte) value);
            for (long done = 0; done < count; done += piece.length) {
                sink.write(piece, (int) Math.min(piece.length, count - done));
            }
        }
    }

    /** 0, 1, 2 and so on as int32. */
    record Counting() implements Fill {
        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            ByteBuffer bytes =
                    ByteBuffer.allocate(Math.toIntExact(count * Integer.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
            for (int index = 0; index < count; index++) {
                bytes.putInt(index);
            }
            sink.write(bytes.array(), bytes.position());
        }
    }

    /**
     * Cosines or sines of rotary positions (Su et al. 2021), one position a row: channel {@code c} turns by {@code position *
     * theta^(-2c/headSize)}.
     *
     * @param width channels of a row: half a head, or a whole one, whose second half has the same again; there the first half of
     *     the sines is negated, so that a head is turned by {@code x * cos + halves exchanged * sin}
     */
    record Rotation(int headSize, int width, double theta, boolean sine) implements Fill {
        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            int half = headSize / 2;
            writeFloats(count, sink, index -> {
                int channel = (int) (index % width);
                long position = index / width;
                double angle = position * StrictMath.pow(theta, -2.0 * (channel % half) / headSize);
                double value = sine ? StrictMath.sin(angle) : StrictMath.cos(angle);
                return (float) (sine && width > half && channel < half ? -value : value);
            });
        }
    }

    /**
     * The bucket of each distance between two positions, as T5 counts them (Raffel et al. 2020): short distances have one each, longer ones
     * share them by their logarithm, up to {@value #FARTHEST}. An int32 for each pair of positions, one position a row, with a half
     * of the buckets for what comes after; or, where nothing comes after, one for each distance.
     *
     * @param positions in a row
     * @param bothSides whether positions after are looked at
     */
    record DistanceBuckets(int positions, boolean bothSides) implements Fill {
        static final int BUCKETS = 32;
        private static final int FARTHEST = 128;

        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            ByteBuffer row = ByteBuffer.allocate(positions * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (int from = 0; from < count / positions; from++) {
                row.clear();
                for (int to = 0; to < positions; to++) {
                    row.putInt(bucket(bothSides ? to - from : -to));
                }
                sink.write(row.array(), row.position());
            }
        }

        int bucket(int relative) {
            int buckets = bothSides ? BUCKETS / 2 : BUCKETS;
            int distance = bothSides ? Math.abs(relative) : Math.max(0, -relative);
            int exact = buckets / 2;
            double share = StrictMath.log((double) distance / exact) / StrictMath.log((double) FARTHEST / exact);
            int bucket = distance < exact ? distance : Math.min(exact + (int) (share * (buckets - exact)), buckets - 1);
            return bothSides && relative > 0 ? buckets + bucket : bucket;
        }
    }

    /** 0 where a position may look, something far below it at positions to come: [positions, positions]. */
    record CausalMask(int positions, float masked) implements Fill {
        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            writeFloats(count, sink, index -> index % positions > index / positions ? masked : 0);
        }
    }

    /**
     * 0 where two pixels of a shifted window were neighbours before the shift, something far below it where the shift brought them
     * together: [windows, 1, window * window, window * window].
     *
     * @param side of the grid of pixels
     * @param window side of a window; divides the grid's
     * @param shift by how much the grid was rolled, in both directions
     */
    record ShiftedWindows(int side, int window, int shift, float masked) implements Fill {
        @Override
        public void write(String name, long count, ByteSink sink) throws IOException {
            int pixels = window * window;
            writeFloats(count, sink, index -> {
                int to = (int) (index % pixels);
                int from = (int) (index / pixels % pixels);
                int at = (int) (index / pixels / pixels);
                return region(at, from) == region(at, to) ? 0 : masked;
            });
        }

        private int region(int at, int pixel) {
            int across = side / window;
            int row = at / across * window + pixel / window;
            int column = at % across * window + pixel % window;
            return 3 * band(row) + band(column);
        }

        private int band(int line) {
            if (line < side - window) {
                return 0;
            }
            return line < side - shift ? 1 : 2;
        }
    }

    /** What somebody else writes: exactly the bytes of the weight. */
    non-sealed interface Given extends Fill {}

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
