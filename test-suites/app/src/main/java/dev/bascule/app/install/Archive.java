package dev.bascule.app.install;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
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

    /**
     * Puts the files of a wheel's folder where they lie under it, folders in it kept; an entry that leads out of it is refused.
     *
     * @param root the folder, with a slash at its end
     * @return the files written
     */
    static List<Path> unpackFolder(Path wheel, String root, Path folder) throws IOException {
        List<Path> written = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new BufferedInputStream(Files.newInputStream(wheel)))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory() && entry.getName().startsWith(root)) {
                    Path file = folder.resolve(entry.getName().substring(root.length()))
                            .normalize();
                    if (!file.startsWith(folder) || entry.getName().indexOf('\\') >= 0) {
                        throw new BasculeException(
                                ErrorCode.DOWNLOAD_FAILED,
                                "the wheel %s has an entry that leads out of it".formatted(wheel.getFileName()),
                                "do not trust it: nothing of it was kept");
                    }
                    Files.createDirectories(file.resolveSibling(""));
                    Files.copy(zip, file, StandardCopyOption.REPLACE_EXISTING);
                    written.add(file);
                }
            }
        }
        return written;
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
