package dev.bascule.bridge.server;

import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Pages' files on the class path, perhaps with another engine's beside them, listed once at the start. A request's path is
 * looked up in that list and nowhere else, so that it can reach nothing but these files. Thread-safe.
 */
public final class StaticFiles implements AutoCloseable {
    /** Where browser-runtime's jar has them. */
    static final String RUNNER_PAGES = "dev/bascule/browser/web/";

    /** Where pages find the engine. */
    private static final String ENGINE = "/ort/";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "mjs", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "json", "application/json",
            "map", "application/json",
            "svg", "image/svg+xml",
            "png", "image/png",
            "wasm", "application/wasm");

    private final Map<String, Listed> files;
    private final Closeable source;

    /**
     * @param content opens it
     * @param bytes its size
     * @param tag changes when the content does; a browser that has the file asks with it and is spared the download
     */
    private record Listed(Content content, long bytes, String tag) {}

    private interface Content {
        InputStream open() throws IOException;
    }

    private StaticFiles(Map<String, Listed> files, Closeable source) {
        this.files = Collections.unmodifiableMap(files);
        this.source = source;
    }

    /**
     * Lists the files under a folder of the class path.
     *
     * @param root the folder, with a closing slash
     * @param landmark a file directly in it, by which it is found
     * @throws BasculeException when it is not there
     */
    static StaticFiles onClassPath(String root, String landmark) {
        return find(root, landmark)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.BRIDGE_FAILED,
                        "the runner page %s%s is not on the class path".formatted(root, landmark),
                        "build the module browser-runtime: mvn install -pl browser-runtime"));
    }

    /** The same; empty where it is not there. */
    public static Optional<StaticFiles> find(String root, String landmark) {
        URL found = StaticFiles.class.getClassLoader().getResource(root + landmark);
        if (found == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    found.openConnection() instanceof JarURLConnection jar
                            ? inJar(Path.of(jar.getJarFileURL().toURI()), root)
                            : inFolder(Path.of(found.toURI()).resolveSibling("")));
        } catch (IOException | URISyntaxException e) {
            throw BasculeException.because(
                    e, ErrorCode.BRIDGE_FAILED, "the files of %s cannot be listed".formatted(root));
        }
    }

    private static StaticFiles inJar(Path path, String root) throws IOException {
        Map<String, Listed> files = new LinkedHashMap<>();
        JarFile jar = new JarFile(path.toFile());
        for (JarEntry entry : Collections.list(jar.entries())) {
            if (entry.getName().startsWith(root) && !entry.isDirectory()) {
                files.put(
                        "/" + entry.getName().substring(root.length()),
                        new Listed(
                                () -> jar.getInputStream(entry),
                                entry.getSize(),
                                tag(entry.getCrc(), entry.getSize())));
            }
        }
        return new StaticFiles(files, jar);
    }

    private static StaticFiles inFolder(Path root) throws IOException {
        Map<String, Listed> files = new LinkedHashMap<>();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                files.put("/" + root.relativize(file).toString().replace('\\', '/'), listed(file));
            }
        }
        return new StaticFiles(files, () -> {});
    }

    private static Listed listed(Path file) throws IOException {
        long bytes = Files.size(file);
        return new Listed(
                () -> Files.newInputStream(file),
                bytes,
                tag(Files.getLastModifiedTime(file).toMillis(), bytes));
    }

    /**
     * The same pages with another engine in place of the one that they have. This one is to be closed no more.
     *
     * @throws BasculeException when a file of the engine is gone
     */
    StaticFiles with(EnginePackage engine) {
        Map<String, Listed> all = new LinkedHashMap<>(files);
        all.keySet().removeIf(path -> path.startsWith(ENGINE));
        byte[] bundles = engine.bundles();
        all.put(
                ENGINE + EnginePackage.BUNDLES,
                new Listed(
                        () -> new ByteArrayInputStream(bundles),
                        bundles.length,
                        tag(Arrays.hashCode(bundles), bundles.length)));
        try {
            for (Map.Entry<String, Path> file : engine.files().entrySet()) {
                all.put(ENGINE + file.getKey(), listed(file.getValue()));
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.BRIDGE_FAILED,
                    "the files of onnxruntime-web %s cannot be listed".formatted(engine.version()),
                    "bascule install --force onnxruntime-web@" + engine.version());
        }
        return new StaticFiles(all, source);
    }

    /** A weak one: the same file may go compressed or as it is. */
    private static String tag(long version, long bytes) {
        return "W/\"%x-%x\"".formatted(version, bytes);
    }

    /** Answers the request if its path is on the list, with the file as it is. */
    boolean serve(Context context) throws IOException {
        Listed file = files.get(context.path());
        if (file == null) {
            return false;
        }
        if (prepare(context, context.path(), file, "no-cache")) {
            context.header("Content-Length", Long.toString(file.bytes()));
            ResponseBodies.send(context, file.content().open());
        }
        return true;
    }

    /**
     * Answers with a file, if it is on the list; compressed, where the server compresses at this path.
     *
     * @param path below the folder, with a slash before it
     * @param caching the Cache-Control of what is no page
     */
    public boolean serve(Context context, String path, String caching) throws IOException {
        Listed file = files.get(path);
        if (file == null) {
            return false;
        }
        if (prepare(context, path, file, caching)) {
            context.result(file.content().open());
        }
        return true;
    }

    /** Sets the headers; whether the browser has not got the file yet. */
    private static boolean prepare(Context context, String path, Listed file, String caching) {
        String type = TYPES.getOrDefault(path.substring(path.lastIndexOf('.') + 1), "application/octet-stream");
        context.contentType(type);
        if (type.startsWith("text/html")) {
            context.header("Cache-Control", "no-store");
            return true;
        }
        context.header("Cache-Control", caching).header("ETag", file.tag());
        if (file.tag().equals(context.header("If-None-Match"))) {
            context.status(304);
            return false;
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
