package dev.bascule.scheduling.job;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A version as far as it is numbers: {@code 143.0.7499}. Immutable.
 *
 * @param parts one at least, none below 0
 */
public record Version(List<Integer> parts) {
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9}){0,7})(?!\\d).*");

    public Version {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a version has a number");
        }
    }

    /** The numbers that a version begins with; empty where it begins with none. */
    public static Optional<Version> parse(String text) {
        Matcher matcher = NUMBERS.matcher(text.strip());
        return matcher.matches()
                ? Optional.of(new Version(Arrays.stream(matcher.group(1).split("\\."))
                        .map(Integer::valueOf)
                        .toList()))
                : Optional.empty();
    }

    /** Compared as far as the bound says: {@code 140.0.1} is neither more nor less than {@code 140}. */
    int comparedTo(Version bound) {
        for (int at = 0; at < bound.parts.size(); at++) {
            int own = at < parts.size() ? parts.get(at) : 0;
            int order = Integer.compare(own, bound.parts.get(at));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    @Override
    public String toString() {
        return parts.stream().map(String::valueOf).collect(Collectors.joining("."));
    }
}
