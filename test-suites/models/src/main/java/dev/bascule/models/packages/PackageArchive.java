package dev.bascule.models.packages;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;

/** Unpacks wheels, jars and npm packages. An entry that leads out of the folder, or a package that grows too large, is refused. Stateless. */
final class PackageArchive {
    /** Above all of an npm package. */
    private static final String NPM_ROOT = "package/";

    private static final int MOST_ENTRIES = 100_000;
    private static final int BUFFER = 1 << 16;

    private PackageArchive() {}

    /**
     * Unpacks the regular files, links left out.
     *
     * @param most bytes in all
     * @throws BasculeException {@link ErrorCode#DOWNLOAD_FAILED} where it is no archive to be trusted
     */
    static void unpack(Path archive, Path folder, long most) throws IOException {
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
                ArchiveInputStream<? extends ArchiveEntry> in =
                        archive.toString().endsWith(".tgz")
                                ? new TarArchiveInputStream(new GZIPInputStream(file))
                                : new ZipArchiveInputStream(file)) {
            long left = most;
            int entries = 0;
            for (ArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (++entries > MOST_ENTRIES) {
                    throw refused(archive, "has more than %d entries".formatted(MOST_ENTRIES));
                }
                if (isFile(entry)) {
                    left -= write(in, target(archive, folder, entry.getName()), left, archive, most);
                }
            }
        }
    }

    private static boolean isFile(ArchiveEntry entry) {
        return entry instanceof TarArchiveEntry tar ? tar.isFile() : !entry.isDirectory();
    }

    private static Path target(Path archive, Path folder, String entry) {
        boolean npm = archive.toString().endsWith(".tgz") && entry.startsWith(NPM_ROOT);
        String name = npm ? entry.substring(NPM_ROOT.length()) : entry;
        Path target = folder.resolve(name).normalize();
        if (name.isBlank() || name.indexOf('\\') >= 0 || target.equals(folder) || !target.startsWith(folder)) {
            throw refused(archive, "has an entry that leads out of it");
        }
        return target;
    }

    private static long write(InputStream in, Path target, long left, Path archive, long most) throws IOException {
        Files.createDirectories(target.resolveSibling(""));
        long written = 0;
        byte[] buffer = new byte[BUFFER];
        try (var out = Files.newOutputStream(target)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                written += read;
                if (written > left) {
                    throw refused(archive, "unpacks to more than %d bytes".formatted(most));
                }
                out.write(buffer, 0, read);
            }
        }
        return written;
    }

    private static BasculeException refused(Path archive, String why) {
        return new BasculeException(
                ErrorCode.DOWNLOAD_FAILED,
                "the package %s %s".formatted(archive.getFileName(), why),
                "do not trust it: nothing of it was kept");
    }
}
