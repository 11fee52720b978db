package dev.bascule.fallback.evidence;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Which operators ONNX Runtime can make of which, for those that compute much: {@code engine-operators.txt}. What is not in
 * the table (casts, copies, layouts, shapes, element-wise operators) may come from anything. Stateless.
 */
final class EngineOperators {
    /** By operator: those of which at least one must be in the model. */
    private static final Map<String, Set<String>> SOURCES = new HashMap<>();
    /** By operator: the kind that it is counted as. */
    private static final Map<String, String> FAMILIES = new HashMap<>();

    static {
        read();
    }

    private EngineOperators() {}

    private static void read() {
        try (InputStream file = EngineOperators.class.getResourceAsStream("engine-operators.txt");
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(Objects.requireNonNull(file), StandardCharsets.UTF_8))) {
            lines.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .forEach(line -> {
                        String[] sides = line.split("\\s*(<-|=)\\s*", 2);
                        Set<String> words = new HashSet<>(Arrays.asList(sides[1].split("\\s+")));
                        if (line.contains("<-")) {
                            for (String made : sides[0].split("\\s+")) {
                                SOURCES.computeIfAbsent(made, any -> new HashSet<>(Set.of(made)))
                                        .addAll(words);
                            }
                        } else {
                            words.forEach(word -> FAMILIES.put(word, sides[0]));
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean canCome(String operator, Set<String> ofModel) {
        Set<String> sources = SOURCES.get(operator);
        return sources == null || sources.stream().anyMatch(ofModel::contains);
    }

    /** The kind of operator of which an engine never makes more than the model has of it and of its sources. */
    static Optional<String> family(String operator) {
        return Optional.ofNullable(FAMILIES.get(operator));
    }

    /** How many operators of the model are of the kind, or can become one that is. */
    static int inFamily(String family, Map<String, Integer> operators) {
        return operators.entrySet().stream()
                .filter(entry -> canBecome(entry.getKey(), family))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    private static boolean canBecome(String operator, String family) {
        return family.equals(FAMILIES.get(operator))
                || FAMILIES.entrySet().stream()
                        .filter(made -> made.getValue().equals(family))
                        .anyMatch(made ->
                                SOURCES.getOrDefault(made.getKey(), Set.of()).contains(operator));
    }
}
