package dev.bascule.bridge.dashboard.job;

import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.run.RunRecord;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps account of one job, and tells the journal of each step. Thread-safe. */
final class RunningJob implements RunStarter.Listener {
    private static final int LOG_LINES = 500;

    private final String id;
    private final String by;
    private final JobRequest request;
    private final RunStarter.Work work;
    private final RunStarter.Plan plan;
    private final EventJournal journal;
    private final Clock clock;
    private final JobArchive archive;
    private final Instant createdAt;

    private JobState state = JobState.QUEUED;
    private Optional<Instant> startedAt = Optional.empty();
    private Optional<Instant> finishedAt = Optional.empty();
    private Optional<Integer> cells = Optional.empty();
    private Optional<String> phase = Optional.empty();
    private Optional<String> run = Optional.empty();
    private Optional<Problem> problem = Optional.empty();
    private boolean cancelled;
    private final List<JobSnapshot.CellProgress> progress = new ArrayList<>();
    private final Map<CaseRun, Integer> numbers = new HashMap<>();
    /** Of each cell that ended, the browser that it was in. */
    private final Map<Integer, Optional<String>> browsers = new HashMap<>();

    private final Deque<JobSnapshot.LogLine> log = new ArrayDeque<>();

    RunningJob(String by, JobRequest request, RunStarter.Work work, EventJournal journal, Clock clock) {
        this(by, request, work, journal, clock, JobArchive.none());
    }

    /** @param archive is given the job when it is over */
    RunningJob(
            String by,
            JobRequest request,
            RunStarter.Work work,
            EventJournal journal,
            Clock clock,
            JobArchive archive) {
        this.archive = archive;
        this.id = "job-" + work.runId();
        this.by = by;
        this.request = request;
        this.work = work;
        this.plan = work.plan();
        this.journal = journal;
        this.clock = clock;
        this.createdAt = clock.instant();
    }

    String id() {
        return id;
    }

    RunStarter.Work work() {
        return work;
    }

    synchronized JobState state() {
        return state;
    }

