package dev.bascule.app.versions;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** Reads the archives of npm. Only entries of known folders with plain names are looked at, so none leads anywhere else. Stateless. */
final class NpmArchive {
    /** What a page may load, and the manifest. */
    private static final Pattern OF_ENGINE =
            Pattern.compile("package/(package\\.json|dist/(?:esm/)?[A-Za-z0-9_-][A-Za-z0-9._-]*\\.(?:mjs|js|wasm))");

    /** For Node.js, for other backends, for development, or the same once more in one file. */
    private static final Pattern UNUSED = Pattern.compile(".*(?:\\.node\\.|webgl|training|\\.bundle\\.|es5|es6).*");

    private NpmArchive() {}

    /** What is done with an entry. */
    @FunctionalInterface
    interface Taking {
        void take(String name, InputStream content) throws IOException;
    }

    /** Gives all files in their order. */
    static void read(Path archive, Taking taking) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(archive));
                TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(in))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.isFile()) {
                    taking.take(entry.getName(), tar);
                }
            }
        }
    }

    /** Unpacks what pages may need of onnxruntime-web. */
    static void unpackEngine(Path archive, Path folder) throws IOException {
        read(archive, (name, content) -> {
            Matcher wanted = OF_ENGINE.matcher(name);
            if (wanted.matches() && !UNUSED.matcher(name).matches()) {
                Path file = folder.resolve(wanted.group(1));
                Files.createDirectories(file.resolveSibling(""));
                Files.copy(content, file);
            }
        });
    }
}
