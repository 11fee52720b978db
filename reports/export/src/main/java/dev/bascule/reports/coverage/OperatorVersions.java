package dev.bascule.reports.coverage;

import dev.bascule.fallback.cases.OperatorSignature;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Since which version of its domain an operator is as it is: {@code Relu} of opset 17 and of opset 22 are one operator,
 * unchanged since 14. From ONNX's own schemas. Immutable and thread-safe.
 */
public final class OperatorVersions {
    /** ONNX's own domains. */
    public static final OperatorVersions ONNX = read("onnx-operator-versions.txt");

    private final Map<String, NavigableSet<Long>> versions = new HashMap<>();
    private final Map<String, Long> newest = new HashMap<>();

    private OperatorVersions() {}

    private static OperatorVersions read(String resource) {
        try (InputStream in = OperatorVersions.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("not in this build: " + resource);
            }
            OperatorVersions read = new OperatorVersions();
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(read::add);
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String line) {
        String[] words = line.split(" ");
        NavigableSet<Long> changes =
                Arrays.stream(words).skip(2).map(Long::valueOf).collect(Collectors.toCollection(TreeSet::new));
        versions.put(words[0] + "." + words[1], changes);
        newest.merge(words[0], changes.last(), Math::max);
    }

    /** Empty for an operator that is not known, or a version beyond those that are. */
    public Optional<Long> since(OperatorSignature signature) {
        NavigableSet<Long> changes = versions.get(signature.domain() + "." + signature.operator());
        return changes == null || signature.opset() > newest.getOrDefault(signature.domain(), 0L)
                ? Optional.empty()
                : Optional.ofNullable(changes.floor(signature.opset()));
    }
}
