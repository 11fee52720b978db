package dev.bascule.cli.serve;

import dev.bascule.app.orders.PoolSight;
import dev.bascule.bridge.dashboard.queue.PoolFacts;
import dev.bascule.bridge.dashboard.queue.PoolFacts.JobStanding;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Kind;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Outlook;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolJob;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolRun;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Standing;
import dev.bascule.bridge.dashboard.queue.PoolFacts.State;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Worker;
import dev.bascule.bridge.dashboard.queue.WorkerPool;
import dev.bascule.cli.serve.PoolQuestions.Question;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.RunList;
import dev.bascule.workers.ledger.RunPart;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pool that the dashboard shows. It looks at workers and runs again and again, and keeps what it saw: a coordinator that does not
 * answer keeps no page waiting. Thread-safe.
 */
final class DashboardPool implements WorkerPool, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DashboardPool.class);

    private final PoolSight sight;
    private final Kind kind;
    private final String address;
    private final Pace pace;
    private final Clock clock;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    /** What is seen is for one thread at a time. */
    private final PoolQuestions questions = new PoolQuestions();

    private final Thread looking;
    private volatile SeenPool seen;
    private volatile Optional<String> ended = Optional.empty();
    /** The look that is under way, which all share who want one. */
    private Optional<Question<Boolean>> look = Optional.empty();

    /**
     * How often, and how long.
     *
     * @param pause between two looks
     * @param patience for an answer
     * @param first patience for the very first one
     */
    record Pace(Duration pause, Duration patience, Duration first) {
        static final Pace USUAL = new Pace(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(30));
    }

    private DashboardPool(PoolSight sight, Kind kind, String address, Pace pace, Clock clock) {
        this.sight = sight;
        this.kind = kind;
        this.address = address;
        this.pace = pace;
        this.clock = clock;
        this.seen = SeenPool.NOTHING;
        this.looking = new Thread(this::lookAgainAndAgain, "pool-look");
        looking.setDaemon(true);
    }

    /**
     * Begins to look.
     *
     * @param address of the coordinator, without a token
     * @throws BasculeException what the coordinator answers the first time
     */
    static DashboardPool of(PoolSight sight, Kind kind, String address, Pace pace, Clock clock) {
        DashboardPool pool = new DashboardPool(sight, kind, address, pace, clock);
        try {
            pool.seen = pool.ask(pool::now, pace.first());
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
        pool.looking.start();
        return pool;
    }

    private SeenPool now() throws InterruptedException {
        RunList runs = sight.runs();
        List<PoolRun> newest = runs.newest().stream().map(PoolWords::run).toList();
        Set<String> shown = newest.stream().map(PoolRun::run).collect(Collectors.toUnmodifiableSet());
        List<Worker> workers = sight.workers().stream()
                .map(worker -> PoolWords.worker(worker, shown))
                .toList();
        return new SeenPool(workers, new Runs(newest, runs.total()), Optional.of(clock.instant()), Optional.empty());
    }

    private void lookAgainAndAgain() {
        try {
            while (ended.isEmpty()) {
                Thread.sleep(pace.pause().toMillis());
                lookOrTell();
            }
        } catch (InterruptedException e) {
            // The server ends.
        }
    }

    private void lookOrTell() throws InterruptedException {
        try {
            lookOnce();
        } catch (RuntimeException e) {
            show(failed(e), Optional.empty());
        }
    }

    /** Told once: it may fail so each second. */
    private SeenPool failed(RuntimeException why) {
        SeenPool after = seen.silent(String.valueOf(why.getMessage()));
        if (!(why instanceof BasculeException) && !after.silent().equals(seen.silent())) {
            LOG.warn("the pool at {} cannot be looked at", address, why);
        }
        return after;
    }

    /** Looks, with others who do so now, and waits for it; where that takes too long, it goes on without whoever waits. */
    private void lookOnce() throws InterruptedException {
        Optional<Question<Boolean>> shared = shared();
        if (shared.isPresent() && shared.orElseThrow().within(pace.patience()).isEmpty()) {
            late(shared.orElseThrow());
        }
    }

    private synchronized Optional<Question<Boolean>> shared() {
        if (ended.isPresent()) {
            return Optional.empty();
        }
        if (look.filter(one -> !one.isAnswered()).isEmpty()) {
            look = questions.ask(() -> {
                see();
                return true;
            });
        }
        return look;
    }

    /** On the thread that asks, so that what was seen later is shown later. */
    private void see() throws InterruptedException {
        SeenPool after;
        try {
            after = now();
        } catch (RuntimeException e) {
            // Whatever it is: the next look may do better, and what is shown meanwhile is not to pass for news.
            after = failed(e);
        }
        show(after, Optional.empty());
    }

    private void late(Question<Boolean> waited) {
        show(seen.silent(silence()), Optional.of(waited));
    }

    /** @param unless nothing is shown where this was answered or is not waited for any more */
    private void show(SeenPool after, Optional<Question<Boolean>> unless) {
        boolean changed;
        synchronized (this) {
            if (unless.isPresent() && !look.equals(unless)) {
                return;
            }
            if (unless.isEmpty()) {
                look = Optional.empty();
            }
            changed = !after.isAs(seen);
            seen = after;
        }
        if (changed) {
            tell();
        }
    }

    private void tell() {
        for (Runnable listener : listeners) {
            try {
                listener.run();
            } catch (RuntimeException e) {
                LOG.warn("a page could not be told of the pool", e);
            }
        }
    }

    /** The coordinator stopped for good. */
    void end(String why) {
        ended = Optional.of(why);
        tell();
    }

    private String silence() {
        return "%s does not answer within %d s"
                .formatted(address, pace.patience().toSeconds());
    }

    /** Asks where the coordinator answers, as far as is known. */
    private <T> T ask(Callable<T> asked) {
        Optional<String> gone = ended.or(() -> seen.silent());
        if (gone.isPresent()) {
            throw unreachable(gone.orElseThrow());
        }
        return ask(asked, pace.patience());
    }

    private <T> T ask(Callable<T> asked, Duration patience) {
        Question<T> question = questions.ask(asked).orElseThrow(() -> unreachable("the server ends"));
        try {
            return question.within(patience).orElseThrow(() -> unreachable(silence()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable("the server ends");
        } finally {
            question.leave();
        }
    }

    private static BasculeException unreachable(String why) {
        return new BasculeException(ErrorCode.COORDINATOR_UNREACHABLE, why);
    }

    @Override
    public Standing standing() {
        Optional<String> over = ended;
        SeenPool last = seen;
        State state = over.isPresent() ? State.ENDED : last.silent().isPresent() ? State.UNREACHABLE : State.UP;
        return new Standing(kind, Optional.of(address), state, over.or(last::silent), last.asOf());
    }

    @Override
    public List<Worker> workers() {
        return seen.workers();
    }

    @Override
    public Runs runs() {
        return seen.runs();
    }

    @Override
    public Optional<PoolRun> run(String id) {
        return seenRun(id).or(() -> {
            if (seen.silent().isEmpty()) {
                lookNow();
            }
            return seenRun(id);
        });
    }

    private Optional<PoolRun> seenRun(String id) {
        return seen.runs().newest().stream().filter(run -> run.run().equals(id)).findFirst();
    }

    @Override
    public Part jobs(String run, Set<JobStanding> states, int from, int count) {
        RunPart part = ask(() -> sight.part(
                run, states.stream().map(PoolWords::state).collect(Collectors.toUnmodifiableSet()), from, count));
        return new Part(part.jobs().stream().map(PoolWords::job).toList(), part.total());
    }

    @Override
    public Optional<PoolJob> job(String run, int number) {
        return ask(() -> sight.job(JobRequest.idOf(run, number))).map(PoolWords::job);
    }

    @Override
    public Optional<Outlook> outlook(PoolJob job) {
        return job.state() == PoolFacts.JobStanding.WAITING
                ? ask(() -> sight.explain(new JobId(job.id()))).map(PoolWords::outlook)
                : Optional.empty();
    }

    @Override
    public void cancel(String run) {
        ask(() -> {
            sight.cancel(run);
            return true;
        });
        lookNow();
    }

    private void lookNow() {
        try {
            lookOnce();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void listen(Runnable changed) {
        listeners.add(changed);
    }

    @Override
    public void close() {
        looking.interrupt();
        questions.close();
    }
}
