package dev.bascule.app.environment;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Side;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps run environments, with the browsers and children on them, between runs of which nothing is timed: few, within a limit of
 * memory, and not for long. Of too many the least worth ends first: the longer idle and the sooner started again, the less. One that was
 * killed is not kept. Thread-safe; what is lent belongs to its borrower.
 */
public final class KeptRunEnvironments implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KeptRunEnvironments.class);

    private final Opening factory;
    private final Limits limits;
    private final Clock clock;
    private final LongSupplier nanos;
    private final List<Kept> idle = new ArrayList<>();
    private boolean closed;

    /** How an environment is made: as {@link LocalRunEnvironments} does it. */
    @FunctionalInterface
    public interface Opening {
        RunEnvironment open(BrowserSetup setup, Set<Side> sides, TimeBreakdown times, RunListener listener);
    }

    /**
     * What may be kept.
     *
     * @param most environments, at least 1
     * @param bytes of memory over all; what nobody can measure, such as a browser of a Grid, counts none
     * @param idle how long one is kept that nobody borrows
     */
    public record Limits(int most, long bytes, Duration idle) {}

    /**
     * @param times of whoever borrows it
     * @param opened how long its start took, without that of its runners
     * @param start how long it would take until all that is on it ran again
     */
    private record Kept(
            RunEnvironment environment,
            BrowserSetup setup,
            Set<Side> sides,
            TimeBreakdown times,
            Duration opened,
            Duration start,
            long bytes,
            long since) {}

    public KeptRunEnvironments(Opening factory, Limits limits, Clock clock) {
        this(factory, limits, clock, System::nanoTime);
    }

    /** @param nanos a clock that is never set */
    KeptRunEnvironments(Opening factory, Limits limits, Clock clock, LongSupplier nanos) {
        this.factory = factory;
        this.limits = limits;
        this.clock = clock;
        this.nanos = nanos;
    }

    /**
     * One that was kept, or a new one.
     *
     * @param setup which times nothing: what is timed begins in processes of its own
     * @param sides which take part; another one's runners start when something asks for them
     */
    public RunEnvironment open(BrowserSetup setup, Set<Side> sides, TimeBreakdown times, RunListener listener) {
        if (setup.timed()) {
            throw new IllegalArgumentException("what is timed begins in processes of its own");
        }
        Optional<Kept> kept = take(setup, sides);
        if (kept.isPresent()) {
            return lent(kept.orElseThrow(), times);
        }
        long begun = nanos.getAsLong();
        // Of none in particular: what starts later is another borrower's.
        TimeBreakdown passing = new TimeBreakdown();
        passing.passTo(times);
        RunEnvironment made = factory.open(setup, sides, passing, listener);
        Duration opened = Duration.ofNanos(nanos.getAsLong() - begun).minus(launches(made));
        return lent(
                new Kept(
                        made, setup, sides, passing, opened.isNegative() ? Duration.ZERO : opened, Duration.ZERO, 0, 0),
                times);
    }

    private synchronized Optional<Kept> take(BrowserSetup setup, Set<Side> sides) {
        Optional<Kept> fitting = idle.stream()
                .filter(one -> one.setup().equals(setup) && one.sides().equals(sides))
                .findFirst();
        fitting.ifPresent(idle::remove);
        return fitting;
    }

    private RunEnvironment lent(Kept kept, TimeBreakdown times) {
        kept.times().passTo(times);
        return new LentRunEnvironment(kept.environment(), times, clock) {
            private volatile boolean killed;
            private boolean back;

            @Override
            public boolean keepsRunners() {
                return true;
            }

            @Override
            public void kill() {
                killed = true;
                super.kill();
            }

            @Override
            public synchronized void close() {
                if (!back) {
                    back = true;
                    giveBack(kept, killed);
                }
            }
        };
    }

    private void giveBack(Kept kept, boolean killed) {
        long bytes = killed ? 0 : bytes(kept.environment());
        List<Kept> ending = new ArrayList<>();
        synchronized (this) {
            if (killed || closed) {
                ending.add(kept);
            } else {
                idle.add(new Kept(
                        kept.environment(),
                        kept.setup(),
                        kept.sides(),
                        kept.times(),
                        kept.opened(),
                        kept.opened().plus(launches(kept.environment())),
                        bytes,
                        nanos.getAsLong()));
                ending.addAll(tooMany());
            }
        }
        ending.forEach(KeptRunEnvironments::end);
    }

    private static Stream<RunnerSource> sources(RunEnvironment environment) {
        return Stream.concat(Stream.of(environment.nativeSource()), environment.browsers().stream());
    }

    private static Duration launches(RunEnvironment environment) {
        return sources(environment).map(RunnerSource::launchesTook).reduce(Duration.ZERO, Duration::plus);
    }

    private static long bytes(RunEnvironment environment) {
        return sources(environment).mapToLong(RunnerSource::memoryBytes).sum();
    }

    private List<Kept> tooMany() {
        List<Kept> ending = new ArrayList<>();
        long now = nanos.getAsLong();
        while (idle.size() > limits.most()
                || idle.stream().mapToLong(Kept::bytes).sum() > limits.bytes()) {
            Kept least = idle.stream()
                    .min(Comparator.comparingDouble(one -> worth(one, now)))
                    .orElseThrow();
            idle.remove(least);
            ending.add(least);
        }
        return ending;
    }

    /** Time to start it again by time that it was idle. */
    private static double worth(Kept kept, long now) {
        return (double) kept.start().toNanos() / Math.max(1, now - kept.since());
    }

    /** Ends those that nobody borrowed for too long; to be called now and then. */
    public void tidy() {
        List<Kept> ending;
        synchronized (this) {
            long now = nanos.getAsLong();
            ending = idle.stream()
                    .filter(one -> now - one.since() >= limits.idle().toNanos())
                    .toList();
            idle.removeAll(ending);
        }
        ending.forEach(KeptRunEnvironments::end);
    }

    /** Whether nothing is kept that nobody has borrowed. */
    public synchronized boolean isEmpty() {
        return idle.isEmpty();
    }

    /** The backends of which a runner is kept and idle. */
    public synchronized Set<Backend> warm() {
        return idle.stream()
                .flatMap(one -> sources(one.environment()))
                .flatMap(source -> source.running().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Ends all that is idle; what is lent comes back, and may be kept again. */
    public void clear() {
        List<Kept> ending;
        synchronized (this) {
            ending = List.copyOf(idle);
            idle.clear();
        }
        ending.forEach(KeptRunEnvironments::end);
    }

    /** Ends all that is idle, and what is lent when it comes back. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        clear();
    }

    private static void end(Kept kept) {
        // An interrupt that strikes its closing would leave processes behind.
        boolean interrupted = Thread.interrupted();
        try {
            kept.environment().close();
        } catch (RuntimeException e) {
            LOG.warn("not everything that was kept could be closed", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
