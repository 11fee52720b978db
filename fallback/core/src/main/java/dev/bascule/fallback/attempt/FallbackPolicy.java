package dev.bascule.fallback.attempt;

import dev.bascule.fallback.error.ErrorCode;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which failures move on to the next rung; all others stop the chain. Success and cancellation always stop it. As text it is
 * words: an outcome such as {@code timed-out}, the code of an error such as {@code wasm-trap}, {@code any} or {@code none}.
 * Immutable.
 *
 * @param movesOn outcomes after which the next backend is tried
 * @param codes errors after which it is tried, whatever the outcome
 */
public record FallbackPolicy(Set<Outcome> movesOn, Set<ErrorCode> codes) {
    /** After these nothing more is tried, whatever the policy. */
    private static final Set<Outcome> ENDS = Set.of(Outcome.SUCCEEDED, Outcome.NOT_JUDGED, Outcome.CANCELLED);

    /** Every failure that another backend might not share. A failure of no known kind stops, to be looked at. */
    public static final FallbackPolicy DEFAULT = new FallbackPolicy(EnumSet.of(
            Outcome.UNAVAILABLE,
            Outcome.UNSUPPORTED,
            Outcome.COMPILE_FAILED,
            Outcome.OUT_OF_MEMORY,
            Outcome.WRONG,
            Outcome.TIMED_OUT,
            Outcome.DEVICE_LOST,
            Outcome.CRASHED));

    /** The first failure ends the chain. */
    public static final FallbackPolicy NONE = new FallbackPolicy(Set.of());

    /** Every failure moves on; what cannot be judged here cannot be judged anywhere. */
    public static final FallbackPolicy ANY = new FallbackPolicy(EnumSet.complementOf(EnumSet.copyOf(ENDS)));

    private static final String ANY_WORD = "any";
    private static final String NONE_WORD = "none";

    public FallbackPolicy {
        movesOn = Set.copyOf(movesOn);
        codes = Set.copyOf(codes);
        if (movesOn.stream().anyMatch(ENDS::contains)) {
            throw new IllegalArgumentException("success, cancellation and what cannot be judged end a chain");
        }
    }

    /** By outcomes alone. */
    public FallbackPolicy(Set<Outcome> movesOn) {
        this(movesOn, Set.of());
    }

    /** Whether the next backend is to be tried after this attempt, if there is one. */
    public boolean movesOnAfter(Attempt attempt) {
        return movesOn.contains(attempt.outcome())
                || (!ENDS.contains(attempt.outcome())
                        && attempt.failure()
                                .filter(failure -> codes.contains(failure.code()))
                                .isPresent());
    }

    /** Of these words; empty where one of them is none. */
    public static Optional<FallbackPolicy> of(Collection<String> words) {
        Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
        Set<ErrorCode> codes = EnumSet.noneOf(ErrorCode.class);
        for (String word : words) {
            Optional<Outcome> outcome = ANY.movesOn.stream()
                    .filter(known -> word(known).equals(word))
                    .findFirst();
            Optional<ErrorCode> code = Arrays.stream(ErrorCode.values())
                    .filter(known -> word(known).equals(word))
                    .findFirst();
            // Some words are both: the outcome says more.
            if (outcome.isPresent()) {
                outcomes.add(outcome.get());
            } else if (code.isPresent()) {
                codes.add(code.get());
            } else if (word.equals(ANY_WORD)) {
                outcomes.addAll(ANY.movesOn);
            } else if (!word.equals(NONE_WORD) || words.size() > 1) {
                return Optional.empty();
            }
        }
        return Optional.of(new FallbackPolicy(outcomes, codes));
    }

    /** Every word there is, outcomes first. */
    public static List<String> vocabulary() {
        return Stream.of(
                        Stream.of(ANY_WORD, NONE_WORD),
                        outcomes(),
                        Arrays.stream(ErrorCode.values()).map(FallbackPolicy::word))
                .flatMap(words -> words)
                .distinct()
                .toList();
    }

    /** The words for outcomes alone, which are those that most will want. */
    public static Stream<String> outcomes() {
        return Arrays.stream(Outcome.values()).filter(ANY.movesOn::contains).map(FallbackPolicy::word);
    }

    /** What {@link #of} reads; always in the same order. */
    public List<String> words() {
        Set<String> words = new LinkedHashSet<>();
        Arrays.stream(Outcome.values())
                .filter(movesOn::contains)
                .map(FallbackPolicy::word)
                .forEach(words::add);
        Arrays.stream(ErrorCode.values())
                .filter(codes::contains)
                .map(FallbackPolicy::word)
                .forEach(words::add);
        return List.copyOf(words);
    }

    /** The word of an outcome or of an error's code. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return movesOn.isEmpty() && codes.isEmpty() ? NONE_WORD : String.join(",", words());
    }
}
