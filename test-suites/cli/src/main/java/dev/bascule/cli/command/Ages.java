package dev.bascule.cli.command;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads how old something is. Stateless. */
public final class Ages {
    private static final Pattern AGE = Pattern.compile("(\\d{1,6})([hdw])");

    private Ages() {}

    /**
     * Hours, days or weeks: of an "m" nobody knows whether it means minutes or months.
     *
     * @param option that says so
     * @param remedy a command that says it right
     * @throws BasculeException USAGE_ERROR for anything else
     */
    public static Duration read(String option, String text, String remedy) {
        Matcher age = AGE.matcher(text.strip());
        if (!age.matches()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "%s '%s' is no age such as 90d, 12w or 36h".formatted(option, text), remedy);
        }
        long count = Long.parseLong(age.group(1));
        return switch (age.group(2)) {
            case "h" -> Duration.ofHours(count);
            case "w" -> Duration.ofDays(7 * count);
            default -> Duration.ofDays(count);
        };
    }
}
