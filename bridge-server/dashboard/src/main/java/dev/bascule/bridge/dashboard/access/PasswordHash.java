package dev.bascule.bridge.dashboard.access;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/** A password's Argon2id hash (RFC 9106), in the text form of the reference implementation. Immutable. */
final class PasswordHash {
    /** OWASP's Password Storage Cheat Sheet: m=19456 (19 MiB), t=2, p=1. */
    private static final int MEMORY_KIB = 19_456;

    private static final int ITERATIONS = 2;
    private static final int LANES = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    /** A file that somebody could write to must not cost more than this. */
    private static final int MOST_MEMORY_KIB = 1 << 20;

    private static final Pattern FORM =
            Pattern.compile("\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,2}),p=1\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

    private final int memoryKib;
    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int memoryKib, int iterations, byte[] salt, byte[] hash) {
        this.memoryKib = memoryKib;
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    static PasswordHash of(char[] password, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new PasswordHash(
                MEMORY_KIB, ITERATIONS, salt, computed(password, salt, MEMORY_KIB, ITERATIONS, HASH_BYTES));
    }

    /** One that no password is known to match, and that costs as much to compare with. */
    static PasswordHash ofNobody() {
        return new PasswordHash(MEMORY_KIB, ITERATIONS, new byte[SALT_BYTES], new byte[HASH_BYTES]);
    }

    /** Reads what {@link #toString()} writes; empty for anything else. */
    static Optional<PasswordHash> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int memory = Integer.parseInt(matcher.group(1));
        int iterations = Integer.parseInt(matcher.group(2));
        if (memory < 8 || memory > MOST_MEMORY_KIB || iterations < 1) {
            return Optional.empty();
        }
        Base64.Decoder decoder = Base64.getDecoder();
        return Optional.of(new PasswordHash(
                memory, iterations, decoder.decode(matcher.group(3)), decoder.decode(matcher.group(4))));
    }

    /** Takes as long whether it matches or not. */
    boolean matches(char[] password) {
        return MessageDigest.isEqual(hash, computed(password, salt, memoryKib, iterations, hash.length));
    }

    private static byte[] computed(char[] password, byte[] salt, int memoryKib, int iterations, int length) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(memoryKib)
                .withIterations(iterations)
                .withParallelism(LANES)
                .withSalt(salt)
                .build());
        byte[] result = new byte[length];
        ByteBuffer encoded = StandardCharsets.UTF_8.encode(CharBuffer.wrap(password));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        generator.generateBytes(bytes, result);
        Arrays.fill(bytes, (byte) 0);
        return result;
    }

    @Override
    public String toString() {
        Base64.Encoder encoder = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
                .formatted(memoryKib, iterations, LANES, encoder.encodeToString(salt), encoder.encodeToString(hash));
    }
}
