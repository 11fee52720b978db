package dev.bascule.fallback.backend;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A backend, and which of its devices: {@code cpu}, {@code cuda:1}.
 *
 * @param index from 0, as the backend's own driver counts; empty for its first
 */
public record BackendDevice(Backend backend, OptionalInt index) {
    private static final Pattern INDEXED = Pattern.compile("(?<backend>[^:]*):(?<index>\\d{1,3})");

    public BackendDevice {
        if (index.isPresent() && index.getAsInt() < 0) {
            throw new IllegalArgumentException("device " + index.getAsInt());
        }
        if (index.isPresent() && backend.side() == Side.BROWSER) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s:%d names a device by its index, and a browser picks its device itself"
                            .formatted(backend.id(), index.getAsInt()),
                    "say " + backend.id());
        }
    }

    /** The backend's first device. */
    public static BackendDevice of(Backend backend) {
        return new BackendDevice(backend, OptionalInt.empty());
    }

    /** A word such as {@code cuda:1} in its two parts; what has no index, or none that could be one, is a backend's name. */
    public record Word(String backend, OptionalInt index) {
        public static Word of(String text) {
            Matcher indexed = INDEXED.matcher(text.strip());
            return indexed.matches()
                    ? new Word(indexed.group("backend"), OptionalInt.of(Integer.parseInt(indexed.group("index"))))
                    : new Word(text.strip(), OptionalInt.empty());
        }
    }

    /** The options with this device in them. */
    public EngineOptions in(EngineOptions options) {
        return index.isPresent() ? options.withDeviceIndex(index.getAsInt()) : options;
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return index.isPresent() ? "%s:%d".formatted(backend.id(), index.getAsInt()) : backend.id();
    }
}
