package dev.bascule.fallback.run;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.PlainText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which ids a run may have. They become names of folders, parts of addresses and words of generated files, and records come
 * from anybody: whatever holds the id of a run asks here when it is made. Stateless.
 */
public final class RunId {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9](?:[._-]?[A-Za-z0-9]){0,99}");
    private static final int SHOWN = 40;

    private RunId() {}

    /** For a run that began then: the time, for people, and four random hex digits, for two runs in one second. */
    public static String of(Instant now, int random) {
        return "%s-%04x".formatted(TIME.format(now), random & 0xffff);
    }

    /** Whether {@link #require} takes it. */
    public static boolean isOne(String id) {
        return FORM.matcher(id).matches();
    }

    /**
     * The same id: letters and digits, with single {@code .}, {@code _} or {@code -} between them.
     *
     * @throws BasculeException {@link ErrorCode#RECORD_INVALID} for any other
     */
    public static String require(String id) {
        if (!isOne(id)) {
            String plain = PlainText.line(id);
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "'%s' is no id of a run: letters and digits with single '.', '_' or '-' between them"
                            .formatted(plain.length() > SHOWN ? plain.substring(0, SHOWN) + "…" : plain));
        }
        return id;
    }
}
