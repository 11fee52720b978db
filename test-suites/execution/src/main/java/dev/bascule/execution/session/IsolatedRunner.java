package dev.bascule.execution.session;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher.Launch;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.WireTraffic;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A runner in a process of its own: started when it is first needed, and replaced at the next need once it was no longer
 * sound, so that no later job is blamed for what an earlier one left behind. Belongs to one thread at a time, but for
 * {@link #kill}.
 */
public final class IsolatedRunner implements AutoCloseable {
    private final RunnerSupply supply;
    private final AtomicInteger kills = new AtomicInteger();
    private volatile Optional<LaunchedRunner> current = Optional.empty();

    /** One that is not started yet. */
    public IsolatedRunner(RunnerSupply supply) {
        this.supply = supply;
    }

    /** Starts it unless it is running; why it did not start, where it did not. */
    public Optional<Failure> start() {
        return isRunning() ? Optional.empty() : became(supply::launch);
    }

    /** Opens a fresh page in the same process and profile, natively a new process; where none is running, starts one. */
    public Optional<Failure> recycle() {
        Optional<LaunchedRunner> used = current;
        return used.isEmpty() ? start() : became(() -> supply.recycle(used.get()));
    }

    private Optional<Failure> became(Supplier<Launch> starting) {
        int before = kills.get();
        return starting.get()
                .fold(
                        launched -> {
                            current = Optional.of(launched);
                            // Whoever killed it while it was starting found nothing to kill.
                            if (kills.get() != before) {
                                launched.kill();
                            }
                            return Optional.empty();
                        },
                        failure -> {
                            current = Optional.empty();
                            return Optional.of(failure);
                        });
    }

    /** Whether there is a process that nobody has found unsound. */
    public boolean isRunning() {
        return current.isPresent();
    }

    /**
     * Opens a model: fetches it, creates the session, runs the first inference of each step. Starts the runner first where
     * it is not running; one that does not start was lost in the phase {@code launch}.
     *
     * @param timeout for this and each later answer
     */
    public Reply<CheckedSession> open(Job job, Duration timeout) {
        return asked(
                on -> on.runner().open(job, timeout),
                (session, on) -> new CheckedSession(
                        session, job.feeds().steps(), timeout, on.runner().probe(), () -> discard(on)));
    }

    /** Opens a model, keeps what it made of its inputs, and finishes the session. */
    public Reply<SessionResult> run(Job job, Duration timeout) {
        Reply<CheckedSession> opened = open(job, timeout);
        if (opened instanceof Reply.Failed<CheckedSession> failed) {
            return new Reply.Failed<>(failed.fault());
        }
        CheckedSession session = opened.result().orElseThrow();
        return session.finish().map(closing -> new SessionResult(session.firstOutputs(), closing));
    }

    /** Asks the runner for what takes no session, such as prepared inputs. Starts it first where it is not running. */
    public <T> Reply<T> ask(Function<Runner, Reply<T>> question) {
        return asked(on -> question.apply(on.runner()), (answer, on) -> answer);
    }

    /** @param taken what an answer becomes, by the process that gave it */
    private <T, R> Reply<R> asked(Function<LaunchedRunner, Reply<T>> question, BiFunction<T, LaunchedRunner, R> taken) {
        Optional<Failure> absent = start();
        if (absent.isPresent()) {
            return new Reply.Failed<>(new Fault.Lost("launch", absent.get().message()));
        }
        LaunchedRunner on = current.orElseThrow();
        Reply<T> reply = question.apply(on);
        if (reply instanceof Reply.Failed<T> failed
                && !FaultClassifier.classify(failed.fault()).runnerIsSound()) {
            discard(on);
        }
        return reply.map(answer -> taken.apply(answer, on));
    }

    /** Reads the memory of the running process; empty where it is out of reach. */
    public Optional<MemoryMeter> memory() {
        return current.flatMap(LaunchedRunner::memory);
    }

    /** What went over the connection of the running process so far; empty where none is running, or nobody counts. */
    public Optional<WireTraffic> traffic() {
        return current.flatMap(running -> running.runner().traffic());
    }

    /** What the running browser says of its graphics; on which nothing may be timed any more. */
    public Map<String, String> internals() {
        return current.map(LaunchedRunner::internals).orElse(Map.of());
    }

    /** Kills it, for it is lost, silent or otherwise no longer sound. */
    public void discard() {
        current.ifPresent(this::discard);
    }

    /** A session may learn late that its runner is unsound, when another has taken its place. */
    private void discard(LaunchedRunner unsound) {
        unsound.kill();
        supply.release(unsound);
        if (current.filter(running -> running == unsound).isPresent()) {
            current = Optional.empty();
        }
    }

    /** Kills its process at once, one that is just being started as well. Callable from any thread. */
    public void kill() {
        kills.incrementAndGet();
        current.ifPresent(LaunchedRunner::kill);
    }

    /** Lets its process go in good order; a later use starts anew. */
    @Override
    public void close() {
        current.ifPresent(supply::release);
        current = Optional.empty();
    }
}
