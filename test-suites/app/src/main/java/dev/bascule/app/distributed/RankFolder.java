package dev.bascule.app.distributed;

import dev.bascule.fallback.file.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Temporary folders of runs of ranks. Their names tell whose they are. Stateless. */
final class RankFolder {
    private static final Pattern NAME = Pattern.compile("bascule-(?:ranks|checkpoints)-(\\d{1,18})-.*");

    private RankFolder() {}

    /** Makes one, and sweeps away those whose owner was killed before it could tidy up. */
    static Path create(String kind) throws IOException {
        return create(Path.of(System.getProperty("java.io.tmpdir")), kind);
    }

    static Path create(Path parent, String kind) throws IOException {
        sweep(parent);
        return Files.createTempDirectory(
                parent, "bascule-%s-%d-".formatted(kind, ProcessHandle.current().pid()));
    }

    private static void sweep(Path parent) {
        try (Stream<Path> entries = Files.list(parent)) {
            List<Path> orphans = entries.filter(RankFolder::isOrphan).toList();
            orphans.forEach(FolderTree::deleteQuietly);
        } catch (IOException e) {
            // What cannot be listed stays: it costs nobody what is to be run.
        }
    }

    private static boolean isOrphan(Path entry) {
        Matcher name = NAME.matcher(String.valueOf(entry.getFileName()));
        return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
    }
}
