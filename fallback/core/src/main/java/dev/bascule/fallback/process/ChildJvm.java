package dev.bascule.fallback.process;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a JVM of Bascule's own code is started with: this process's Java and class path. Stateless. */
public final class ChildJvm {
    /** The first Java that wants to be told of native access. */
    private static final int NATIVE_ACCESS = 22;

    /** Property of tests, whose processes live for seconds: nobody looks at their times. */
    private static final String QUICK_START = "bascule.quickStart";

    private ChildJvm() {}

    /**
     * Options of a native runner that is to be ready soon and need not be fast, where this process is one of a test's; none
     * otherwise, for they would change what is measured.
     */
    public static List<String> startOptions() {
        return startOptions(Boolean.getBoolean(QUICK_START));
    }

    static List<String> startOptions(boolean quick) {
        return quick ? List.of("-XX:TieredStopAtLevel=1") : List.of();
    }

    /** The java command of this process. */
    public static Path executable() {
        return Path.of(System.getProperty("java.home"), "bin", isWindows() ? "java.exe" : "java");
    }

    /** A file that keeps nothing. */
    static String nowhere() {
        return isWindows() ? "NUL" : "/dev/null";
    }

    private static boolean isWindows() {
        return System.getProperty("os.name", "").startsWith("Windows");
    }

    /** These entries before this process's class path, all absolute, for a child may have another working folder. */
    public static String classPath(List<Path> first) {
        return Stream.concat(
                        first.stream().map(Path::toString),
                        Arrays.stream(System.getProperty("java.class.path", "").split(File.pathSeparator)))
                .filter(entry -> !entry.isBlank())
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** So that a library can be loaded without a warning, where this Java has one. */
    public static List<String> nativeAccess(int feature) {
        return feature >= NATIVE_ACCESS ? List.of("--enable-native-access=ALL-UNNAMED") : List.of();
    }
}
