package dev.bascule.quantization.graph;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Which operator sets changed which operator, and which of those changes mean nothing to a float32 graph. Immutable. */
final class OperatorVersions {
    static final OperatorVersions ONNX = new OperatorVersions();

    private final Map<String, List<Long>> versions = read("operator-versions.txt");
    private final Map<String, List<Long>> unchanged = read("unchanged-operators.txt");

    private OperatorVersions() {}

    boolean knows(String operator) {
        return versions.containsKey(operator);
    }

    /** Ascending: versions above {@code from}, up to {@code to}, that an operator got. */
    List<Long> between(String operator, long from, long to) {
        return versions.getOrDefault(operator, List.of()).stream()
                .filter(version -> version > from && version <= to)
                .toList();
    }

    /** Whether this version does what the one before did. */
    boolean isUnchanged(String operator, long version) {
        return unchanged.getOrDefault(operator, List.of()).contains(version);
    }

    private static Map<String, List<Long>> read(String name) {
        try (InputStream stream = Objects.requireNonNull(OperatorVersions.class.getResourceAsStream(name), name)) {
            Map<String, List<Long>> read = new HashMap<>();
            new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .forEach(line -> {
                        List<String> words = Arrays.asList(line.split(" ", -1));
                        read.put(
                                words.get(0),
                                words.subList(1, words.size()).stream()
                                        .map(Long::valueOf)
                                        .toList());
                    });
            return Map.copyOf(read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
