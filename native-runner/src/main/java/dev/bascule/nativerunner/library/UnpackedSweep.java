package dev.bascule.nativerunner.library;

import dev.bascule.fallback.file.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes away what unpacked engines leave behind: parts of starts that were killed, and engines that no child was started with for long.
 * What the system does not give, such as a library in use on Windows, stays for the next sweep. Immutable.
 *
 * @param cache with a folder for each engine
 * @param now the time of the sweep
 */
record UnpackedSweep(Path cache, Instant now) {
    /** How folders of engines begin; others are somebody else's. */
    static final String ENGINE = "onnxruntime-";

    static final String PART = ".part";

    /** Nobody unpacks for so long. */
    private static final Duration PART_STAYS = Duration.ofDays(1);
    /** Since it was last {@link #use used}. */
    private static final Duration ENGINE_STAYS = Duration.ofDays(30);

    private static final Logger LOG = LoggerFactory.getLogger(UnpackedSweep.class);

    /** @param own the engine of this process: it is in use, however old it is */
    void run(Path own) {
        for (Path engine : entries(cache, name -> name.startsWith(ENGINE))) {
            if (!engine.equals(own) && isOlder(engine, ENGINE_STAYS)) {
                delete(engine);
            } else {
                entries(engine, name -> name.endsWith(PART)).stream()
                        .filter(part -> isOlder(part, PART_STAYS))
                        .forEach(UnpackedSweep::delete);
            }
        }
    }

    /** Says that a child is started with this engine. */
    void use(Path engine) {
        try {
            Files.setLastModifiedTime(engine, FileTime.from(now));
        } catch (IOException e) {
            LOG.debug("{} may be taken for one that nobody uses", engine, e);
        }
    }

    /** A file, or a folder with all that is in it. */
    static void delete(Path old) {
        // Windows deletes nothing that is read-only.
        entries(old, name -> true).forEach(UnpackedSweep::makeWritable);
        makeWritable(old);
        if (!FolderTree.deleteQuietly(old)) {
            LOG.debug("{} stays", old);
        }
    }

    private static void makeWritable(Path file) {
        if (!Files.isSymbolicLink(file) && !file.toFile().setWritable(true)) {
            LOG.debug("{} stays read-only", file);
        }
    }

    private boolean isOlder(Path file, Duration age) {
        try {
            Instant changed =
                    Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
            return changed.isBefore(now.minus(age));
        } catch (IOException e) {
            return false;
        }
    }

    private static List<Path> entries(Path folder, Predicate<String> wanted) {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(entry -> wanted.test(String.valueOf(entry.getFileName())))
                    .toList();
        } catch (IOException e) {
            LOG.debug("{} cannot be swept", folder, e);
            return List.of();
        }
    }
}
