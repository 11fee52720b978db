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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A folder of this user's for files that are sent and taken for devices; gone when it is closed. Belongs to one thread. */
final class MediaFolder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MediaFolder.class);

    private final Path folder;
    private final List<Path> files = new ArrayList<>();

    private MediaFolder(Path folder) {
        this.folder = folder;
    }

    static MediaFolder create() {
        try {
            Path folder = Files.createTempDirectory("bascule-media-");
            // Whoever interrupts the host leaves no sound or picture of a case behind. The last that is named goes
            // first.
            folder.toFile().deleteOnExit();
            return new MediaFolder(folder);
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    Path write(String name, byte[] content) {
        Path file = folder.resolve(files.size() + "-" + name);
        files.add(file);
        file.toFile().deleteOnExit();
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

    /** What cannot be deleted now is tried again at the host's end. */
    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.debug("{} stays for now: {}", path, e.toString());
        }
    }
}
