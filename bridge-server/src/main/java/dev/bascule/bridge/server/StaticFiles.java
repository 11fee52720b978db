package dev.bascule.bridge.server;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The runner page's files on the class path, listed once at the start. A request's path is looked up in that list and
 * nowhere else, so that it can reach nothing but these files. Immutable and thread-safe.
 */
final class StaticFiles {
    /** Where browser-runtime's jar has them. */
    static final String RUNNER_PAGES = "dev/bascule/browser/web/";

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

    private final Map<String, URL> files;

    private StaticFiles(Map<String, URL> files) {
        this.files = files;
    }

    /**
     * Lists the files under a folder of the class path.
     *
     * @param root the folder, with a closing slash
     * @param landmark a file in it, by which it is found
     * @throws BasculeException when it is not there
     */
    static StaticFiles onClassPath(String root, String landmark) {
        URL found = StaticFiles.class.getClassLoader().getResource(root + landmark);
        if (found == null) {
            throw new BasculeException(
                    ErrorCode.BRIDGE_FAILED,
                    "the runner page %s%s is not on the class path".formatted(root, landmark),
                    "build the module browser-runtime: mvn install -pl browser-runtime");
        }
        try {
            Map<String, URL> files = new LinkedHashMap<>();
            if (found.openConnection() instanceof JarURLConnection jar) {
                listJar(jar, root, files);
            } else {
                listFolder(Path.of(found.toURI()), landmark, files);
            }
            return new StaticFiles(Collections.unmodifiableMap(files));
        } catch (IOException | URISyntaxException e) {
            throw BasculeException.because(e, ErrorCode.BRIDGE_FAILED, "the runner page's files cannot be listed");
        }
    }

    private static void listJar(JarURLConnection connection, String root, Map<String, URL> files) throws IOException {
        // A jar of our own: closing the connection's cached one would close it for the class loader as well.
        String jar = connection.getJarFileURL().toString();
        try (JarFile entries = new JarFile(Path.of(URI.create(jar)).toFile())) {
            for (var entry : Collections.list(entries.entries())) {
                if (entry.getName().startsWith(root) && !entry.isDirectory()) {
                    files.put(
                            "/" + entry.getName().substring(root.length()),
                            new URL("jar:" + jar + "!/" + entry.getName()));
                }
            }
        }
    }

    private static void listFolder(Path landmark, String name, Map<String, URL> files) throws IOException {
        Path root = landmark;
        for (int i = 0; i < name.split("/", -1).length; i++) {
            root = root.resolve("..").normalize();
        }
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                files.put(
                        "/" + root.relativize(file).toString().replace('\\', '/'),
                        file.toUri().toURL());
            }
        }
    }

    /** Answers the request if its path is on the list. */
    boolean serve(Context context) throws IOException {
        String path = context.path();
        URL file = files.get(path);
        if (file == null) {
            return false;
        }
        URLConnection connection = file.openConnection();
        connection.setUseCaches(false);
        try (InputStream content = connection.getInputStream()) {
            String type = TYPES.getOrDefault(path.substring(path.lastIndexOf('.') + 1), "application/octet-stream");
            context.contentType(type)
                    .header("Content-Length", Long.toString(connection.getContentLengthLong()))
                    .header("Cache-Control", type.startsWith("text/html") ? "no-store" : "no-cache");
            content.transferTo(context.outputStream());
            return true;
        }
    }
}
