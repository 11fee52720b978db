package dev.bascule.workers;

import dev.bascule.fallback.secret.ChildProcesses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** Certificates for tests, by the JDK's own tool. Stateless. */
public final class TestKeys {
    public static final char[] PASSWORD = "for-tests".toCharArray();

    private static final class Usual {
        static final KeyStore KEYS = fresh();
    }

    private TestKeys() {}

    /** The same for all tests of this JVM. */
    public static KeyStore usual() {
        return Usual.KEYS;
    }

    /** Another one each time. */
    static KeyStore fresh() {
        try {
            Path folder = Files.createTempDirectory("bascule-keys");
            Path file = folder.resolve("keys.p12");
            make(file);
            KeyStore keys = read(file);
            Files.delete(file);
            Files.delete(folder);
            return keys;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void make(Path file) throws IOException {
        Process tool = ChildProcesses.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "bascule",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=coordinator of a test",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (tool.waitFor() != 0) {
                throw new IOException(said);
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    static KeyStore read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD);
            return keys;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
