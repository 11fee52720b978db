package dev.bascule.cli.output.doctor;

import java.util.regex.Pattern;

/** An engine's words on one line, short and without what is named anyway. Stateless. */
final class ReasonText {
    private static final int LONGEST = 240;
    private static final Pattern NODE = Pattern.compile(
            "\\w+(\\(\\d+\\))? node with name '[^']*'|(?<=running )\\w+ node\\. Name:'[^']*'|(?<=Program )\\w+(?="
                    + " requires)|(?<=in )node \\([\\w .:/-]*\\)");

    private ReasonText() {}

    /** Engines name the node, whose check is named anyway; without it, equal reasons are equal. */
    static String nameless(String reason) {
        return NODE.matcher(reason).replaceAll("it");
    }

    static String brief(String reason) {
        String line = reason.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
