package dev.bascule.app.install;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.packages.ArchiveFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Takes files out of wheels, jars and npm packages. Stateless. */
final class Archive {
    /** Bytes: some times those of the largest set of libraries, CUDA's. */
    private static final long MOST = 16L << 30;

    private Archive() {}

    /**
     * Puts the entries that are wanted side by side into a folder: without their own folders, so no entry's path can lead
     * out of it.
     *
     * @return the files written
     * @throws BasculeException {@link ErrorCode#DOWNLOAD_FAILED} where it is no archive to be trusted
     */
    static List<Path> unpack(Path archive, Predicate<String> wanted, Path folder) throws IOException {
        List<Path> written = new ArrayList<>();
        ArchiveFiles.read(archive, MOST, (entry, content) -> {
            if (wanted.test(entry)) {
                Path file = ArchiveFiles.place(archive, folder, entry.substring(entry.lastIndexOf('/') + 1));
                ArchiveFiles.write(content, file);
                written.add(file);
            }
        });
        return written;
    }

    /**
     * Puts the files of a wheel's folder where they lie under it, folders in it kept; an entry that leads out of it is refused.
     *
     * @param root the folder, with a slash at its end
     * @return the files written
     * @throws BasculeException {@link ErrorCode#DOWNLOAD_FAILED} where it is no archive to be trusted
     */
    static List<Path> unpackFolder(Path wheel, String root, Path folder) throws IOException {
        List<Path> written = new ArrayList<>();
        ArchiveFiles.read(wheel, MOST, (entry, content) -> {
            if (entry.startsWith(root)) {
                Path file = ArchiveFiles.place(wheel, folder, entry.substring(root.length()));
                ArchiveFiles.write(content, file);
                written.add(file);
            }
        });
        return written;
    }
}
