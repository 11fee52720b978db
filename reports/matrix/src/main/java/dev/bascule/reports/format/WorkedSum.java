package dev.bascule.reports.format;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * A sum as it is printed: with as many decimals as it takes that a reader who adds up what is printed, and rounds it, comes to the
 * result that is printed. Immutable.
 *
 * @param terms as printed
 * @param result as printed
 */
public record WorkedSum(List<String> terms, String result) {
    /** More decimals than these nobody reads; that none of them adds up is all but impossible. */
    private static final int MOST = 12;

    public WorkedSum {
        terms = List.copyOf(terms);
    }

    /** Of terms that are added up. */
    public static WorkedSum of(List<Double> terms) {
        return of(terms, 1);
    }

    /** Of values whose mean is taken. */
    public static WorkedSum ofMean(List<Double> values) {
        return of(values, values.size());
    }

    private static WorkedSum of(List<Double> terms, int parts) {
        double sum = terms.stream().mapToDouble(Double::doubleValue).sum();
        int decimals = 0;
        while (decimals < MOST && !addsUp(terms, parts, sum, decimals)) {
            decimals++;
        }
        int shown = decimals;
        return new WorkedSum(terms.stream().map(term -> figure(term, shown)).toList(), figure(sum / parts, shown));
    }

    private static boolean addsUp(List<Double> terms, int parts, double sum, int decimals) {
        if (decimals == 0 && !(terms.stream().allMatch(WorkedSum::isWhole) && isWhole(sum / parts))) {
            return false;
        }
        BigDecimal printed = terms.stream()
                .map(term -> rounded(term, decimals))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(BigDecimal.valueOf(parts), decimals, RoundingMode.HALF_UP);
        return printed.compareTo(rounded(sum / parts, decimals)) == 0
                && printed.setScale(0, RoundingMode.HALF_UP).longValue() == Math.round(sum / parts);
    }

    private static String figure(double value, int decimals) {
        return isWhole(value)
                ? Long.toString((long) value)
                : rounded(value, decimals).toPlainString();
    }

    private static boolean isWhole(double value) {
        return value == Math.rint(value);
    }

    private static BigDecimal rounded(double value, int decimals) {
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP);
    }
}
