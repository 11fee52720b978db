package dev.bascule.reports.matrix;

import java.util.Optional;

/**
 * What was expected of a cell. Immutable.
 *
 * @param holds whether the cell came out so
 * @param expected the verdicts expected, for people
 * @param reason why it is so
 * @param link where that is followed up
 * @param place file and line of what names the case in the expectations
 * @param remedy what to do about the file where the case came out right
 */
public record KnownFailure(
        boolean holds, String expected, Optional<String> reason, Optional<String> link, String place, String remedy) {

    /** {@code expected: no kernel for Foo}, or {@code but expected CRASHED: no kernel for Foo}; without the link. */
    public String words() {
        String because = reason.map(text -> ": " + text).orElse("");
        if (holds) {
            return "expected" + (because.isEmpty() ? ": " + expected : because);
        }
        return "but expected " + expected + because;
    }

    /** {@link #words} with the link behind it, for text that nobody can click on. */
    public String wordsAndLink() {
        return words() + link.map(address -> " (" + address + ")").orElse("");
    }

    /** The link where it is one that a browser may be sent to. */
    public Optional<String> webLink() {
        return link.filter(address -> address.startsWith("https://") || address.startsWith("http://"));
    }
}
