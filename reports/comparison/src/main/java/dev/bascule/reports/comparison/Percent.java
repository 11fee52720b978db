package dev.bascule.reports.comparison;

import java.util.Locale;

/** Changes in per cent as people read them. Stateless. */
public final class Percent {
    private Percent() {}

    /** Two significant digits below 10, else whole. */
    public static String figure(double percent) {
        double size = Math.abs(percent);
        int decimals = size >= 9.95 ? 0 : size >= 0.095 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", percent);
    }
}
