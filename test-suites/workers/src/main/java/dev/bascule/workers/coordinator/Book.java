package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.wire.Wire;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/**
 * The ledger as it is in the history's file, and the same in memory. What cannot be written is not so in memory either. Belongs to
 * whoever holds the desk's lock.
 */
final class Book {
    private final History history;
    private final Clock clock;
    private final Map<JobId, JobEntry> jobs = new LinkedHashMap<>();
    private final Map<JobId, Long> changed = new HashMap<>();
    private final Map<String, List<JobId>> runs = new LinkedHashMap<>();
    /** Numbers jobs as they came, so that one that waits again has its old place. */
    private final Map<JobId, Long> order = new HashMap<>();

    private final TreeMap<Long, JobId> waiting = new TreeMap<>();
    private final Map<JobId, JobEntry> placed = new LinkedHashMap<>();
    private final Map<String, MemberEntry> members = new ConcurrentSkipListMap<>();
    /** Characters that the jobs of each owner ask for that are not over. */
    private final Map<String, Long> asked = new HashMap<>();

    private final RunCounts counts = new RunCounts();
    private long moment;
    private long came;

    /** Reads what there is. */
    Book(History history, Clock clock) {
        this.history = history;
        this.clock = clock;
        LedgerRows rows = history.ledger();
        rows.members().stream().map(Book::member).forEach(one -> members.put(one.id(), one));
        Map<String, List<AttemptStatus>> attempts = rows.attempts().stream()
                .collect(Collectors.groupingBy(
                        LedgerRows.Attempt::job, Collectors.mapping(Book::attempt, Collectors.toList())));
        rows.jobs().stream()
                .map(row -> new JobEntry(
                        Wire.read(row.request(), JobRequest.class),
                        row.owner(),
                        row.submitted(),
                        JobState.valueOf(row.state()),
                        failure(row.failure()),
                        attempts.getOrDefault(row.id(), List.of()),
                        row.ended()))
                .forEach(this::remember);
    }

    Optional<JobEntry> job(JobId id) {
        return Optional.ofNullable(jobs.get(id));
    }

    Collection<JobEntry> all() {
        return jobs.values();
    }

    /** In the order in which they came. */
    List<JobEntry> waiting() {
        return waiting.values().stream().flatMap(id -> job(id).stream()).toList();
    }

    List<JobEntry> placed() {
        return List.copyOf(placed.values());
    }

    int underWay() {
        return placed.size();
    }

    int open() {
        return waiting.size() + placed.size();
    }

    List<JobEntry> run(String run) {
        return runs.getOrDefault(run, List.of()).stream()
                .flatMap(id -> job(id).stream())
                .toList();
    }

    /** How far runs are. */
    RunCounts counts() {
        return counts;
    }

    /** When it changed last, in numbers that only grow; they begin anew with each start. */
    long changed(JobId id) {
        return changed.getOrDefault(id, 0L);
    }

    long moment() {
        return moment;
    }

    /** Says that followers are to hear of it, though nothing of it is kept. */
    void touch(JobId id) {
        changed.put(id, ++moment);
    }

    /** May be asked without the lock. */
    Optional<MemberEntry> member(String id) {
        return Optional.ofNullable(members.get(id));
    }

    Collection<MemberEntry> members() {
        return List.copyOf(members.values());
    }

    /** Keeps members. */
    void keep(MemberEntry member) {
        history.keepLedger(new LedgerRows(List.of(), List.of(), List.of(row(member))));
        members.put(member.id(), member);
    }

    /** Keeps jobs, with those of their attempts that are others than before: all, or none where it throws. */
    void keep(List<JobEntry> changes) {
        Instant now = clock.instant();
        List<JobEntry> entries =
                changes.stream().map(entry -> entry.endedBy(now)).toList();
        List<LedgerRows.Job> rows = new ArrayList<>();
        List<LedgerRows.Attempt> attempts = new ArrayList<>();
        for (JobEntry entry : entries) {
            Optional<JobEntry> before = job(entry.request().id());
            if (before.filter(
                            old -> old.state() == entry.state() && old.failure().equals(entry.failure()))
                    .isEmpty()) {
                rows.add(row(entry));
            }
            entry.attempts().stream()
                    .filter(one -> before.flatMap(old -> old.attempt(one.number()))
                            .filter(one::equals)
                            .isEmpty())
                    .map(one -> row(entry.request().id(), one))
                    .forEach(attempts::add);
        }
        history.keepLedger(new LedgerRows(rows, attempts, List.of()));
        entries.forEach(this::remember);
    }

