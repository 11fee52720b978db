package dev.bascule.fallback.secret;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A secret whose holder may do one thing, such as join or fetch a file: 192 random bits as text that fits into an address.
 * Immutable.
 */
public final class CapabilityToken {
    private static final int BYTES = 24;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String text;

    private CapabilityToken(String text) {
        this.text = text;
    }

    public static CapabilityToken random() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new CapabilityToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Takes as long for a near miss as for any other. */
    public boolean matches(String shown) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }

    /** For its holder. Belongs into no log and no document. */
    public String reveal() {
        return text;
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "a token";
    }
}
