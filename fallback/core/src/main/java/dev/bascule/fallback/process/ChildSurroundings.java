package dev.bascule.fallback.process;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a {@link LimitedChild} is started with besides this process's own code. Immutable.
 *
 * @param classPath jars that come before Bascule's own
 * @param options of the JVM, after the usual ones
 * @param environment variables, besides the few that every child has
 */
public record ChildSurroundings(List<Path> classPath, List<String> options, Map<String, String> environment) {
    /** Nothing more. */
    public static final ChildSurroundings NONE = new ChildSurroundings(List.of(), List.of(), Map.of());

    public ChildSurroundings {
        classPath = List.copyOf(classPath);
        options = List.copyOf(options);
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    }
}
