package dev.bascule.bridge.dashboard.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Supplier;

/** Makes and compares secrets. Stateless. */
public final class Secrets {
    /** 256 bits: nobody guesses it, whatever the limits on guessing. */
    private static final int BYTES = 32;

    private Secrets() {}

    /** Texts of letters, digits, {@code -} and {@code _} that nobody can foresee. */
    public static Supplier<String> random() {
        SecureRandom random = new SecureRandom();
        return () -> {
            byte[] bytes = new byte[BYTES];
            random.nextBytes(bytes);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        };
    }

    /** Whether they are equal; takes as long whichever character differs. */
    static boolean equal(String one, String other) {
        return MessageDigest.isEqual(hash(one), hash(other));
    }

    /** What may be kept of a random secret in its place. A password is too easily guessed for that. */
    static String hashed(String secret) {
        return HexFormat.of().formatHex(hash(secret));
    }

    private static byte[] hash(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
