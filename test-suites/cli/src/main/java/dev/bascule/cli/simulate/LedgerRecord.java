package dev.bascule.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.scheduling.record.RecordedAttempt;
import dev.bascule.scheduling.record.RecordedRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A run on a pool of workers as a record, from the coordinator's ledger. Workers are those that did a job of the run; one that was
 * lost before, and jobs of other runs, are not in it. Stateless.
 */
final class LedgerRecord {
    private LedgerRecord() {}

    /**
     * @param workload what it was, by the name that a forecast has for it
     * @throws BasculeException {@link ErrorCode#NOTHING_SELECTED_TO_RUN} where no job of it was done; {@link ErrorCode#USAGE_ERROR}
     *     where two policies placed it, since its coordinator was started anew with another; {@link ErrorCode#STORE_INVALID}
     *     where a job ended before it was placed, or was placed before it was submitted, as after a clock was set back
     */
    static RecordedRun of(LedgerRows ledger, String run, String workload, long seed) {
        Map<String, LedgerRows.Job> jobs = new HashMap<>();
        ledger.jobs().stream().filter(job -> job.run().equals(run)).forEach(job -> jobs.put(job.id(), job));
        List<LedgerRows.Attempt> attempts = ledger.attempts().stream()
                .filter(each -> jobs.containsKey(each.job()))
                .toList();
        Map<String, String> workers = new TreeMap<>();
        List<RecordedAttempt> done = new ArrayList<>();
        long lost = 0;
        Instant origin = jobs.values().stream()
                .map(LedgerRows.Job::submitted)
                .min(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        Map<String, Instant> joined = new HashMap<>();
        ledger.members().forEach(member -> member.joined().ifPresent(when -> joined.put(member.id(), when)));
        for (LedgerRows.Attempt each : attempts) {
            if (each.state().equals("DONE")
                    && each.ended().isPresent()
                    && each.took().isPresent()) {
                LedgerRows.Job job = jobs.get(each.job());
                if (job != null) {
                    workers.put(each.worker(), each.hardware());
                    done.add(attempt(
                            job, each, origin, each.ended().get(), each.took().get()));
                }
            } else {
                lost++;
            }
        }
        if (done.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "the ledger has no job of the run '%s' that was done; it has %s"
                            .formatted(
                                    run,
                                    ledger.jobs().stream()
                                            .map(LedgerRows.Job::run)
                                            .distinct()
                                            .toList()),
                    "name the coordinator's history with --store FILE");
        }
        List<String> policies =
                attempts.stream().map(LedgerRows.Attempt::policy).distinct().toList();
        if (policies.size() > 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "the run '%s' was placed by %s: a record is of one policy"
                            .formatted(run, String.join(" and ", policies)),
                    "take a run that one policy placed");
        }
        SortedSet<String> late = new TreeSet<>();
        workers.keySet().stream()
                .filter(worker -> joined.getOrDefault(worker, origin).isAfter(origin))
                .forEach(late::add);
        return new RecordedRun(
                workload, policies.get(0), seed, Optional.of(origin), new TreeMap<>(workers), late, done, lost);
    }

    private static RecordedAttempt attempt(
            LedgerRows.Job job, LedgerRows.Attempt each, Instant origin, Instant ended, Duration took) {
        try {
            return new RecordedAttempt(
                    each.job(),
                    likeness(job),
                    job.owner(),
                    job.priority(),
                    each.worker(),
                    Duration.between(origin, job.submitted()),
                    Duration.between(origin, each.placed()),
                    Duration.between(origin, ended),
                    took);
        } catch (IllegalArgumentException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.STORE_INVALID,
                    "the ledger's job %s was submitted at %s, placed at %s and ended at %s: the coordinator's clock was set back meanwhile"
                            .formatted(each.job(), job.submitted(), each.placed(), ended),
                    "no record can be made of that run");
        }
    }

    /** Jobs of one likeness take as long on one class of hardware. */
    private static String likeness(LedgerRows.Job job) {
        try {
            String likeness =
                    Json.MAPPER.readTree(job.request()).path("likeness").asText();
            return likeness.isEmpty() ? job.kind() : likeness;
        } catch (JsonProcessingException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.STORE_INVALID,
                    "the ledger's job %s has no request that can be read".formatted(job.id()));
        }
    }
}
