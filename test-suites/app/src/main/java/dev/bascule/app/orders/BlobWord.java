package dev.bascule.app.orders;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a document that comes back names a file that was sent. Stateless. */
final class BlobWord {
    private static final String PREFIX = "blob:";
    private static final Pattern WORD = Pattern.compile(PREFIX + "([0-9a-f]{64})");
    private static final int LENGTH = PREFIX.length() + 64;
    private static final int CHUNK = 1 << 16;

    private BlobWord() {}

    static String of(String sha256) {
        return PREFIX + sha256;
    }

    /**
     * Copies a document with the submitter's own words for its files. What it names besides stays as it is. Takes little memory,
     * however long the document.
     *
     * @param references by SHA-256
     */
    static void replace(Reader json, Map<String, String> references, Writer to) throws IOException {
        StringBuilder held = new StringBuilder();
        char[] chunk = new char[CHUNK];
        for (int read = json.read(chunk); read >= 0; read = json.read(chunk)) {
            held.append(chunk, 0, read);
            // The beginning of a word may be at the end.
            pass(held, Math.max(0, held.length() - LENGTH + 1), references, to);
        }
        pass(held, held.length(), references, to);
    }

    /** Passes on what begins before {@code until}. */
    private static void pass(StringBuilder held, int until, Map<String, String> references, Writer to)
            throws IOException {
        Matcher word = WORD.matcher(held);
        int done = 0;
        while (word.find()) {
            to.append(held, done, word.start());
            to.write(Optional.ofNullable(references.get(word.group(1)))
                    .map(BlobWord::escaped)
                    .orElse(word.group()));
            done = word.end();
        }
        if (until > done) {
            to.append(held, done, until);
            done = until;
        }
        held.delete(0, done);
    }

    private static String escaped(String reference) {
        return reference.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
