package dev.bascule.app.versions;

import dev.bascule.models.packages.ArchiveFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the archives of npm. Only entries of known folders with plain names are looked at, so none leads anywhere else. Stateless. */
final class NpmArchive {
    /** What a page may load, and the manifest. */
    private static final Pattern OF_ENGINE =
            Pattern.compile("package/(package\\.json|dist/(?:esm/)?[A-Za-z0-9_-][A-Za-z0-9._-]*\\.(?:mjs|js|wasm))");

    /** For Node.js, for other backends, for development, or the same once more in one file. */
    private static final Pattern UNUSED = Pattern.compile(".*(?:\\.node\\.|webgl|training|\\.bundle\\.|es5|es6).*");

    /** A browser's is a few hundred megabytes. */
    private static final long MOST = 4L << 30;

    private NpmArchive() {}

    /** Gives all files in their order. */
    static void read(Path archive, ArchiveFiles.Taking taking) throws IOException {
        ArchiveFiles.read(archive, MOST, taking);
    }

    /** Unpacks what pages may need of onnxruntime-web. */
    static void unpackEngine(Path archive, Path folder) throws IOException {
        read(archive, (name, content) -> {
            Matcher wanted = OF_ENGINE.matcher(name);
            if (wanted.matches() && !UNUSED.matcher(name).matches()) {
                ArchiveFiles.write(content, ArchiveFiles.place(archive, folder, wanted.group(1)));
            }
        });
    }
}
