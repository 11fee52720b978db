package dev.bascule.fallback.cache;

import dev.bascule.fallback.file.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in lower-case hex. Stateless. */
public final class Sha256 {
    private Sha256() {}

    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    public static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    public static String of(byte[] bytes) {
        return of(ByteBuffer.wrap(bytes));
    }

    /** Of the remaining bytes; the buffer's position is left alone. */
    public static String of(ByteBuffer bytes) {
        MessageDigest digest = digest();
        digest.update(bytes.duplicate());
        return hex(digest);
    }

    public static String of(Path file) throws IOException {
        MessageDigest digest = digest();
        try (InputStream stream = InputFile.stream(file)) {
            byte[] piece = new byte[1 << 16];
            for (int read = stream.read(piece); read >= 0; read = stream.read(piece)) {
                digest.update(piece, 0, read);
            }
        }
        return hex(digest);
    }
}
