package dev.bascule.workers.coordinator;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.reports.history.IntegrityFinding;
import dev.bascule.reports.history.IntegrityFinding.Kind;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds a ledger to the files beside it, while no coordinator runs on them. Changes nothing. Stateless. */
public final class LedgerFiles {
    /** Beside the ledger's file. */
    private static final String FOLDER = "coordinator";

    private LedgerFiles() {}

    /** Where the coordinator of a ledger keeps its files. */
    public static Path beside(Path ledger) {
        return ledger.toAbsolutePath().resolveSibling(FOLDER);
    }

    /** Jobs that cannot be read, and results that are another's, or are gone though nobody fetched them. */
    public static List<IntegrityFinding> check(LedgerRows ledger, Path folder) {
        List<IntegrityFinding> findings = new ArrayList<>();
        for (LedgerRows.Job job : ledger.jobs()) {
            unreadable(job).ifPresent(why -> findings.add(new IntegrityFinding(Kind.LEDGER, "job " + job.id(), why)));
        }
        Map<String, Optional<String>> seen = new HashMap<>();
        for (LedgerRows.Attempt attempt : ledger.attempts()) {
            attempt.result()
                    .filter(sha256 -> sha256.matches("[0-9a-f]{64}"))
                    .flatMap(sha256 ->
                            wrong(attempt, sha256, seen.computeIfAbsent(sha256, any -> hash(folder, sha256)), folder))
                    .ifPresent(why -> findings.add(new IntegrityFinding(
                            Kind.LEDGER, "job %s (try %d)".formatted(attempt.job(), attempt.number()), why)));
        }
        return List.copyOf(findings);
    }

    private static Optional<String> unreadable(LedgerRows.Job job) {
        try {
            JobRequest request = Wire.read(job.request(), JobRequest.class);
            return request.id().value().equals(job.id())
                            && request.run().equals(job.run())
                            && request.number() == job.number()
                    ? Optional.empty()
                    : Optional.of("what was asked is another job, %s".formatted(request.id()));
        } catch (BasculeException e) {
            return Optional.of("what was asked cannot be read");
        }
    }

    /** SHA-256 of what is in the result's file; empty where there is none. */
    private static Optional<String> hash(Path folder, String sha256) {
        Path file = folder.resolve("results").resolve(sha256);
        try {
            return Files.isRegularFile(file) ? Optional.of(Sha256.of(file)) : Optional.empty();
        } catch (IOException e) {
            return Optional.of("nothing, since " + e);
        }
    }

    private static Optional<String> wrong(
            LedgerRows.Attempt attempt, String sha256, Optional<String> there, Path folder) {
        if (there.isEmpty()) {
            if (!JobId.isOne(attempt.job())) {
                return Optional.of("its result is not in %s, and no job is named so".formatted(folder));
            }
            return Fetched.isIn(folder.resolve("fetched"), new JobId(attempt.job()), attempt.number())
                    ? Optional.empty()
                    : Optional.of("its result is not in %s, and nobody has fetched it".formatted(folder));
        }
        return there.filter(hash -> !hash.equals(sha256))
                .map(hash -> "its result has the SHA-256 %s, and %s was accepted".formatted(hash, sha256));
    }
}
