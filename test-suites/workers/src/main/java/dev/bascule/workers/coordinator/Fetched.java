package dev.bascule.workers.coordinator;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.secret.PrivateFiles;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.wire.AttemptKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which results were sent to whom they belong, an empty file for each in one folder. Where one is lost, a result stays longer than it needs to.
 * Thread-safe.
 */
final class Fetched {
    private final Path folder;
    /** What was looked up once: nobody else changes the folder. */
    private final Map<AttemptKey, Boolean> known = new ConcurrentHashMap<>();

    Fetched(Path folder) {
        this.folder = folder;
        try {
            PrivateFiles.prepareFolder(folder);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private BasculeException failed(IOException why) {
        return BasculeException.because(
                why, ErrorCode.COORDINATOR_FAILED, "%s cannot be used: %s".formatted(folder, why));
    }

    private Path mark(JobId job, int attempt) {
        return mark(folder, job, attempt);
    }

    private static Path mark(Path folder, JobId job, int attempt) {
        return folder.resolve(Sha256.of("%s %d".formatted(job, attempt).getBytes(StandardCharsets.UTF_8)));
    }

    void add(JobId job, int attempt) {
        try {
            Files.createFile(mark(job, attempt));
        } catch (FileAlreadyExistsException e) {
            // It was fetched before.
        } catch (IOException e) {
            throw failed(e);
        }
        known.put(new AttemptKey(job, attempt), true);
    }

    boolean has(JobId job, int attempt) {
        return known.computeIfAbsent(new AttemptKey(job, attempt), any -> isIn(folder, job, attempt));
    }

    /** The same of a folder that is only looked at. */
    static boolean isIn(Path folder, JobId job, int attempt) {
        return Files.exists(mark(folder, job, attempt));
    }

    /** Forgets those of attempts that there are no more. */
    void keepOnly(Supplier<Set<AttemptKey>> attempts) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> marks = files.toList();
            // Asked after that: one of a try that came meanwhile is not among them.
            Set<Path> kept = marks.isEmpty()
                    ? Set.of()
                    : attempts.get().stream()
                            .map(key -> mark(key.job(), key.attempt()))
                            .collect(Collectors.toSet());
            for (Path mark : marks) {
                if (!kept.contains(mark)) {
                    Files.deleteIfExists(mark);
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void forget(JobId job, int attempt) {
        known.remove(new AttemptKey(job, attempt));
        try {
            Files.deleteIfExists(mark(job, attempt));
        } catch (IOException e) {
            throw failed(e);
        }
    }
}
