package dev.bascule.models.packages;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Reads what package managers bring: wheels and jars (zip), and npm packages (tar, packed by gzip). Whoever packed them is not believed: what
 * leads out of a folder, and what unpacks to more than was allowed, is refused. Stateless.
 */
public final class ArchiveFiles {
    private static final int MOST_ENTRIES = 100_000;

    private ArchiveFiles() {}

    /** What is done with a file of an archive. */
    @FunctionalInterface
    public interface Taking {
        /**
         * @param name its path in the archive, as it stands there; see {@link #place}
         * @param content to be read before this returns; need not be read
         */
        void take(String name, InputStream content) throws IOException;
    }

    /**
     * Gives the regular files in their order, links and folders left out.
     *
     * @param archive a {@code .tgz} is a tar; anything else a zip
     * @param most bytes that may be read in all
     * @throws BasculeException {@link ErrorCode#DOWNLOAD_FAILED} where it has more bytes or entries than are allowed
     * @throws IOException where it is no such archive, or is damaged
     */
    public static void read(Path archive, long most, Taking taking) throws IOException {
        Allowance allowance = new Allowance(archive, most);
        if (archive.toString().endsWith(".tgz")) {
            readTar(archive, allowance, taking);
        } else {
            readZip(archive, allowance, taking);
        }
    }

    private static void readTar(Path archive, Allowance allowance, Taking taking) throws IOException {
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
                TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(file))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                allowance.countEntry();
                if (entry.isFile()) {
                    taking.take(entry.getName(), allowance.of(tar));
                }
            }
        }
    }

    private static void readZip(Path archive, Allowance allowance, Taking taking) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                allowance.countEntry();
                if (!entry.isDirectory()) {
                    try (InputStream content = zip.getInputStream(entry)) {
                        taking.take(entry.getName(), allowance.of(content));
                    }
                }
            }
        }
    }

    /**
     * Where a file of an archive goes, below a folder.
     *
     * @param name relative to the folder
     * @throws BasculeException {@link ErrorCode#DOWNLOAD_FAILED} where it leads out of the folder
     */
    public static Path place(Path archive, Path folder, String name) {
        Path place = folder.resolve(name).normalize();
        if (name.isBlank() || name.indexOf('\\') >= 0 || place.equals(folder) || !place.startsWith(folder)) {
            throw refused(archive, "has an entry that leads out of it");
        }
        return place;
    }

    /** Writes a file, and the folders that it lies in. */
    public static void write(InputStream content, Path place) throws IOException {
        Files.createDirectories(place.resolveSibling(""));
        Files.copy(content, place, StandardCopyOption.REPLACE_EXISTING);
    }

    private static BasculeException refused(Path archive, String why) {
        return new BasculeException(
                ErrorCode.DOWNLOAD_FAILED,
                "the package %s %s".formatted(archive.getFileName(), why),
                "do not trust it: nothing of it was kept");
    }

    /** What one archive may still have. */
    private static final class Allowance {
        private final Path archive;
        private final long most;
        private long left;
        private int entries;

        Allowance(Path archive, long most) {
            this.archive = archive;
            this.most = most;
            this.left = most;
        }

        void countEntry() {
            if (++entries > MOST_ENTRIES) {
                throw refused(archive, "has more than %d entries".formatted(MOST_ENTRIES));
            }
        }

        /** The stream stays open: it is the archive's. */
        InputStream of(InputStream content) {
            return new FilterInputStream(content) {
                @Override
                public int read() throws IOException {
                    int read = super.read();
                    count(read < 0 ? 0 : 1);
                    return read;
                }

                @Override
                public int read(byte[] buffer, int from, int length) throws IOException {
                    int read = super.read(buffer, from, length);
                    count(Math.max(0, read));
                    return read;
                }

                @Override
                public void close() {
                    // The archive's own stream goes on.
                }
            };
        }

        private void count(int read) {
            left -= read;
            if (left < 0) {
                throw refused(archive, "unpacks to more than %d bytes".formatted(most));
            }
        }
    }
}
