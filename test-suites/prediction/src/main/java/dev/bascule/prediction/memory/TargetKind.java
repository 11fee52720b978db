package dev.bascule.prediction.memory;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import java.util.Locale;

/**
 * Targets whose processes grow alike, as far as is known: versions and threads are not told apart. Immutable.
 *
 * @param where {@code native}, or the browser's name in lower case
 * @param backend its id
 */
public record TargetKind(String where, String backend) implements Comparable<TargetKind> {
    private static final String NATIVE = "native";

    /** Of a target that was asked for. */
    public static TargetKind of(Target target) {
        return new TargetKind(
                target.browser()
                        .map(Browser::name)
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .orElse(NATIVE),
                target.backend().id());
    }

    /** {@code chromium wasm} read back. */
    static TargetKind parse(String text) {
        int space = text.lastIndexOf(' ');
        if (space < 1 || space == text.length() - 1) {
            throw new IllegalArgumentException("'%s' is no kind of target".formatted(text));
        }
        return new TargetKind(text.substring(0, space), text.substring(space + 1));
    }

    /** Whether it is a kind of this backend's. */
    public boolean isOf(Backend asked) {
        return backend.equals(asked.id()) && where.equals(NATIVE) == (asked.side() == Side.NATIVE);
    }

    @Override
    public int compareTo(TargetKind other) {
        int by = where.compareTo(other.where);
        return by != 0 ? by : backend.compareTo(other.backend);
    }

    /** {@code chromium wasm}. */
    @Override
    public String toString() {
        return where + " " + backend;
    }
}