    /**
     * Forgets runs all of whose jobs came and ended before then, but for those that a job waits for which is not over.
     *
     * @return their jobs
     */
    List<JobEntry> forget(Instant before) {
        Set<String> awaited = jobs.values().stream()
                .filter(entry -> !entry.state().isOver())
                .flatMap(entry -> entry.request().after().stream())
                .flatMap(id -> job(id).stream())
                .map(entry -> entry.request().run())
                .collect(Collectors.toSet());
        List<String> old = runs.keySet().stream()
                .filter(run ->
                        !awaited.contains(run) && run(run).stream().allMatch(entry -> entry.isOverBefore(before)))
                .toList();
        history.forgetLedger(old);
        List<JobEntry> gone = old.stream().flatMap(run -> run(run).stream()).toList();
        for (JobEntry entry : gone) {
            JobId id = entry.request().id();
            jobs.remove(id);
            changed.remove(id);
            order.remove(id);
        }
        old.forEach(runs::remove);
        old.forEach(counts::forget);
        return gone;
    }

    /** Characters that an owner's jobs ask for that are not over. */
    long asked(String owner) {
        return asked.getOrDefault(owner, 0L);
    }

    private void remember(JobEntry now) {
        JobId id = now.request().id();
        // What is over is never ordered again: its payload stays in the ledger alone.
        JobEntry entry = now.state().isOver() ? now.light() : now;
        Optional<JobEntry> before = Optional.ofNullable(jobs.put(id, entry));
        counts.count(before, entry);
        before.ifPresent(old -> asked.merge(old.owner(), -old.weight(), Long::sum));
        asked.merge(entry.owner(), entry.weight(), Long::sum);
        if (before.isEmpty()) {
            runs.computeIfAbsent(entry.request().run(), run -> new ArrayList<>())
                    .add(id);
            order.put(id, came++);
        }
        long place = order.getOrDefault(id, 0L);
        waiting.remove(place);
        placed.remove(id);
        if (entry.state() == JobState.WAITING) {
            waiting.put(place, id);
        } else if (entry.state() == JobState.PLACED) {
            placed.put(id, entry);
        }
        touch(id);
    }

    private static LedgerRows.Job row(JobEntry entry) {
        JobRequest request = entry.request();
        return new LedgerRows.Job(
                request.id().value(),
                request.run(),
                request.number(),
                request.kind().name(),
                request.where().text(),
                entry.state().name(),
                request.priority(),
                entry.owner(),
                entry.submitted(),
                Wire.write(request),
                entry.failure().map(Wire::write),
                entry.ended());
    }

    private static LedgerRows.Attempt row(JobId job, AttemptStatus attempt) {
        return new LedgerRows.Attempt(
                job.value(),
                attempt.number(),
                attempt.worker().value(),
                attempt.hardware(),
                attempt.product(),
                attempt.state().name(),
                attempt.policy(),
                attempt.because(),
                attempt.placed(),
                attempt.began(),
                attempt.ended(),
                attempt.took(),
                attempt.failure().map(Wire::write),
                attempt.result());
    }

    private static AttemptStatus attempt(LedgerRows.Attempt row) {
        return new AttemptStatus(
                row.number(),
                new WorkerId(row.worker()),
                row.hardware(),
                row.product(),
                AttemptState.valueOf(row.state()),
                row.policy(),
                row.because(),
                row.placed(),
                row.began(),
                row.ended(),
                row.took(),
                failure(row.failure()),
                row.result());
    }

    static LedgerRows.Member row(MemberEntry member) {
        return new LedgerRows.Member(
                member.id(),
                member.role().name(),
                member.secret(),
                member.invited(),
                member.inventory().map(Wire::write),
                member.joined(),
                member.heard(),
                member.revoked());
    }

    static MemberEntry member(LedgerRows.Member row) {
        return new MemberEntry(
                row.id(),
                Role.valueOf(row.role()),
                row.secret(),
                row.invited(),
                row.inventory().map(json -> Wire.read(json, Inventory.class)),
                row.joined(),
                row.heard(),
                row.revoked());
    }

    private static Optional<Failure> failure(Optional<String> json) {
        return json.map(text -> Wire.read(text, Failure.class));
    }
}
