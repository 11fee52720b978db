package dev.bascule.suites.expectations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Versions between bounds, such as {@code >=153 <156}. A bound is as exact as it is written: {@code <=153} takes in
 * 153.0.7, {@code >153} does not, {@code =1.29} is every 1.29. Immutable.
 *
 * @param bounds all of which hold; none takes every version
 */
record VersionRange(List<Bound> bounds) {
    static final VersionRange ANY = new VersionRange(List.of());

    /** A release has two digits at least; where the first number is smaller, it is an era and the second counts. */
    private static final Pattern RELEASE = Pattern.compile("\\d{2,}|\\d(?:\\.\\d+)?");

    private static final Pattern BOUND = Pattern.compile("(>=|<=|>|<|=)(\\d[A-Za-z0-9.+-]*)");

    VersionRange {
        bounds = List.copyOf(bounds);
    }

    /** What a bound demands. */
    enum Sign {
        AT_LEAST(">="),
        AT_MOST("<="),
        ABOVE(">"),
        BELOW("<"),
        EQUAL("=");

        private final String text;

        Sign(String text) {
            this.text = text;
        }

        static Optional<Sign> of(String text) {
            return Arrays.stream(values())
                    .filter(sign -> sign.text.equals(text))
                    .findFirst();
        }
    }

    record Bound(Sign sign, String version) {
        boolean holds(String other) {
            int order = compare(other, version);
            return switch (sign) {
                case AT_LEAST -> order >= 0;
                case AT_MOST -> order <= 0;
                case ABOVE -> order > 0;
                case BELOW -> order < 0;
                case EQUAL -> order == 0;
            };
        }

        @Override
        public String toString() {
            return sign.text + version;
        }
    }

    /** From the release of a version on, 153 for 153.0.7112.4 and 2.48 for 2.48.1; any where it has no number in front. */
    static VersionRange from(String version) {
        Matcher release = RELEASE.matcher(version);
        return release.lookingAt() ? new VersionRange(List.of(new Bound(Sign.AT_LEAST, release.group()))) : ANY;
    }

    /** Whether a word can only be a bound. */
    static boolean looksLikeBound(String word) {
        return !word.isEmpty() && "<>=".indexOf(word.charAt(0)) >= 0;
    }

    /** Reads bounds; empty when one of the words is none. */
    static Optional<VersionRange> parse(List<String> words) {
        List<Bound> bounds = new ArrayList<>();
        for (String word : words) {
            Matcher matcher = BOUND.matcher(word);
            Optional<Sign> sign = matcher.matches() ? Sign.of(matcher.group(1)) : Optional.empty();
            if (sign.isEmpty()) {
                return Optional.empty();
            }
            bounds.add(new Bound(sign.get(), matcher.group(2)));
        }
        return Optional.of(new VersionRange(bounds));
    }

    /** A version that is not known (no digit in front) is in no range but that of all. */
    boolean contains(String version) {
        return bounds.isEmpty()
                || (!version.isEmpty()
                        && Character.isDigit(version.charAt(0))
                        && bounds.stream().allMatch(bound -> bound.holds(version)));
    }

    /** Part by part, as far as the bound goes. */
    private static int compare(String version, String bound) {
        String[] a = version.split("[.+-]", -1);
        String[] b = bound.split("[.+-]", -1);
        for (int i = 0; i < b.length; i++) {
            int order = comparePart(i < a.length ? a[i] : "0", b[i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int comparePart(String a, String b) {
        boolean numbers = a.matches("\\d{1,18}") && b.matches("\\d{1,18}");
        return numbers ? Long.compare(Long.parseLong(a), Long.parseLong(b)) : a.compareTo(b);
    }

    @Override
    public String toString() {
        return String.join(" ", bounds.stream().map(Bound::toString).toList());
    }
}
