package dev.bascule.exact.kernel.reduce;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;

/** The order of an array's elements, asked for by index; what is not a number is above all numbers. */
@FunctionalInterface
interface Order {
    /** Less than 0, 0 or more than 0, as the first is less, equal or more. */
    int compare(int one, int other);

    static Order of(Array array) {
        if (array instanceof Reals reals) {
            double[] x = reals.data();
            return (one, other) -> compare(x[one], x[other]);
        }
        if (array instanceof Integers whole) {
            long[] x = whole.data();
            long turned = Wholes.turned(whole.dtype());
            return (one, other) -> Long.compare(x[one] ^ turned, x[other] ^ turned);
        }
        throw new IllegalArgumentException(array + " has no order of its elements");
    }

    private static int compare(double a, double b) {
        // 0 and -0 are equal, which Double.compare denies.
        return a < b ? -1 : a > b ? 1 : a == b ? 0 : Boolean.compare(Double.isNaN(a), Double.isNaN(b));
    }

    /** The other way round. */
    default Order reversed() {
        return (one, other) -> compare(other, one);
    }

    /** The index in the array of the largest of a group that is not empty. */
    default int most(Groups groups, int group, boolean last) {
        int start = groups.start(group);
        int[] offsets = groups.offsets();
        int most = start + offsets[0];
        for (int offset : offsets) {
            int compared = compare(start + offset, most);
            if (compared > 0 || (last && compared == 0)) {
                most = start + offset;
            }
        }
        return most;
    }
}
