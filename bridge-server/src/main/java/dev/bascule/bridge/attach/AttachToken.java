package dev.bascule.bridge.attach;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** The secret in a link: 192 random bits, never shown but there. Immutable. */
public final class AttachToken {
    private static final int BYTES = 24;

    private final String text;

    private AttachToken(String text) {
        this.text = text;
    }

    public static AttachToken random(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new AttachToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Takes as long for a near miss as for any other. */
    boolean matches(String shown) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }

    /** For the fragment of the link, which browsers send to nobody. */
    public String forLink() {
        return text;
    }

    @Override
    public String toString() {
        return "a token";
    }
}
