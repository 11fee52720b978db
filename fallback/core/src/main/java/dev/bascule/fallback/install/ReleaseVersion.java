package dev.bascule.fallback.install;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a published package: three numbers, and perhaps the name of what comes before the release of that number.
 * Ordered by number; what comes before a release is older than it. Its text is safe as the name of a folder. Immutable.
 *
 * @param preRelease such as {@code dev.20250917-21fbad8a65}; empty for a release
 */
public record ReleaseVersion(int major, int minor, int patch, Optional<String> preRelease)
        implements Comparable<ReleaseVersion> {

    private static final Pattern TEXT =
            Pattern.compile("(\\d{1,8})\\.(\\d{1,8})\\.(\\d{1,8})(?:-([0-9A-Za-z.-]{1,80}))?");

    private static final int LONGEST = 100;

    private static final Comparator<ReleaseVersion> ORDER = Comparator.comparingInt(ReleaseVersion::major)
            .thenComparingInt(ReleaseVersion::minor)
            .thenComparingInt(ReleaseVersion::patch)
            .thenComparing(version -> version.preRelease.isEmpty())
            .thenComparing(version -> version.preRelease.orElse(""), ReleaseVersion::compareNames);

    public ReleaseVersion {
        if (!TEXT.matcher(text(major, minor, patch, preRelease)).matches()
                || preRelease.filter(name -> !isOfParts(name)).isPresent()) {
            throw new IllegalArgumentException(
                    "'%s' is not a version".formatted(text(major, minor, patch, preRelease)));
        }
    }

    /** Reads {@code 1.23.2}; empty for anything else. */
    public static Optional<ReleaseVersion> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return text.length() > LONGEST || !matcher.matches() || matcher.group(4) != null && !isOfParts(matcher.group(4))
                ? Optional.empty()
                : Optional.of(new ReleaseVersion(
                        Integer.parseInt(matcher.group(1)),
                        Integer.parseInt(matcher.group(2)),
                        Integer.parseInt(matcher.group(3)),
                        Optional.ofNullable(matcher.group(4))));
    }

    /** Whether dots stand between parts only. */
    private static boolean isOfParts(String name) {
        return !name.startsWith(".") && !name.endsWith(".") && !name.contains("..");
    }

    /** Whether it is a release. */
    public boolean isStable() {
        return preRelease.isEmpty();
    }

    @Override
    public int compareTo(ReleaseVersion other) {
        return ORDER.compare(this, other);
    }

    /** Part by part, as semver.org has it: numbers by size, and before words. */
    private static int compareNames(String left, String right) {
        String[] some = left.split("\\.", -1);
        String[] others = right.split("\\.", -1);
        for (int i = 0; i < Math.min(some.length, others.length); i++) {
            int order = comparePart(some[i], others[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(some.length, others.length);
    }

    private static int comparePart(String left, String right) {
        boolean number = left.matches("\\d{1,18}");
        if (number != right.matches("\\d{1,18}")) {
            return number ? -1 : 1;
        }
        return number ? Long.compare(Long.parseLong(left), Long.parseLong(right)) : left.compareTo(right);
    }

    private static String text(int major, int minor, int patch, Optional<String> preRelease) {
        return "%d.%d.%d%s"
                .formatted(major, minor, patch, preRelease.map("-"::concat).orElse(""));
    }

    @Override
    public String toString() {
        return text(major, minor, patch, preRelease);
    }
}
