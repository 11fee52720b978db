package dev.bascule.bridge.process;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A fresh browser profile and its end. Its name tells whose it is. Immutable. */
public final class ProfileFolder {
    private static final Logger LOG = LoggerFactory.getLogger(ProfileFolder.class);
    private static final Pattern NAME = Pattern.compile("bascule-profile-(\\d+)-.*");
    private static final int TRIES = 20;
    private static final long BETWEEN_TRIES_MS = 50;
    private static final Duration DIE = Duration.ofSeconds(5);

    /** Sockets lie in the temporary folder, and a socket's path may have 107 bytes on Linux and 103 on macOS. */
    private static final int LONGEST_TEMPORARY = 56;

    private final Path path;

    private ProfileFolder(Path path) {
        this.path = path;
    }

    /** Makes one in the temporary folder, and sweeps away those whose owner is gone. */
    public static ProfileFolder create() {
        return create(parentFor(Optional.empty()));
    }

    /**
     * Makes one in this folder, and sweeps away those whose owner is gone.
     *
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE} when no folder can be made there
     */
    public static ProfileFolder create(Path parent) {
        try {
            Files.createDirectories(parent);
            sweep(parent);
            long owner = ProcessHandle.current().pid();
            return new ProfileFolder(Files.createTempDirectory(parent, "bascule-profile-" + owner + "-"));
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "no browser profile can be made in %s: %s".formatted(parent, e.getMessage()));
        }
    }

    /** Where profiles lie: where a browser's sandbox lets them, else in the temporary folder. */
    public static Path parentFor(Optional<Path> profileRoot) {
        return profileRoot.orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));
    }

    /**
     * A JVM that was killed could not tidy up after itself: browsers that still run on its profiles are killed, and the
     * profiles deleted.
     */
    static void sweep(Path parent) {
        try (Stream<Path> entries = Files.list(parent)) {
            List<Path> orphans = entries.filter(ProfileFolder::isOrphan).toList();
            orphans.forEach(ProfileFolder::sweepOne);
        } catch (IOException e) {
            LOG.debug("{} cannot be swept: {}", parent, e.toString());
        }
    }

    private static void sweepOne(Path orphan) {
        List<ProcessTree> trees = ProcessTree.marked(orphan.toString());
        trees.forEach(ProcessTree::kill);
        trees.forEach(tree -> {
            LOG.debug("killed {}, which an earlier host had left on {}", tree.root(), orphan);
            tree.awaitEnd(DIE);
        });
        new ProfileFolder(orphan).delete();
    }

    private static boolean isOrphan(Path entry) {
        Matcher name = NAME.matcher(String.valueOf(entry.getFileName()));
        return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
    }

    /**
     * What a browser keeps outside of its profile, told by environment variables to go into it: crash reports, drivers' shader
     * caches (a fresh profile is to be cold), and the scratch files that a killed browser leaves in the temporary folder.
     */
    public static Map<String, String> environment(Path profile) {
        Map<String, String> environment = new HashMap<>();
        environment.put("XDG_CONFIG_HOME", profile.toString());
        environment.put("XDG_CACHE_HOME", profile.toString());
        if (profile.toString().length() <= LONGEST_TEMPORARY) {
            environment.put("TMPDIR", profile.toString());
        }
        return environment;
    }

    public Path path() {
        return path;
    }

    /** Deletes it; a dying browser may still write into it, so it is tried for a second. Tells whether it is gone. */
    public boolean delete() {
        for (int i = 0; i < TRIES; i++) {
            try {
                FolderTree.delete(path);
                return true;
            } catch (IOException e) {
                LOG.debug("{} is not gone yet: {}", path, e.toString());
            }
            try {
                Thread.sleep(BETWEEN_TRIES_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return !Files.exists(path);
    }
}
