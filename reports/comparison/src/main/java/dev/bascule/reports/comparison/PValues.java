package dev.bascule.reports.comparison;

import java.util.Locale;

/** p-values as people read them. Stateless. */
final class PValues {
    private PValues() {}

    static String words(double p) {
        return p < 0.0001 ? "below 0.0001" : String.format(Locale.ROOT, p < 0.01 ? "%.4f" : "%.2f", p);
    }
}
