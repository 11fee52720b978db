package dev.bascule.bridge.dashboard.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that only their owner may read, where the file system knows of owners. Stateless. */
public final class PrivateFiles {
    private static final String FILE = "rw-------";
    private static final String FOLDER = "rwx------";

    private PrivateFiles() {}

    /** Makes the file and its folder where they are not, and takes the file from others where they are. */
    public static void prepare(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            Files.createDirectories(folder, attributes(folder, FOLDER));
        }
        try {
            Files.createFile(file, attributes(file, FILE));
        } catch (FileAlreadyExistsException there) {
            if (knowsOwners(file)) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(FILE));
            }
        }
    }

    /** Replaces the file's text at once, or not at all. */
    public static void replace(Path file, String text) throws IOException {
        prepare(file);
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        prepare(fresh);
        Files.writeString(fresh, text, StandardCharsets.UTF_8);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) {
        Set<PosixFilePermission> set = PosixFilePermissions.fromString(permissions);
        return knowsOwners(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(set)}
                : new FileAttribute<?>[0];
    }

    private static boolean knowsOwners(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
