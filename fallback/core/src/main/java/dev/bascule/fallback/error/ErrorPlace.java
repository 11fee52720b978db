package dev.bascule.fallback.error;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where something failed. Immutable.
 *
 * @param component the part of the product or of a run, in a word: {@code machine}, {@code browser}, {@code launch}, {@code
 *     backend}, {@code attempt}, {@code scenario}
 * @param backend which it was about, by id; empty where about none
 * @param browser which it was about; empty where about none
 */
public record ErrorPlace(String component, Optional<String> backend, Optional<String> browser) {
    /** The component of a backend that is not there. */
    public static final String BACKEND = "backend";

    /** The component of a try of a case. */
    public static final String ATTEMPT = "attempt";

    /** The component of a browser that is there and cannot take part. */
    public static final String BROWSER = "browser";

    /** Of a component alone. */
    public static ErrorPlace of(String component) {
        return new ErrorPlace(component, Optional.empty(), Optional.empty());
    }

    public ErrorPlace with(String backendId) {
        return new ErrorPlace(component, Optional.of(backendId), browser);
    }

    /** Whether a cell or a finding of its own shows what failed there. */
    public boolean isShownElsewhere() {
        return component.equals(BACKEND) || component.equals(ATTEMPT);
    }

    /** For people: {@code launch of webgpu in Firefox}. */
    @Override
    public String toString() {
        return Stream.of(Optional.of(component), backend.map(id -> "of " + id), browser.map(name -> "in " + name))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" "));
    }
}
