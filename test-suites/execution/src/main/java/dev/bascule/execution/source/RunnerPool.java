package dev.bascule.execution.source;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.target.Browser;
import java.time.Duration;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one launcher of a {@link RunnerSource} gives: runners, and what they say of themselves. Belongs to the source's
 * thread, but for starting, which several lanes may do side by side, and {@link #kill}.
 */
final class RunnerPool {
    private static final Logger LOG = LoggerFactory.getLogger(RunnerPool.class);

    private final Launcher launcher;
    private final RunnerGateway gateway;
    private final Duration launchTimeout;
    private final TimeBreakdown times;
    private final Deque<LaunchedRunner> spare = new ConcurrentLinkedDeque<>();
    private final Consumer<Failure> errors;
    private final LongAdder launching = new LongAdder();
    private SourceStatus sourceStatus;

    /** @param errors hears of each start that failed */
    RunnerPool(
            String source,
            Launcher launcher,
            RunnerGateway gateway,
            Duration launchTimeout,
            TimeBreakdown times,
            Consumer<Failure> errors) {
        this.launcher = launcher;
        this.gateway = gateway;
        this.launchTimeout = launchTimeout;
        this.times = times;
        this.errors = errors;
        this.sourceStatus = SourceStatus.unknown(source);
    }

    /** Starts the first runner, if none was started yet, and keeps it. */
    Optional<Failure> start() {
        if (!sourceStatus.isKnown()) {
            Launcher.Launch first = launch();
            Launcher.Launch launch = killed(first).map(this::again).orElse(first);
            if (launch instanceof Launcher.Launch.Started started) {
                spare.add(started.launched());
            } else {
                sourceStatus = sourceStatus.brokenBy(((Launcher.Launch.NotStarted) launch).failure());
            }
        }
        return sourceStatus.broken();
    }

    /**
     * Why there was a process that somebody killed before it could be asked anything. It would cost the run each of its cells, and says
     * nothing of what it would have loaded; what crashed by itself does, and stands.
     */
    private static Optional<Failure> killed(Launcher.Launch launch) {
        return launch instanceof Launcher.Launch.NotStarted not
                        && not.failure().code() == ErrorCode.PROCESS_KILLED
                        && !Thread.currentThread().isInterrupted()
                ? Optional.of(not.failure())
                : Optional.empty();
    }

    /** The first failure is told already, and stays in the record whatever comes of this. */
    private Launcher.Launch again(Failure first) {
        LOG.warn(
                "{} was killed before it could be asked, and is started once more: {}",
                sourceStatus.source(),
                first.message());
        return launch();
    }

    /** The spare runner, or a new process. */
    Launcher.Launch launch() {
        Optional<LaunchedRunner> kept = takeSpare();
        if (kept.isPresent()) {
            return new Launcher.Launch.Started(kept.get());
        }
        Launcher.Launch launch = fresh();
        if (launch instanceof Launcher.Launch.Started started) {
            learn(started.launched());
        }
        return launch;
    }

    /** How long its starts took, all together. */
    Duration launchesTook() {
        return Duration.ofNanos(launching.sum());
    }

    /** A new process, which is asked nothing. */
    Launcher.Launch fresh() {
        long begun = System.nanoTime();
        Launcher.Launch launch =
                times.time("starting browsers and native runners", () -> launcher.launch(gateway, launchTimeout));
        launching.add(System.nanoTime() - begun);
        // Who interrupts a start knows why it failed.
        if (launch instanceof Launcher.Launch.NotStarted not
                && !Thread.currentThread().isInterrupted()) {
            errors.accept(not.failure());
        }
        if (launch instanceof Launcher.Launch.Started started) {
            reached(started.launched());
        }
        return launch;
    }

    private synchronized Optional<LaunchedRunner> takeSpare() {
        return Optional.ofNullable(spare.poll());
    }

    private synchronized void learn(LaunchedRunner launched) {
        sourceStatus = sourceStatus.after(launched);
    }

    private synchronized void reached(LaunchedRunner launched) {
        sourceStatus = sourceStatus.reaching(launched.reach());
    }

    SourceStatus known() {
        start();
        return sourceStatus;
    }

    /** What is known without starting anything. */
    SourceStatus sourceStatus() {
        return sourceStatus;
    }

    /** The browser of its last runner; empty where none has started. */
    Optional<Browser> browser() {
        return sourceStatus.browser();
    }

    Collection<Runnable> closing() {
        return List.copyOf(spare).stream()
                .<Runnable>map(unused -> unused::close)
                .toList();
    }

    long memoryBytes() {
        return LiveRunners.bytes(spare);
    }

    void forgetSpare() {
        spare.clear();
    }

    void kill() {
        List.copyOf(spare).forEach(LaunchedRunner::kill);
    }
}
