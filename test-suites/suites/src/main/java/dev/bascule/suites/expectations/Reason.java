package dev.bascule.suites.expectations;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.tensor.DType;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Why a cell is what it is: the engine's own first line, without what is wrapped around its words. Immutable.
 *
 * @param text the line
 * @param kind the same without what differs from case to case (numbers, quoted names): equal for cells that one thing ails
 */
public record Reason(String text, String kind) {
    private static final int LONGEST = 240;
    private static final Pattern PHASE = Pattern.compile("^in phase '[^']*': ");
    /** What ONNX Runtime and its interfaces wrap around what went wrong. */
    private static final Pattern WRAPPING =
            Pattern.compile("Can't create a session\\. ERROR_CODE: \\d+, ERROR_MESSAGE: "
                    + "|Error code - \\w+ - message: |Fatal error: |Exception during (?:initialization|loading): ");
    /** The folders of the machine that the engine was built on. */
    private static final Pattern FOLDERS = Pattern.compile("(?<=^| )/\\S+/(?=[\\w.]+\\.(cc|h|cpp):\\d)");

    /** A failed {@code ORT_ENFORCE}: place, function and condition come before what it says. */
    private static final Pattern ENFORCED = Pattern.compile("^([\\w.]+:\\d+) .+? was false\\. (\\S.*?)\\.?\\s*$");

    private static final Pattern TYPE_NUMBER = Pattern.compile("unsupported data type: (\\d{1,4})\\b");

    /** How the judge of outputs says it of one case; what it counts and names is no other's. */
    private static final Pattern OUTSIDE = Pattern.compile("^\\d+ of \\d+ (output values lie outside the tolerance).*");

    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"|`[^`]*`");
    private static final Pattern NUMBER =
            Pattern.compile("0x[0-9a-fA-F]+|[-+]?\\d+(\\.\\d+)?([eE][-+]?\\d+)?|NaN|Infinity");

    /** The reason of a cell that has one. */
    public static Optional<Reason> of(CaseRun run) {
        return run.decisive().failure().map(Failure::message).map(Reason::of);
    }

    /** The text without the figures of one case where it is about output values: true of all that are wrong so. */
    public String lasting() {
        return OUTSIDE.matcher(text).replaceFirst("$1");
    }

    static Reason of(String message) {
        String first = message.strip().lines().findFirst().orElse("");
        String unwrapped =
                WRAPPING.matcher(PHASE.matcher(first).replaceFirst("")).replaceAll("");
        String said =
                ENFORCED.matcher(FOLDERS.matcher(unwrapped).replaceAll("")).replaceFirst("$2 ($1)");
        String line = TYPE_NUMBER.matcher(said).replaceAll(found -> found.group() + name(found.group(1)));
        String text = line.length() > LONGEST ? line.substring(0, LONGEST - 1) + "…" : line;
        String unquoted = QUOTED.matcher(text).replaceAll("'…'");
        return new Reason(text, NUMBER.matcher(unquoted).replaceAll("#"));
    }

    /** Of the type that ONNX has this number for. */
    private static String name(String number) {
        return DType.ofOnnx(Integer.parseInt(number))
                .map(type -> ", " + type.wireName())
                .orElse("");
    }
}