    /** Remembers that it is to be stopped; whether there is anything left to stop. */
    synchronized boolean cancel() {
        if (state.isOver()) {
            return false;
        }
        cancelled = true;
        return true;
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    void queued() {
        tell("job.queued");
    }

    synchronized void begin() {
        state = JobState.RUNNING;
        startedAt = Optional.of(clock.instant());
        tell("job.started");
    }

    /** It came to a run, which the history has. */
    synchronized void end(RunRecord record) {
        run = Optional.of(record.id());
        for (int position = 0; position < record.runs().size(); position++) {
            Integer number = numbers.get(record.runs().get(position));
            if (number != null) {
                progress.set(number, withCell(progress.get(number), record.id() + "." + position));
            }
        }
        over(record.extent().interrupted() ? JobState.CANCELLED : JobState.DONE);
    }

    /** It came to no run. */
    synchronized void end(Failure failure) {
        if (!cancelled) {
            problem = Optional.of(Problem.of(failure));
        }
        over(cancelled ? JobState.CANCELLED : JobState.FAILED);
    }

    /** The history did not take what it measured: that is said of a stopped one too. */
    synchronized void lost(Failure failure) {
        problem = Optional.of(Problem.of(failure));
        over(JobState.FAILED);
    }

    private void over(JobState ended) {
        // Of a job that is kept in memory, its samples are not.
        numbers.clear();
        browsers.clear();
        state = ended;
        finishedAt = Optional.of(clock.instant());
        phase = Optional.empty();
        archive.add(summary());
        tell("job.ended");
    }

    private void tell(String type) {
        journal.add(type, Map.of("job", summary()));
    }

    @Override
    public synchronized void planned(int wanted) {
        cells = Optional.of(wanted);
        journal.add("job.planned", Map.of("job", id, "cells", wanted));
    }

    @Override
    public synchronized void started(CaseId caseId, Chain chain) {
        JobSnapshot.CellProgress begun = new JobSnapshot.CellProgress(
                progress.size(),
                caseId.toString(),
                ids(chain),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty());
        progress.add(begun);
        journal.add("cell.started", Map.of("job", id, "cell", begun));
    }

    @Override
    public synchronized void finished(CaseId caseId, Chain chain, CaseRun made) {
        int number = openCell(caseId.toString(), ids(chain));
        if (number < 0) {
            return;
        }
        numbers.put(made, number);
        browsers.put(number, browser(made));
        JobSnapshot.CellProgress done = told(progress.get(number), made, false);
        progress.set(number, done);
        journal.add("cell.finished", Map.of("job", id, "cell", done, "finished", finished()));
    }

    @Override
    public synchronized void retried(CaseId caseId, Chain chain, CaseRun made) {
        int number = failedCell(caseId.toString(), ids(chain), browser(made));
        if (number < 0) {
            return;
        }
        numbers.put(made, number);
        JobSnapshot.CellProgress again = told(progress.get(number), made, true);
        progress.set(number, again);
        journal.add("cell.retried", Map.of("job", id, "cell", again));
    }

    @Override
    public synchronized void phase(String activity) {
        phase = Optional.of(activity);
        noteDown("phase", activity);
    }

    @Override
    public synchronized void note(String text) {
        noteDown("note", text);
    }

    private void noteDown(String kind, String text) {
        JobSnapshot.LogLine line = new JobSnapshot.LogLine(clock.instant(), kind, text);
        log.addLast(line);
        if (log.size() > LOG_LINES) {
            log.removeFirst();
        }
        journal.add("job.log", Map.of("job", id, "line", line));
    }

    /** The first cell of this case and chain that has no verdict yet: several browsers have cells of the same. */
    private int openCell(String caseId, List<String> chain) {
        return cell(caseId, chain, cell -> cell.verdict().isEmpty());
    }

    /** Of several browsers' cells of this case and chain, the one that was tried again. */
    private int failedCell(String caseId, List<String> chain, Optional<String> browser) {
        return cell(
                caseId,
                chain,
                cell -> !cell.retried()
                        && browser.equals(browsers.get(cell.number()))
                        && cell.verdict().filter(v -> !v.isRight()).isPresent());
    }

    private int cell(String caseId, List<String> chain, java.util.function.Predicate<JobSnapshot.CellProgress> wanted) {
        for (JobSnapshot.CellProgress cell : progress) {
            if (cell.caseId().equals(caseId) && cell.chain().equals(chain) && wanted.test(cell)) {
                return cell.number();
            }
        }
        return -1;
    }

    private static Optional<String> browser(CaseRun made) {
        return made.decisive().target().browser().map(in -> in.name() + " " + in.version());
    }

    private static List<String> ids(Chain chain) {
        return chain.rungs().stream().map(Object::toString).toList();
    }

    private static JobSnapshot.CellProgress told(JobSnapshot.CellProgress cell, CaseRun made, boolean retried) {
        Attempt decisive = made.decisive();
        return new JobSnapshot.CellProgress(
                cell.number(),
                cell.caseId(),
                cell.chain(),
                Optional.of(made.verdict()),
                Optional.of(decisive.target().id()),
                Optional.of(decisive.target().backend().id()),
                decisive.measured()
                        .timing()
                        .filter(timing -> decisive.succeeded())
                        .flatMap(timing -> Summary.of(timing.measured()))
                        .map(Summary::median),
                made.attempts().stream()
                        .flatMap(attempt -> attempt.failure().stream())
                        .findFirst()
                        .map(Failure::message),
                retried,
                cell.cell());
    }

    private static JobSnapshot.CellProgress withCell(JobSnapshot.CellProgress cell, String inHistory) {
        return new JobSnapshot.CellProgress(
                cell.number(),
                cell.caseId(),
                cell.chain(),
                cell.verdict(),
                cell.target(),
                cell.backend(),
                cell.medianMs(),
                cell.reason(),
                cell.retried(),
                Optional.of(inHistory));
    }

    private int finished() {
        return (int)
                progress.stream().filter(cell -> cell.verdict().isPresent()).count();
    }

    synchronized JobSnapshot summary() {
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        progress.forEach(cell -> cell.verdict().ifPresent(verdict -> verdicts.merge(verdict, 1, Integer::sum)));
        return new JobSnapshot(
                id,
                state,
                by,
                createdAt,
                startedAt,
                finishedAt,
                request,
                plan.suite(),
                plan.command(),
                cells,
                finished(),
                phase,
                run,
                verdicts,
                problem);
    }

    synchronized JobSnapshot.Detail detail() {
        return new JobSnapshot.Detail(summary(), plan.cases(), List.copyOf(progress), List.copyOf(log), journal.last());
    }
}
