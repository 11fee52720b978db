package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Values as tensors of any float or 8-bit type: each the nearest that the type has. */
final class Encoded {
    private static final Map<DType, TreeMap<Double, Integer>> TABLES = new ConcurrentHashMap<>();

    private Encoded() {}

    static Tensor of(DType dtype, double... values) {
        ByteBuffer data = ByteBuffer.allocate(values.length * dtype.bits() / 8).order(ByteOrder.LITTLE_ENDIAN);
        for (double value : values) {
            switch (dtype) {
                case FLOAT64 -> data.putDouble(value);
                case FLOAT32 -> data.putFloat((float) value);
                default -> {
                    int bits = nearest(dtype, value);
                    if (dtype.bits() == 16) {
                        data.putShort((short) bits);
                    } else {
                        data.put((byte) bits);
                    }
                }
            }
        }
        return Tensor.of(dtype, Shape.of(values.length), data.array());
    }

    static double[] values(Tensor tensor) {
        Elements.Reader reader = Elements.of(tensor);
        return IntStream.range(0, (int) tensor.shape().elements())
                .mapToDouble(reader::at)
                .toArray();
    }

    private static int nearest(DType dtype, double value) {
        TreeMap<Double, Integer> table = TABLES.computeIfAbsent(dtype, Encoded::table);
        return Arrays.asList(table.floorEntry(value), table.ceilingEntry(value)).stream()
                .filter(entry -> entry != null)
                .min(Comparator.comparingDouble(entry -> Math.abs(entry.getKey() - value)))
                .orElseThrow()
                .getValue();
    }

    private static TreeMap<Double, Integer> table(DType dtype) {
        int all = 1 << dtype.bits();
        ByteBuffer data = ByteBuffer.allocate(all * dtype.bits() / 8).order(ByteOrder.LITTLE_ENDIAN);
        for (int bits = 0; bits < all; bits++) {
            if (dtype.bits() == 16) {
                data.putShort((short) bits);
            } else {
                data.put((byte) bits);
            }
        }
        Elements.Reader reader = Elements.of(Tensor.of(dtype, Shape.of(all), data.array()));
        TreeMap<Double, Integer> table = new TreeMap<>();
        for (int bits = 0; bits < all; bits++) {
            if (Double.isFinite(reader.at(bits))) {
                table.putIfAbsent(reader.at(bits), bits);
            }
        }
        return table;
    }
}
