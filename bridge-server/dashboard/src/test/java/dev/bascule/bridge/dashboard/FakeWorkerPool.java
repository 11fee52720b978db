package dev.bascule.bridge.dashboard;

import dev.bascule.bridge.dashboard.queue.PoolFacts.Attempt;
import dev.bascule.bridge.dashboard.queue.PoolFacts.AttemptStanding;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Chance;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Counts;
import dev.bascule.bridge.dashboard.queue.PoolFacts.ExpectedTime;
import dev.bascule.bridge.dashboard.queue.PoolFacts.JobName;
import dev.bascule.bridge.dashboard.queue.PoolFacts.JobStanding;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Kind;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Machine;
import dev.bascule.bridge.dashboard.queue.PoolFacts.MachineBackend;
import dev.bascule.bridge.dashboard.queue.PoolFacts.MachineBrowser;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Outlook;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolJob;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolRun;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Source;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Standing;
import dev.bascule.bridge.dashboard.queue.PoolFacts.State;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Trouble;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Worker;
import dev.bascule.bridge.dashboard.queue.PoolFacts.WorkerState;
import dev.bascule.bridge.dashboard.queue.WorkerPool;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** A pool of two workers, one of them lost, with one run of two jobs; another of ours is busy with somebody else's. */
final class FakeWorkerPool implements WorkerPool {
    static final String RUN = "20261129-001500-1a2b";
    private static final Instant NOW = Instant.parse("2026-11-29T00:15:00Z");

    final List<String> cancelled = new CopyOnWriteArrayList<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    volatile boolean answers = true;

    @Override
    public Standing standing() {
        return new Standing(
                Kind.ELSEWHERE,
                Optional.of("bascule://lab:7423"),
                answers ? State.UP : State.UNREACHABLE,
                answers ? Optional.empty() : Optional.of("no answer within 5 s"),
                Optional.of(NOW));
    }

    @Override
    public List<Worker> workers() {
        return List.of(
                new Worker(
                        "mac-0a1b2c",
                        WorkerState.BUSY,
                        Optional.of(NOW),
                        Optional.of(new JobName(RUN + "-2", Optional.of(RUN), Optional.of(2))),
                        Optional.of(new Machine(
                                "macos",
                                "arm64",
                                "Apple M4",
                                10,
                                Optional.empty(),
                                List.of(
                                        new MachineBackend("cpu", "session", true),
                                        new MachineBackend("coreml", "library", false)),
                                List.of(new MachineBrowser("chromium", "153.0.7871.0")),
                                List.of("Apple M4"),
                                List.of("quiet")))),
                new Worker(
                        "gpu-3d4e5f",
                        WorkerState.LOST,
                        Optional.of(NOW.minusSeconds(90)),
                        Optional.of(new JobName("of-others-7", Optional.empty(), Optional.empty())),
                        Optional.empty()));
    }

    @Override
    public Runs runs() {
        return new Runs(List.of(new PoolRun(RUN, "anna-6f7a8b", NOW, new Counts(1, 1, 0, 0, 0))), 1);
    }

    @Override
    public Optional<PoolRun> run(String id) {
        return runs().newest().stream().filter(run -> run.run().equals(id)).findFirst();
    }

    @Override
    public Part jobs(String run, Set<JobStanding> states, int from, int count) {
        List<PoolJob> wanted = all().stream()
                .filter(job -> states.isEmpty() || states.contains(job.state()))
                .toList();
        return new Part(wanted.stream().skip(from).limit(count).toList(), wanted.size());
    }

    @Override
    public Optional<PoolJob> job(String run, int number) {
        return all().stream().filter(job -> job.number() == number).findFirst();
    }

    private List<PoolJob> all() {
        if (!answers) {
            throw new BasculeException(ErrorCode.COORDINATOR_UNREACHABLE, "no answer within 5 s");
        }
        return List.of(
                job(1, JobStanding.WAITING, Optional.of("no worker can do it: mac-0a1b2c: cuda is missing"), List.of()),
                job(
                        2,
                        JobStanding.PLACED,
                        Optional.empty(),
                        List.of(
                                attempt(
                                        1,
                                        AttemptStanding.LOST,
                                        Optional.of(new Trouble(
                                                "WORKER_LOST", "gpu-3d4e5f was silent for 30 s", List.of()))),
                                attempt(2, AttemptStanding.RUNNING, Optional.empty()))));
    }

    private static PoolJob job(int number, JobStanding state, Optional<String> waits, List<Attempt> attempts) {
        return new PoolJob(RUN + "-" + number, RUN, number, state, NOW, waits, Optional.empty(), attempts);
    }

    private static Attempt attempt(int number, AttemptStanding state, Optional<Trouble> trouble) {
        return new Attempt(
                number,
                number == 1 ? "gpu-3d4e5f" : "mac-0a1b2c",
                "0.1.0",
                state,
                "assignment",
                "it is the quickest",
                NOW,
                Optional.of(NOW),
                trouble.map(why -> NOW.plusSeconds(30)),
                Optional.empty(),
                trouble);
    }

    @Override
    public Optional<Outlook> outlook(PoolJob job) {
        return job.state() == JobStanding.WAITING
                ? Optional.of(new Outlook(
                        "is planned on mac-0a1b2c",
                        List.of(
                                new Chance(
                                        "mac-0a1b2c",
                                        true,
                                        Optional.of(new ExpectedTime(4000, 3000, 6000, Source.MEASURED, false)),
                                        "4.00 s; idle"),
                                new Chance("gpu-3d4e5f", false, Optional.empty(), "cuda is missing"))))
                : Optional.empty();
    }

    @Override
    public void cancel(String run) {
        cancelled.add(run);
        listeners.forEach(Runnable::run);
    }

    @Override
    public void listen(Runnable changed) {
        listeners.add(changed);
    }
}
