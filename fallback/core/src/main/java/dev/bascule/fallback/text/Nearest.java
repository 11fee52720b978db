package dev.bascule.fallback.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known word that somebody who typed an unknown one most likely meant. Stateless. */
public final class Nearest {
    private Nearest() {}

    /** The nearest of the known words, if one is near enough to be worth naming. */
    public static Optional<String> to(String typed, Collection<String> known) {
        return known.stream()
                .filter(word -> isNear(typed, word))
                .min(Comparator.<String>comparingInt(word -> distance(fold(typed), fold(word)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** {@code "; did you mean 'x'?"}, or else {@code "; there are a, b, c"}. */
    public static String hint(String typed, Collection<String> known) {
        return to(typed, known)
                .map(word -> "; did you mean '" + word + "'?")
                .orElseGet(() -> known.isEmpty() ? "" : "; there are " + String.join(", ", known));
    }

    private static boolean isNear(String typed, String word) {
        String a = fold(typed);
        String b = fold(word);
        // A third of the letters wrong still is the same word; a word begun is meant as well.
        int allowed = Math.max(1, Math.max(a.length(), b.length()) / 3);
        return distance(a, b) <= allowed || (a.length() >= 3 && b.startsWith(a));
    }

    private static String fold(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
    }

    /** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int different = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                cost[i][j] = Math.min(cost[i - 1][j - 1] + different, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
