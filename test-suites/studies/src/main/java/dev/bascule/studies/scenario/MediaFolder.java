package dev.bascule.studies.scenario;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.job.ModelArtifact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder of this user's for files that are sent and taken for devices; gone when it is closed. Belongs to one thread. */
final class MediaFolder implements AutoCloseable {
    private final Path folder;
    private final List<Path> files = new ArrayList<>();

    private MediaFolder(Path folder) {
        this.folder = folder;
    }

    static MediaFolder create() {
        try {
            return new MediaFolder(Files.createTempDirectory("bascule-media-"));
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    Path write(String name, byte[] content) {
        Path file = folder.resolve(files.size() + "-" + name);
        files.add(file);
        try {
            return Files.write(file, content);
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    ModelArtifact artifact(String name, byte[] content) {
        Path file = write(name, content);
        try {
            return new ModelArtifact(Sha256.of(file), content.length, file);
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    private static BasculeException unwritten(IOException e) {
        return BasculeException.because(
                e,
                ErrorCode.OUTPUT_UNWRITABLE,
                "the files to send through the media stack cannot be written: " + FileErrorText.why(e),
                "make room in the folder for temporary files");
    }

    @Override
    public void close() {
        files.forEach(MediaFolder::delete);
        delete(folder);
    }

    /** What cannot be deleted is the system's to tidy. */
    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            path.toFile().deleteOnExit();
        }
    }
}
