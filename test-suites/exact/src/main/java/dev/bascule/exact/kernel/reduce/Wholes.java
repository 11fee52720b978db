package dev.bascule.exact.kernel.reduce;

import dev.bascule.exact.array.Integers;
import dev.bascule.exact.kernel.IntegerRange;
import dev.bascule.fallback.tensor.DType;

/** Reductions of whole numbers, which wrap around as their type does. Stateless. */
final class Wholes {
    private Wholes() {}

    static Integers sum(Groups groups, Integers x) {
        return groups.folded(x, Wholes::sum);
    }

    private static long sum(long[] x, int start, int[] offsets) {
        long sum = 0;
        for (int offset : offsets) {
            sum += x[start + offset];
        }
        return sum;
    }

    static Integers mean(Groups groups, Integers x) {
        int n = groups.length();
        if (n == 0) {
            throw new IllegalArgumentException("no whole numbers have no mean");
        }
        boolean unsigned = x.dtype() == DType.UINT64;
        return groups.folded(x, (data, start, offsets) -> {
            long sum = sum(data, start, offsets);
            return unsigned ? Long.divideUnsigned(sum, n) : sum / n;
        });
    }

    static Integers product(Groups groups, Integers x) {
        return groups.folded(x, (data, start, offsets) -> {
            long product = 1;
            for (int offset : offsets) {
                product *= data[start + offset];
            }
            return product;
        });
    }

    static Integers sumSquare(Groups groups, Integers x) {
        return sum(groups, x.mapped(value -> value * value));
    }

    static Integers l1(Groups groups, Integers x) {
        return sum(groups, x.dtype() == DType.UINT64 ? x : x.mapped(Math::abs));
    }

    /** Of none: the least that there is. */
    static Integers most(Groups groups, Integers x) {
        long turned = turned(x.dtype());
        long none = IntegerRange.held(x.dtype(), Double.NEGATIVE_INFINITY) ^ turned;
        return groups.folded(x, (data, start, offsets) -> {
            long most = none;
            for (int offset : offsets) {
                most = Math.max(most, data[start + offset] ^ turned);
            }
            return most ^ turned;
        });
    }

    /** Of none: the most that there is. */
    static Integers least(Groups groups, Integers x) {
        long turned = turned(x.dtype());
        long none = IntegerRange.held(x.dtype(), Double.POSITIVE_INFINITY) ^ turned;
        return groups.folded(x, (data, start, offsets) -> {
            long least = none;
            for (int offset : offsets) {
                least = Math.min(least, data[start + offset] ^ turned);
            }
            return least ^ turned;
        });
    }

    /** What turns over the highest bit of uint64, so that its numbers compare as signed ones do. */
    static long turned(DType type) {
        return type == DType.UINT64 ? Long.MIN_VALUE : 0;
    }
}
