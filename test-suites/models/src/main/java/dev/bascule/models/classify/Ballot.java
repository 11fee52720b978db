package dev.bascule.models.classify;

import dev.bascule.fallback.text.PlainText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Points for answers, each with the words of what earned them. Used for one question and thrown away.
 *
 * @param <L> the answers
 */
final class Ballot<L> {
    /** What one motif earns that hardly anything else has. */
    static final int STRONG = 4;

    /** What agrees with it. */
    static final int AGREES = 2;

    /** What a few others have too. */
    static final int WEAK = 1;

    private static final int MOST_WORDS = 200;

    private final Map<L, Integer> points = new LinkedHashMap<>();
    private final Map<L, List<String>> words = new LinkedHashMap<>();

    void add(L answer, int earned, String why) {
        points.merge(answer, earned, Integer::sum);
        words.computeIfAbsent(answer, any -> new ArrayList<>()).add(shown(why));
    }

    /** Names and dimensions in it are from outside, and some exporters write whole formulas for a dimension. */
    private static String shown(String why) {
        String line = PlainText.line(why);
        return line.length() > MOST_WORDS ? line.substring(0, MOST_WORDS) + "…" : line;
    }

    /** Where it holds. */
    void add(boolean holds, L answer, int earned, String why) {
        if (holds) {
            add(answer, earned, why);
        }
    }

    /** The answer with the most points; the first one told where several have as many. */
    Finding<L> finding(String otherwise) {
        Optional<Map.Entry<L, Integer>> best =
                points.entrySet().stream().max(Comparator.comparingInt(Map.Entry::getValue));
        if (best.isEmpty()) {
            return new Finding<>(Optional.empty(), 0, List.of(), otherwise);
        }
        L answer = best.get().getKey();
        Optional<Map.Entry<L, Integer>> second = points.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(answer))
                .max(Comparator.comparingInt(Map.Entry::getValue));
        int margin = best.get().getValue() - second.map(Map.Entry::getValue).orElse(0);
        String against = second.map(entry -> String.join("; ", words.getOrDefault(entry.getKey(), List.of())))
                .orElse("");
        return new Finding<>(Optional.of(answer), margin, words.getOrDefault(answer, List.of()), against);
    }
}
