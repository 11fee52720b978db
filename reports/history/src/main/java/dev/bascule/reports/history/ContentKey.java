package dev.bascule.reports.history;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Keys made of content: equal values have equal keys, whatever the order of their maps. Stateless. */
final class ContentKey {
    private ContentKey() {}

    /** SHA-256, in lower-case hex, over the parts' text; each part is preceded by its length, so that none runs into the next. */
    static String of(Object... parts) {
        StringBuilder text = new StringBuilder();
        Arrays.stream(parts)
                .map(ContentKey::text)
                .forEach(part -> text.append(part.length()).append(':').append(part));
        return hex(text.toString());
    }

    private static String text(Object part) {
        return part instanceof Map<?, ?> map ? new TreeMap<>(map).toString() : part.toString();
    }

    private static String hex(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
