package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.text.PlainText;
import java.util.ArrayList;
import java.util.List;

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
        {"−", "-"},
        {"\u00a0", " "},
        {"≤", "<="},
        {"✗", "x"},
        {"✓", "+"},
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
        {"√", "sqrt"},
        {"±", "+-"}
    };

    public TextStyle {
        width = Math.max(40, width);
    }

    /** The text as this terminal can show it; control characters, which might come from a model's name, are dropped. */
    public String plain(String text) {
        String shown = PlainText.line(text);
        if (unicode) {
            return shown;
        }
        for (String[] pair : ASCII) {
            shown = shown.replace(pair[0], pair[1]);
        }
        return shown.replaceAll("[^\\p{ASCII}]", "?");
    }

    /** The word in its verdict's colour. */
    public String colored(Verdict verdict, String word) {
        if (!color) {
            return word;
        }
        String code = verdict.isFailure() ? "31" : verdict == Verdict.PASS ? "32" : verdict.isRight() ? "33" : "2";
        return "\u001b[" + code + "m" + word + "\u001b[0m";
    }

    public String bold(String word) {
        return color ? "\u001b[1m" + word + "\u001b[0m" : word;
    }

    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Padded with spaces to a width; cut in the middle, with a mark, when longer. */
    public String fit(String text, int wanted) {
        String cut = Labels.middle(text, wanted, plain("…"));
        return cut + " ".repeat(wanted - length(cut));
    }

    /** Texts no longer than a width, each as this terminal can show it, that differ where the whole texts do. */
    public List<String> fitted(List<String> texts, int width) {
        return Labels.fitted(texts.stream().map(this::plain).toList(), width, plain("…"));
    }

    /** Lines no longer than a width where words and rungs of a chain allow it: broken after blanks and arrows. */
    public List<String> broken(String text, int width) {
        List<String> lines = new ArrayList<>();
        String arrow = plain("→");
        StringBuilder line = new StringBuilder();
        for (String part : text.split("(?<= )|(?<=" + arrow + ")", -1)) {
            if (line.length() > 0 && length((line + part).stripTrailing()) > width) {
                lines.add(line.toString().stripTrailing());
                line.setLength(0);
            }
            line.append(part);
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    /** Lines no wider than the terminal, a newline after each; further ones are indented. */
    public String wrapped(String text, String indent) {
        String lead = text.substring(0, text.length() - text.stripLeading().length());
        StringBuilder lines = new StringBuilder();
        StringBuilder line = new StringBuilder(lead);
        for (String word : plain(text).strip().split(" ", -1)) {
            boolean begun = !line.toString().isBlank();
            if (begun && length(line.toString()) + 1 + length(word) > width) {
                lines.append(line.toString().stripTrailing()).append('\n');
                line = new StringBuilder(indent);
                begun = false;
            }
            line.append(begun ? " " : "").append(word);
        }
        return lines.append(line).append('\n').toString();
    }
}
