package dev.bascule.fallback.process;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a JVM of Bascule's own code is started with: this process's Java and class path. Stateless. */
public final class ChildJvm {
    /** The first Java that wants to be told of native access. */
    private static final int NATIVE_ACCESS = 22;

    private static final String COMPILERS = "-XX:TieredStopAtLevel=";

    private ChildJvm() {}

    /**
     * Options of this process that its children take over: which compilers turn code into the machine's. Whoever wants a
     * JVM that is soon ready wants that of its children, too.
     */
    public static List<String> startOptions() {
        return startOptions(ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    static List<String> startOptions(List<String> own) {
        return own.stream().filter(option -> option.startsWith(COMPILERS)).toList();
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
