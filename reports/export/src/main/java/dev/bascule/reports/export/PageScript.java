package dev.bascule.reports.export;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The script of the offline report, as the npm build made it. Immutable. */
final class PageScript {
    private static final String FILE = "/dev/bascule/reports/web/report.js";

    /** Its text, which a script element can hold. */
    static final String TEXT = read();

    /** Its hash as a Content-Security-Policy names it: nothing else on the page can run. */
    static final String HASH = hash(TEXT);

    /** What a page with it may do: its own script and styles, and nothing from anywhere else. */
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; media-src data:; script-src '%s'; base-uri 'none'; form-action 'none'"
                    .formatted(HASH);

    private PageScript() {}

    private static String read() {
        try (InputStream in = PageScript.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing: this build is without reports/export/web");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            if (text.toLowerCase(java.util.Locale.ROOT).contains("</script") || text.contains("<!--")) {
                throw new IllegalStateException(FILE + " cannot stand inside of a page");
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
