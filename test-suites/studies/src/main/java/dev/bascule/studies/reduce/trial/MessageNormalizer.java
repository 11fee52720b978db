package dev.bascule.studies.reduce.trial;

import java.util.regex.Pattern;

/**
 * Engines' messages, less what differs from model to model. Stateless.
 *
 * <p>Of the three that strip messages this one strips most, since a model is shrunk, renamed and cut while its failure must
 * stay the same one: every quoted name, node, shape, path and address goes, and {@code repro.html} does the same to the error
 * that it catches. {@code expectations.Reason} compares cells of models that stay as they are, and keeps the engine's line
 * beside what it strips; {@code coverage.Gap} is read by people, and keeps the names that have no number, such as operators and
 * types. One set of rules for all would join failures that differ, or part those that are one.
 */
public final class MessageNormalizer {
    private static final int LONGEST = 200;
    private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-fA-F]+");
    private static final Pattern URL = Pattern.compile("\\b(?:https?|file|blob)://?\\S+");
    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"|`[^`]*`");
    /** {@code [Conv] /stem/Conv_12}: engines show the operator in brackets, and the node's name after it. */
    private static final Pattern NODE = Pattern.compile("(\\[\\w+])\\s+[^\\s\"',]+");

    private static final Pattern SHAPE = Pattern.compile("[{\\[(]\\s*-?\\d+(?:\\s*,\\s*-?\\d+)*+\\s*,?[}\\])]");
    private static final Pattern PATH = Pattern.compile("(?:/[\\w.:+-]+){2,}");
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private MessageNormalizer() {}

    public static String normalised(String message) {
        String first = message.strip().lines().findFirst().orElse("");
        String words = ADDRESS.matcher(first).replaceAll("#");
        words = URL.matcher(words).replaceAll("URL");
        words = NODE.matcher(words).replaceAll("$1 N");
        words = QUOTED.matcher(words).replaceAll("N");
        words = SHAPE.matcher(words).replaceAll("[#]");
        words = PATH.matcher(words).replaceAll("P");
        words = NUMBER.matcher(words).replaceAll("#").replaceAll("\\s+", " ").strip();
        return words.length() <= LONGEST ? words : words.substring(0, LONGEST);
    }
}
