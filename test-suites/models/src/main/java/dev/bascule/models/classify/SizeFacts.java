package dev.bascule.models.classify;

import java.util.Locale;
import java.util.Optional;

/**
 * How large a network is. Counted, not guessed. Immutable.
 *
 * @param parameters learned numbers
 * @param operations floating-point operations of products and convolutions, two for each multiplication, at batch 1; empty where they
 *     cannot be counted
 * @param atLeast whether there are more than were counted
 * @param note inputs that they were counted with, or why they were not; what is missing where there are more
 */
public record SizeFacts(long parameters, Optional<Long> operations, boolean atLeast, String note) {
    private static final double THOUSAND = 1e3;

    public SizeTier tier() {
        return SizeTier.of(parameters, operations);
    }

    /** Such as {@code medium: 11.7M parameters, 3.6G operations}. */
    public String words() {
        return "%s: %s parameters, %s"
                .formatted(
                        tier().id(),
                        count((double) parameters),
                        operations
                                .map(many -> (atLeast ? "at least " : "") + count(many.doubleValue()) + " operations")
                                .orElse("operations unknown"));
    }

    /** Such as {@code 1.5G}. */
    static String count(double many) {
        double left = many;
        for (String unit : new String[] {"", "k", "M", "G", "T"}) {
            if (left < THOUSAND) {
                String text = String.format(Locale.ROOT, left < 10 && !unit.isEmpty() ? "%.1f" : "%.0f", left);
                return text.replaceFirst("\\.0$", "") + unit;
            }
            left /= THOUSAND;
        }
        return String.format(Locale.ROOT, "%.0fP", left);
    }
}
