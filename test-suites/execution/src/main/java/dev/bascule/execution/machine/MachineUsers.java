package dev.bascule.execution.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who work on this machine: a file of each, beside the lock, since a locked file cannot be read on every system. Files
 * of processes that were killed are swept. Thread-safe.
 */
final class MachineUsers {
    private static final Logger LOG = LoggerFactory.getLogger(MachineUsers.class);
    private static final String SUFFIX = ".json";

    private final Path folder;

    MachineUsers(Path folder) {
        this.folder = folder;
    }

    /** Tells others; what it returns is to be handed to {@link #retract}. */
    Path announce(MachineUser self) throws IOException {
        Path file = folder.resolve("%d-%s%s".formatted(self.pid(), UUID.randomUUID(), SUFFIX));
        LivenessFile.write(file, self);
        return file;
    }

    void retract(Path file) {
        LivenessFile.delete(file);
    }

    /** Those who live, the longest there first. */
    List<MachineUser> all() {
        return others(Optional.empty());
    }

    /** The same without one's own. */
    List<MachineUser> others(Optional<Path> own) {
        List<MachineUser> users = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return users;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                if (!own.equals(Optional.of(file))) {
                    read(file).ifPresent(users::add);
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            LOG.debug("{} cannot be listed: {}", folder, e.toString());
        }
        users.sort(Comparator.comparing(MachineUser::since));
        return users;
    }

    private static Optional<MachineUser> read(Path file) {
        try {
            return LivenessFile.read(file);
        } catch (NoSuchFileException ended) {
            LOG.trace("{} ended", file);
        } catch (IOException e) {
            LOG.debug("{} cannot be read: {}", file, e.toString());
        }
        return Optional.empty();
    }
}
