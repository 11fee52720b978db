package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Looks at who may read a file. Stateless. */
final class OwnFiles {
    private OwnFiles() {}

    /** That it is its owner's alone, where the file system knows of owners. */
    static void assertOwnersAlone(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }
}
