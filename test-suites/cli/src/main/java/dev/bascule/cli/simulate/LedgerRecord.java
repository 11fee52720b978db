package dev.bascule.cli.simulate;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.scheduling.record.RecordedAttempt;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.time.RecentTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

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
        Set<String> doers = attempts.stream()
                .filter(each -> each.state().equals("DONE"))
                .map(LedgerRows.Attempt::worker)
                .collect(Collectors.toSet());
        LedgerJob.Machines machines = LedgerJob.Machines.of(ledger.members(), doers);
        for (LedgerRows.Attempt each : attempts) {
            if (each.state().equals("DONE")
                    && each.ended().isPresent()
                    && each.took().isPresent()) {
                LedgerRows.Job job = jobs.get(each.job());
                if (job != null) {
                    workers.put(each.worker(), each.hardware());
                    done.add(attempt(
                            job, each, origin, each.ended().get(), each.took().get(), machines));
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
                workload,
                policies.get(0),
                seed,
                Optional.of(origin),
                new TreeMap<>(workers),
                late,
                done,
                lost,
                known(ledger, done, workers, origin));
    }

    /** What the coordinator had measured of these kinds on these machines when the first job came. */
    private static List<RecordedRun.Known> known(
            LedgerRows ledger, List<RecordedAttempt> done, Map<String, String> workers, Instant origin) {
        record Cell(String kind, String hardware) {}
        Set<String> kinds = done.stream().map(RecordedAttempt::kind).collect(Collectors.toSet());
        Map<String, String> kindOf = new HashMap<>();
        ledger.jobs().forEach(job -> kindOf.put(job.id(), LedgerJob.likeness(job)));
        Map<Cell, Deque<Duration>> cells =
                new TreeMap<>(Comparator.comparing(Cell::kind).thenComparing(Cell::hardware));
        ledger.attempts().stream()
                .filter(each -> each.state().equals("DONE")
                        && each.failure().isEmpty()
                        && workers.containsValue(each.hardware())
                        && kinds.contains(kindOf.getOrDefault(each.job(), ""))
                        && each.ended().filter(ended -> ended.isBefore(origin)).isPresent())
                .sorted(Comparator.comparing(each -> each.ended().orElse(origin)))
                .forEach(each -> each.took().ifPresent(took -> {
                    Deque<Duration> newest = cells.computeIfAbsent(
                            new Cell(kindOf.getOrDefault(each.job(), ""), each.hardware()), any -> new ArrayDeque<>());
                    newest.add(took);
                    if (newest.size() > RecentTimes.KEPT) {
                        newest.remove();
                    }
                }));
        List<RecordedRun.Known> known = new ArrayList<>();
        cells.forEach(
                (cell, took) -> known.add(new RecordedRun.Known(cell.kind(), cell.hardware(), List.copyOf(took))));
        return known;
    }

    private static RecordedAttempt attempt(
            LedgerRows.Job job,
            LedgerRows.Attempt each,
            Instant origin,
            Instant ended,
            Duration took,
            LedgerJob.Machines machines) {
        try {
            return new RecordedAttempt(
                    each.job(),
                    LedgerJob.likeness(job),
                    job.owner(),
                    job.priority(),
                    each.worker(),
                    Duration.between(origin, job.submitted()),
                    Duration.between(origin, each.placed()),
                    Duration.between(origin, ended),
                    took,
                    LedgerJob.asked(job, each.worker(), machines));
        } catch (IllegalArgumentException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.STORE_INVALID,
                    "the ledger's job %s was submitted at %s, placed at %s and ended at %s: the coordinator's clock was set back meanwhile"
                            .formatted(each.job(), job.submitted(), each.placed(), ended),
                    "no record can be made of that run");
        }
    }
}
