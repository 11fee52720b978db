package dev.bascule.fallback.secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files that only their owner may read, where the file system knows of owners. Stateless. */
public final class PrivateFiles {
    private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);
    private static final String FILE = "rw-------";
    private static final String FOLDER = "rwx------";

    private PrivateFiles() {}

    /**
     * Makes the file and its folder where they are not, and takes the file from others where they are. The folder stays as it
     * is where it was before: it may hold other things, for others.
     */
    public static void prepare(Path file) throws IOException {
        folderOf(file);
        try {
            Files.createFile(file, attributes(file, FILE));
        } catch (FileAlreadyExistsException there) {
            tighten(file, FILE);
        }
    }

    /** Takes a file that is there from others, where it is this user's to do so. */
    public static void close(Path file) {
        try {
            tighten(file, FILE);
        } catch (IOException e) {
            LOG.warn("others may be able to read {}: {}", file, e.toString());
        }
    }

    /** Makes a folder of which nothing is for others, and takes it from them where it is. */
    public static void prepareFolder(Path folder) throws IOException {
        Files.createDirectories(folder, attributes(folder, FOLDER));
        tighten(folder, FOLDER);
    }

    /** Replaces the file's text at once, or not at all. */
    public static void replace(Path file, String text) throws IOException {
        Path folder = folderOf(file);
        // Another process may be at the same: each has a draft of its own.
        Path draft = Files.createTempFile(folder, file.getFileName() + ".", ".new", attributes(folder, FILE));
        try {
            Files.writeString(draft, text, StandardCharsets.UTF_8);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static Path folderOf(Path file) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, attributes(folder, FOLDER));
        }
        return folder;
    }

    private static void tighten(Path path, String permissions) throws IOException {
        Set<PosixFilePermission> set = PosixFilePermissions.fromString(permissions);
        if (knowsOwners(path) && !Files.getPosixFilePermissions(path).equals(set)) {
            Files.setPosixFilePermissions(path, set);
        }
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
