package dev.bascule.benchmark;

import java.io.File;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Within Maven's own process the class path is Maven's; the native child needs the benchmark's. */
public final class OwnClassPath {
    private OwnClassPath() {}

    public static void tell() {
        if (OwnClassPath.class.getClassLoader() instanceof URLClassLoader loader) {
            System.setProperty(
                    "java.class.path",
                    Arrays.stream(loader.getURLs())
                            .map(url -> Path.of(url.getPath()).toString())
                            .collect(Collectors.joining(File.pathSeparator)));
        }
    }
}
