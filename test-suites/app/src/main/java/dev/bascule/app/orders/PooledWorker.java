package dev.bascule.app.orders;

import dev.bascule.execution.attempt.PlacementVerdict;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.RunnerEnd;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.replicas.Worker;
import dev.bascule.studies.session.Ended;
import dev.bascule.workers.job.JobFrames;
import dev.bascule.workers.wire.AttemptKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A replica as a job of a pool. What a worker says is held against what it was asked, and against this machine's clock. Belongs to its
 * replica's thread, but for {@link #kill}.
 */
final class PooledWorker implements Worker {
    private static final Logger LOG = LoggerFactory.getLogger(PooledWorker.class);

    /** Of an opening, beside a session's time: an environment, a browser. */
    private static final Duration START = Duration.ofMinutes(2);

    private final ReplicaPool pool;
    private final Function<String, PoolJob> jobs;
    private final Map<String, Path> files;
    private final Limits limits;
    private final String name;
    private final Backend backend;
    private final Consumer<PooledReplica.Known> seen;
    /** The run of its job that is not over; each has a name of its own. */
    private final AtomicReference<Optional<String>> run = new AtomicReference<>(Optional.empty());
    /** Of that job, from when a worker took it. */
    private final AtomicReference<Optional<ReplicaKeeper>> keeper = new AtomicReference<>(Optional.empty());

    private volatile boolean killed;
    private Optional<JobPool> line = Optional.empty();
    private Optional<AttemptKey> attempt = Optional.empty();
    private int opened;
    private long number;
    private WireTraffic traffic = new WireTraffic(0, 0);

    /**
     * @param patience for a worker that takes it
     * @param answer for each of its answers
     * @param beat between two words to its worker that the host is there
     */
    record Limits(Duration patience, Duration answer, Duration beat) {}

    /**
     * @param jobs its job in a run of this name
     * @param name of its runs, to which a number comes
     * @param seen hears where it opened
     */
    PooledWorker(
            ReplicaPool pool,
            Function<String, PoolJob> jobs,
            Map<String, Path> files,
            Limits limits,
            String name,
            Backend backend,
            Consumer<PooledReplica.Known> seen) {
        this.pool = pool;
        this.jobs = jobs;
        this.files = Map.copyOf(files);
        this.limits = limits;
        this.name = name;
        this.backend = backend;
        this.seen = seen;
    }

    @Override
    public Optional<Ended> open(Map<String, Tensor> inputs) {
        cancel();
        killed = false;
        number = 0;
        byte[] frame = ReplicaAsk.open(inputs);
        // It shows all that it is fed, beside gradients of as many numbers as there are parameters.
        if (2L * frame.length > JobFrames.LONGEST) {
            return Optional.of(new Ended(
                    Verdict.UNSUPPORTED,
                    Failure.of(
                            ErrorCode.OPTION_UNSUPPORTED,
                            "what it is fed has %d bytes, and a pool passes %d on at a time"
                                    .formatted(frame.length, JobFrames.LONGEST / 2),
                            "have it computed on this machine")));
        }
        try {
            JobPool own = line();
            String named = "%s-%d".formatted(name, ++opened);
            PoolJob job = jobs.apply(named);
            run.set(Optional.of(named));
            own.submit(List.of(job.request()), files);
            ReplicaSeat.Found found = new ReplicaSeat(own, limits.patience(), () -> killed).await(job);
            if (found instanceof ReplicaSeat.Nobody nobody) {
                cancel();
                return Optional.of(new Ended(Verdict.UNSUPPORTED, nobody.why()));
            }
            ReplicaSeat.Taken taken = (ReplicaSeat.Taken) found;
            attempt = Optional.of(taken.attempt());
            keep(Optional.of(ReplicaKeeper.start(pool.connect(), taken.attempt(), limits.beat())));
            if (killed) {
                keep(Optional.empty());
            }
            ReplicaAnswer.Said said = tell(frame, START.plus(limits.answer()));
            Optional<Ended> over = said.over();
            if (over.isPresent()) {
                return over;
            }
            seen.accept(new PooledReplica.Known(
                    taken.worker(),
                    said.head()
                            .seen()
                            .orElseThrow(() -> Words.refused("nothing of where it is"))
                            .on(backend)));
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(Ended.of(new Fault.Lost("launch", "it was stopped")));
        } catch (BasculeException e) {
            return Optional.of(Ended.of(fault("launch", e)));
        }
    }

