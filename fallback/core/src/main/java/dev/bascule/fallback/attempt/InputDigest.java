package dev.bascule.fallback.attempt;

import dev.bascule.fallback.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Tells whether a model was fed the same twice. Stateless. */
final class InputDigest {
    private InputDigest() {}

    /** SHA-256, in lower-case hex, over each input's name, type, shape and bytes, in the order of their names. */
    static String of(Map<String, Tensor> inputs) {
        MessageDigest digest = sha256();
        new TreeMap<>(inputs).forEach((name, tensor) -> {
            digest.update("%s %s\n".formatted(name, tensor).getBytes(StandardCharsets.UTF_8));
            digest.update(tensor.data());
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
