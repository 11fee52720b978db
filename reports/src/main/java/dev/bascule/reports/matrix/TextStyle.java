package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Verdict;

/**
 * What a terminal can show.
 *
 * @param width columns of characters
 * @param unicode whether it shows more than ASCII
 * @param color whether colours are wanted
 */
public record TextStyle(int width, boolean unicode, boolean color) {
    private static final String[][] ASCII = {
        {"→", "->"},
        {"×", "x"},
        {"µ", "u"},
        {"–", "-"},
        {"∞", "inf"},
        {"…", "..."},
        {"≈", "~"},
        {"●", "+"},
        {"◐", "~"},
        {"○", "?"},
        {"·", "."},
        {"│", "|"},
        {"─", "-"},
        {"┼", "+"},
        {"√", "sqrt"}
    };

    public TextStyle {
        width = Math.max(40, width);
    }

    /** The text as this terminal can show it; control characters, which might come from a model's name, are dropped. */
    String plain(String text) {
        String shown = text.replaceAll("\\p{Cntrl}", " ");
        if (unicode) {
            return shown;
        }
        for (String[] pair : ASCII) {
            shown = shown.replace(pair[0], pair[1]);
        }
        return shown.replaceAll("[^\\p{ASCII}]", "?");
    }

    /** The word in its verdict's colour. */
    String colored(Verdict verdict, String word) {
        if (!color) {
            return word;
        }
        String code = verdict.isFailure() ? "31" : verdict == Verdict.PASS ? "32" : verdict.isRight() ? "33" : "2";
        return "\u001b[" + code + "m" + word + "\u001b[0m";
    }

    String bold(String word) {
        return color ? "\u001b[1m" + word + "\u001b[0m" : word;
    }

    static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Padded with spaces to a width; cut, with a mark, when longer. */
    String fit(String text, int wanted) {
        int length = length(text);
        if (length <= wanted) {
            return text + " ".repeat(wanted - length);
        }
        String mark = plain("…");
        int kept = Math.max(0, wanted - mark.length());
        return text.substring(0, text.offsetByCodePoints(0, kept)) + mark.substring(0, Math.min(wanted, mark.length()));
    }
}
