package dev.bascule.studies.decode;

import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.evidence.RawEvidence;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where the caches were, as the runner saw each of them after each token, and what it brought to the CPU. Immutable.
 *
 * @param locations all that were seen
 * @param iterations that were looked at
 * @param readBackBytes of a token
 */
public record CacheSeen(List<String> locations, long iterations, double readBackBytes) {
    public CacheSeen {
        locations = List.copyOf(locations);
    }

    /** What a session's evidence says of it; empty where it says nothing that fits together. */
    public static Optional<CacheSeen> of(RawEvidence evidence) {
        Optional<Long> outputs = number(evidence, "carriedOutputs");
        Optional<Long> iterations = number(evidence, "carriedIterations").filter(count -> count > 0);
        Optional<Long> bytes = number(evidence, "readBackBytes");
        String seen = evidence.environment().getOrDefault("carriedSeen", "");
        if (outputs.isEmpty() || iterations.isEmpty() || bytes.isEmpty() || seen.isEmpty()) {
            return Optional.empty();
        }
        List<String[]> pairs = Arrays.stream(seen.split(" ", -1))
                .map(pair -> pair.split("=", -1))
                .toList();
        if (pairs.stream().anyMatch(pair -> pair.length != 2)) {
            return Optional.empty();
        }
        long tensors = pairs.stream()
                .mapToLong(pair -> number(pair[1]).orElse(Long.MIN_VALUE / 4))
                .sum();
        return tensors == outputs.get() * iterations.get()
                ? Optional.of(new CacheSeen(
                        pairs.stream().map(pair -> pair[0]).toList(),
                        iterations.get(),
                        (double) bytes.get() / iterations.get()))
                : Optional.empty();
    }

    private static Optional<Long> number(RawEvidence evidence, String fact) {
        return Optional.ofNullable(evidence.environment().get(fact)).flatMap(CacheSeen::number);
    }

    private static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.valueOf(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Whether every cache was there after every token. */
    public boolean isAt(CarryLocation location) {
        return locations.equals(List.of(location.word()));
    }

    /** For the reader. */
    public String words() {
        return String.join(" and ", locations);
    }
}
