package dev.bascule.execution.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Logical processors of this machine. A container may give this JVM fewer than a browser sees. Stateless. */
final class Processors {
    private static final Path LISTED = Path.of("/proc/cpuinfo");

    private Processors() {}

    /** As many as any process here may see. */
    static int most() {
        int own = Runtime.getRuntime().availableProcessors();
        try (Stream<String> lines = Files.lines(LISTED)) {
            return Math.max(own, (int)
                    lines.filter(line -> line.startsWith("processor")).count());
        } catch (IOException e) {
            return own;
        }
    }
}
