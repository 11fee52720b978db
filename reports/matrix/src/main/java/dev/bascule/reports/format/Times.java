package dev.bascule.reports.format;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Instants as people read them, in UTC and saying so. Stateless. */
public final class Times {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Times() {}

    public static String minute(Instant instant) {
        return MINUTE.format(instant);
    }

    public static String second(Instant instant) {
        return SECOND.format(instant);
    }
}
