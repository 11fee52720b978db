package dev.bascule.exact;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.models.graph.TensorProtos;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * What the interpreter is known by: a hash over its classes, and over those that it decodes and rounds with. What an earlier build kept is
 * not taken for this one's. Stateless.
 */
public final class Implementation {
    private static final List<Class<?>> PARTS =
            List.of(ExactModel.class, FloatFormat.class, RoundingNoise.class, TensorProtos.class);

    private static final Optional<String> HASH = compute();

    private Implementation() {}

    /** In hex; empty where the classes lie where they cannot be read. */
    public static Optional<String> hash() {
        return HASH;
    }

    private static Optional<String> compute() {
        TreeMap<String, String> classes = new TreeMap<>();
        try {
            for (Class<?> part : PARTS) {
                CodeSource source = part.getProtectionDomain().getCodeSource();
                if (source == null) {
                    return Optional.empty();
                }
                add(Path.of(source.getLocation().toURI()), part.getPackageName().replace('.', '/') + "/", classes);
            }
        } catch (IOException | URISyntaxException | IllegalArgumentException | SecurityException e) {
            return Optional.empty();
        }
        // Functions of the machine's own library may differ in the last bit.
        classes.put("", "%s %s".formatted(System.getProperty("java.vm.version"), System.getProperty("os.arch")));
        MessageDigest digest = Sha256.digest();
        classes.forEach((name, hash) -> digest.update((name + " " + hash + "\n").getBytes(StandardCharsets.UTF_8)));
        return Optional.of(Sha256.hex(digest));
    }

    private static void add(Path place, String prefix, TreeMap<String, String> classes) throws IOException {
        if (Files.isDirectory(place)) {
            try (Stream<Path> files = Files.walk(place.resolve(prefix))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    classes.put(place.relativize(file).toString(), Sha256.of(file));
                }
            }
            return;
        }
        try (JarFile jar = new JarFile(place.toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().startsWith(prefix)) {
                    classes.put(entry.getName(), "%x %d".formatted(entry.getCrc(), entry.getSize()));
                }
            }
        }
    }
}
