package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which backends are measured in turn with which other, interleaved, so that their ratio is told. As text {@code on} (each
 * browser backend with the native CPU), {@code off}, or pairs such as {@code webgpu/wasm,webnn/cpu}: the first over the
 * second. Immutable.
 *
 * @param pairs each backend with one baseline at most
 */
public record Comparisons(List<Pair> pairs) {

    /**
     * @param own the backend that the ratio is about
     * @param baseline what it is measured in turn with: in the same browser, or on the native side
     */
    public record Pair(Backend own, Backend baseline) {
        @Override
        public String toString() {
            return own.id() + "/" + baseline.id();
        }
    }

    public static final Comparisons OFF = new Comparisons(List.of());
    public static final Comparisons ON = new Comparisons(Backends.installed().all().stream()
            .filter(backend -> backend.side() == Side.BROWSER)
            .map(backend -> new Pair(backend, Backends.NATIVE_CPU))
            .toList());

    public Comparisons {
        pairs = List.copyOf(pairs);
        Set<Backend> seen = new HashSet<>();
        for (Pair pair : pairs) {
            if (pair.own().equals(pair.baseline())) {
                throw wrong(pair + " compares a backend with itself", "name two backends");
            }
            if (pair.own().side() == Side.NATIVE && pair.baseline().side() == Side.BROWSER) {
                throw wrong(
                        pair + " compares a native backend with a browser's, of which there may be many",
                        "turn the pair around: %s/%s"
                                .formatted(pair.baseline().id(), pair.own().id()));
            }
            if (!seen.add(pair.own())) {
                throw wrong(
                        "%s is compared twice; it is measured in turn with one other backend"
                                .formatted(pair.own().id()),
                        "name one pair for each backend, and run again for the other");
            }
        }
    }

    /**
     * Of their text.
     *
     * @param where what messages begin with
     * @return empty where it is neither on, off nor pairs
     * @throws BasculeException {@link ErrorCode#UNKNOWN_BACKEND}; {@link ErrorCode#CONFIG_INVALID} for pairs that cannot be
     */
    static Optional<Comparisons> parse(String text, String where) {
        String word = text.strip();
        if (word.equals("on") || word.equals("true")) {
            return Optional.of(ON);
        }
        if (word.equals("off") || word.equals("false") || word.equals("none")) {
            return Optional.of(OFF);
        }
        List<String> words =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        if (!words.stream().allMatch(each -> each.matches("[^/]+/[^/]+"))) {
            return Optional.empty();
        }
        List<Pair> pairs = words.stream()
                .map(each -> each.split("/", -1))
                .map(sides -> new Pair(SuiteWords.backend(sides[0], where), SuiteWords.backend(sides[1], where)))
                .toList();
        try {
            return Optional.of(new Comparisons(pairs));
        } catch (BasculeException e) {
            throw BasculeException.because(
                    e,
                    e.code(),
                    where + ": " + e.getMessage(),
                    e.failure().remedies().toArray(String[]::new));
        }
    }

    /** What a backend is measured in turn with. */
    public Optional<Backend> baselineOf(Backend own) {
        return pairs.stream()
                .filter(pair -> pair.own().equals(own))
                .map(Pair::baseline)
                .findFirst();
    }

    /** The pairs that matter where these backends are tried. */
    public Comparisons of(List<Backend> tried) {
        return new Comparisons(
                pairs.stream().filter(pair -> tried.contains(pair.own())).toList());
    }

    /** The pairs of which both sides run in a browser. */
    public Comparisons inBrowser() {
        return new Comparisons(pairs.stream()
                .filter(pair -> pair.baseline().side() == Side.BROWSER)
                .toList());
    }

    private static BasculeException wrong(String message, String remedy) {
        return new BasculeException(ErrorCode.CONFIG_INVALID, message, remedy);
    }

    /** What {@link #parse} reads. */
    @Override
    public String toString() {
        return equals(ON)
                ? "on"
                : pairs.isEmpty() ? "off" : pairs.stream().map(Pair::toString).collect(Collectors.joining(","));
    }
}
