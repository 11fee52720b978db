package dev.bascule.fallback.driver;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the child JVM of a backend must be started with, for libraries are chosen before anything is loaded. Immutable.
 *
 * @param libraries the set of libraries that it stands on, for the evidence: its name and version
 * @param properties system properties
 * @param environment variables, added to this process's own
 * @param classPath jars that come before Bascule's own
 */
public record ChildLaunchSpec(
        String libraries, Map<String, String> properties, Map<String, String> environment, List<Path> classPath) {
    /** The system property by which a child knows what it stands on. */
    public static final String LIBRARIES = "bascule.child.libraries";

    /** What Bascule brings along. */
    public static final ChildLaunchSpec STANDARD = new ChildLaunchSpec("bundled", Map.of(), Map.of(), List.of());

    public ChildLaunchSpec {
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        classPath = List.copyOf(classPath);
    }

    /** The set of libraries that this process stands on; empty where it stands on the bundled ones. */
    public static Optional<String> librarySet() {
        return Optional.ofNullable(System.getProperty(LIBRARIES)).filter(name -> !name.equals(STANDARD.libraries()));
    }
}
