package dev.bascule.cli;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Ids of runs: the time, for people, and four random hex digits, for two runs in one second. Stateless. */
public final class RunId {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private RunId() {}

    /** An id for a run that began then. */
    public static String of(Instant now, int random) {
        return "%s-%04x".formatted(TIME.format(now), random & 0xffff);
    }
}
