package dev.bascule.bridge.dashboard.schedule;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** When something is to happen, in cron's five fields: minute, hour, day of month, month, day of week. Immutable. */
public final class CronExpression {
    /** From here February 29 is near as well. */
    private static final Instant LEAP_YEAR = Instant.parse("2024-01-01T00:00:00Z");

    /** {@code *}, {@code 7}, {@code 1-5}, {@code MON}, each of them with a step, and lists of them. */
    private static final Pattern FIELD =
            Pattern.compile("(?:\\*|\\w++(?:-\\w++)?+)(?:/\\w++)?+(?:,(?:\\*|\\w++(?:-\\w++)?+)(?:/\\w++)?+)*+");

    private final String text;
    private final ExecutionTime times;

    private CronExpression(String text, Cron cron) {
        this.text = text;
        this.times = ExecutionTime.forCron(cron);
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR}, also for a time that never comes, such as February 30 */
    public static CronExpression parse(String text) {
        CronExpression read = kept(text);
        if (read.after(LEAP_YEAR, ZoneOffset.UTC).isEmpty()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' never comes: no such month has such a day".formatted(text),
                    "name a day that the month has: '30 2 28 2 *' for 2:30 on February 28");
        }
        return read;
    }

    /** One that was written down before: what never comes harms nobody, and must not cost the others. */
    static CronExpression kept(String text) {
        try {
            for (String field : text.strip().split("\\s+")) {
                // The parser splits at '|', and looks behind a '-' or '/' that has nothing behind it.
                if (!FIELD.matcher(field).matches()) {
                    throw new IllegalArgumentException("'%s' is no field".formatted(field));
                }
            }
            Cron cron = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX)).parse(text);
            return new CronExpression(text, cron.validate());
        } catch (IllegalArgumentException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.USAGE_ERROR,
                    "'%s' is no cron expression: %s".formatted(text, e.getMessage()),
                    "minute hour day month weekday, such as '30 2 * * 1-5' for 2:30 from Monday to Friday");
        }
    }

    /** The first time after a moment; empty where there is none. */
    Optional<Instant> after(Instant moment, ZoneId zone) {
        return times.nextExecution(moment.atZone(zone)).map(next -> next.toInstant());
    }

    /** The first times after a moment. */
    List<Instant> after(Instant moment, ZoneId zone, int howMany) {
        List<Instant> all = new ArrayList<>();
        Optional<Instant> next = after(moment, zone);
        while (next.isPresent() && all.size() < howMany) {
            all.add(next.get());
            next = after(next.get(), zone);
        }
        return all;
    }

    @Override
    public String toString() {
        return text;
    }
}
