package dev.bascule.fallback.testing;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The command line of a JVM that runs code of the product or of a test in a process of its own. */
public final class TestJvm {
    private TestJvm() {}

    /**
     * This process's Java and class path, and options of a JVM that lives for seconds: its code is compiled soon and not
     * well, and that of native runners that the product starts.
     *
     * @param words further options, of which a later {@code -cp} counts, the main class and its arguments
     */
    public static List<String> line(String... words) {
        return Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Dbascule.quickStart=true",
                                "-cp",
                                System.getProperty("java.class.path")),
                        Stream.of(words))
                .toList();
    }
}
