package dev.bascule.suites.expectations;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.Failure;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Why a cell is what it is, in the engine's own first line. Immutable.
 *
 * @param text the line
 * @param kind the same without what differs from case to case (numbers, quoted names): equal for cells that one thing ails
 */
public record Reason(String text, String kind) {
    private static final int LONGEST = 240;
    private static final Pattern PHASE = Pattern.compile("^in phase '[^']*': ");
    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"|`[^`]*`");
    private static final Pattern NUMBER =
            Pattern.compile("0x[0-9a-fA-F]+|[-+]?\\d+(\\.\\d+)?([eE][-+]?\\d+)?|NaN|Infinity");

    /** The reason of a cell that has one. */
    public static Optional<Reason> of(CaseRun run) {
        return run.decisive().failure().map(Failure::message).map(Reason::of);
    }

    static Reason of(String message) {
        String line =
                PHASE.matcher(message.strip().lines().findFirst().orElse("")).replaceFirst("");
        String text = line.length() > LONGEST ? line.substring(0, LONGEST - 1) + "…" : line;
        String unquoted = QUOTED.matcher(text).replaceAll("'…'");
        return new Reason(text, NUMBER.matcher(unquoted).replaceAll("#"));
    }
}
