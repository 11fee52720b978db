package dev.bascule.studies.reduce.report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The build of onnxruntime-web that a page loads, from the folder beside it. Immutable.
 *
 * @param build its name, such as {@code ort.webgpu}
 * @param entry the file that the page imports
 * @param files what the page needs of it, the entry among them, by name
 */
public record ReproEngine(String build, String entry, Map<String, Source> files) {
    /** The build of a target that does not name it. */
    public static final String USUAL = "ort.webgpu";

    /** Where the bundled builds are on the class path. */
    private static final String BUILDS = "/dev/bascule/browser/web/ort/";

    private static final Map<String, String> BINARIES = Map.of(
            "ort.wasm", "ort-wasm-simd-threaded",
            "ort.jspi", "ort-wasm-simd-threaded.jspi",
            "ort.webgpu", "ort-wasm-simd-threaded.asyncify",
            "ort.all", "ort-wasm-simd-threaded.jsep");

    public ReproEngine {
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
        if (!files.containsKey(entry)) {
            throw new IllegalArgumentException("%s is none of %s".formatted(entry, files.keySet()));
        }
    }

    /** A file's content. */
    @FunctionalInterface
    public interface Source {
        /** The caller closes it. */
        InputStream open() throws IOException;
    }

    /** A build of the version that Bascule brings along. */
    public static ReproEngine bundled(String build) {
        String binary = BINARIES.getOrDefault(build, "ort-wasm-simd-threaded.asyncify");
        String entry = build + ".min.mjs";
        Map<String, Source> files = new LinkedHashMap<>();
        for (String file : List.of(entry, binary + ".mjs", binary + ".wasm")) {
            files.put(file, () -> {
                InputStream source = ReproEngine.class.getResourceAsStream(BUILDS + file);
                if (source == null) {
                    throw new FileNotFoundException("this build of Bascule does not carry " + file);
                }
                return source;
            });
        }
        return new ReproEngine(build, entry, files);
    }
}
