package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.Elements;
import java.util.Arrays;

/**
 * Finds values that are all off by one factor. Rounding errors go up and down: the middle one of many quotients lies close to
 * 1, however far the worst of them is off. Stateless.
 */
final class CommonFactor {
    /** Of fewer values the middle one says little. */
    private static final int FEWEST = 16;
    /** More are drawn evenly. */
    private static final int MOST = 1 << 14;

    private CommonFactor() {}

    /** How many values are off by more than half of what each alone may be; 0 where they are not off by one factor. */
    static long outside(Elements.Reader got, Elements.Reader expected, int n, Magnitude size, double relative) {
        double[] quotients = new double[Math.min(n, 2 * MOST)];
        int count = 0;
        int every = Math.max(1, n / MOST);
        for (int i = 0; i < n && count < quotients.length; i += every) {
            if (isTypical(expected.at(i), size) && Double.isFinite(got.at(i))) {
                quotients[count++] = got.at(i) / expected.at(i);
            }
        }
        if (count < FEWEST) {
            return 0;
        }
        Arrays.sort(quotients, 0, count);
        if (Math.abs(quotients[count / 2] - 1) <= relative / 2) {
            return 0;
        }
        long outside = 0;
        for (int i = 0; i < n; i++) {
            outside +=
                    isTypical(expected.at(i), size) && Math.abs(got.at(i) / expected.at(i) - 1) > relative / 2 ? 1 : 0;
        }
        return outside;
    }

    private static boolean isTypical(double value, Magnitude size) {
        double magnitude = Math.abs(value);
        return magnitude > 0 && magnitude >= size.typical() && magnitude <= size.greatest();
    }
}