    private void keep(Optional<ReplicaKeeper> next) {
        keeper.getAndSet(next).ifPresent(ReplicaKeeper::close);
    }

    private JobPool line() {
        if (line.isEmpty()) {
            line = Optional.of(pool.connect().get());
        }
        return line.orElseThrow();
    }

    private ReplicaAnswer.Said tell(byte[] frame, Duration within) throws InterruptedException {
        AttemptKey key = attempt.orElseThrow(() -> new IllegalStateException("no job is under way"));
        byte[] answer = line().tell(key, ++number, frame, within);
        traffic = traffic.plus(new WireTraffic(frame.length, answer.length));
        return ReplicaAnswer.read(answer);
    }

    @Override
    public Reply<Advance> compute(Map<String, Tensor> inputs, Set<String> read) {
        try {
            // A frame comes again where the connection breaks, and its steps have a limit of their own.
            Duration within = limits.answer().multipliedBy(2);
            long begun = System.nanoTime();
            ReplicaAnswer.Said said = tell(ReplicaAsk.advance(inputs, read), within);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            Optional<Ended> over = said.over();
            if (over.isPresent()) {
                Failure why = over.orElseThrow().failure();
                return new Reply.Failed<>(new Fault.Lost("advance", new RunnerEnd(why.code(), why.message())));
            }
            Advance advance = said.advance();
            return ReplicaPlausible.doubt(advance, inputs, read, took)
                    .<Reply<Advance>>map(why -> new Reply.Failed<>(new Fault.Implausible("advance", why)))
                    .orElseGet(() -> new Reply.Ok<>(advance));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Reply.Failed<>(new Fault.Lost("advance", "it was stopped"));
        } catch (BasculeException e) {
            return new Reply.Failed<>(fault("advance", e));
        }
    }

    private static Fault fault(String phase, BasculeException why) {
        String words = why.failure().message();
        return why.code() == ErrorCode.PROTOCOL_VIOLATION
                ? new Fault.Implausible(phase, "what its worker says is no answer: " + words)
                : new Fault.Lost(phase, new RunnerEnd(why.code(), "the pool: " + words));
    }

    @Override
    public Optional<WireTraffic> traffic() {
        return Optional.of(traffic);
    }

    @Override
    public Optional<SessionPlacement> end() {
        if (attempt.isEmpty()) {
            return Optional.empty();
        }
        try {
            ReplicaAnswer.Said said = tell(ReplicaAsk.end(), limits.answer());
            keep(Optional.empty());
            // Its job is over with that.
            run.set(Optional.empty());
            attempt = Optional.empty();
            return said.over().isPresent()
                    ? Optional.empty()
                    : said.evidence(backend)
                            .map(PooledWorker::byItsWord)
                            .map(evidence -> new SessionPlacement(evidence, PlacementVerdict.of(evidence)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (BasculeException e) {
            LOG.warn("{} did not end in good order: {}", name, e.getMessage());
            return Optional.empty();
        }
    }

    /** Nothing of that machine is seen from here: a record that came from it proves nothing, and one that is against it stands. */
    private static Evidence byItsWord(Evidence evidence) {
        return evidence.proof() == ProofClass.PROVEN ? evidence.reported() : evidence;
    }

    /** Its job is cancelled, over a connection of its own: the worker kills what computes. */
    @Override
    public void kill() {
        killed = true;
        keep(Optional.empty());
        Optional<String> running = run.getAndSet(Optional.empty());
        running.ifPresent(named -> {
            // Whoever stops for an interrupt still has to tell the worker so.
            boolean interrupted = Thread.interrupted();
            try (JobPool own = pool.connect().get()) {
                own.cancel(named);
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (RuntimeException e) {
                LOG.warn("{} is not cancelled: {}", named, e.getMessage());
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        });
    }

    /** Whatever there is of it. */
    private void cancel() {
        keep(Optional.empty());
        attempt = Optional.empty();
        run.getAndSet(Optional.empty()).ifPresent(named -> {
            boolean interrupted = Thread.interrupted();
            try {
                line().cancel(named);
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (RuntimeException e) {
                LOG.warn("{} is not cancelled: {}", named, e.getMessage());
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        });
    }

    @Override
    public void close() {
        cancel();
        line.ifPresent(JobPool::close);
        line = Optional.empty();
    }
}
