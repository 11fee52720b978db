package dev.bascule.bridge.flags;

import java.util.Map;
import java.util.stream.Collectors;

/** Writes preferences as Firefox reads them from a profile's {@code user.js}. Stateless. */
public final class UserJs {

    private UserJs() {}

    /**
     * One line for each preference.
     *
     * @throws IllegalArgumentException when a value is neither boolean, integer nor text, or a text holds a NUL
     */
    public static String of(Map<String, Object> preferences) {
        return preferences.entrySet().stream()
                .map(entry -> "user_pref(%s, %s);\n".formatted(quoted(entry.getKey()), literal(entry.getValue())))
                .collect(Collectors.joining());
    }

    private static String literal(Object value) {
        if (value instanceof Boolean || value instanceof Integer) {
            return value.toString();
        }
        if (value instanceof String text) {
            return quoted(text);
        }
        throw new IllegalArgumentException(
                "a preference cannot be " + value.getClass().getSimpleName());
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char each : text.toCharArray()) {
            switch (each) {
                case '"', '\\' -> quoted.append('\\').append(each);
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\0' -> throw new IllegalArgumentException("a preference cannot hold a NUL");
                default -> {
                    // The file's encoding is read as UTF-8 or as Latin-1, by the version: plain ASCII is both.
                    if (each < ' ' || each > '~') {
                        quoted.append("\\u%04x".formatted((int) each));
                    } else {
                        quoted.append(each);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }
}
