package dev.bascule.app.orders;

import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineLock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Keeps a share of the machine for as long as runners are kept on it, so that nothing is timed beside an idle browser, and ends both as
 * soon as somebody waits to measure. Thread-safe.
 */
final class WarmTurn implements AutoCloseable {
    private final ConformanceRunners runners;
    private final Supplier<MachineLock> machine;
    private final Duration look;
    private Optional<MachineLease> held = Optional.empty();
    private Optional<Thread> looking = Optional.empty();

    /** @param look how often it is looked whether somebody waits, and what was idle for too long */
    WarmTurn(ConformanceRunners runners, Supplier<MachineLock> machine, Duration look) {
        this.runners = runners;
        this.machine = machine;
        this.look = look;
    }

    /** Takes over a job's share of the machine, now that the job is done. */
    synchronized void keep(MachineLease share) {
        if (held.isPresent()) {
            share.close();
        } else {
            held = Optional.of(share);
        }
        check();
        if (held.isPresent() && looking.isEmpty()) {
            Thread thread = new Thread(this::look, "bascule-kept-runners");
            thread.setDaemon(true);
            looking = Optional.of(thread);
            thread.start();
        }
    }

    private void look() {
        try {
            while (checked()) {
                Thread.sleep(look.toMillis());
            }
        } catch (InterruptedException e) {
            // It was ended by another.
        }
    }

    /** Whether there is anything to look after. */
    private synchronized boolean checked() {
        boolean own = looking.filter(thread -> thread == Thread.currentThread()).isPresent();
        if (own) {
            check();
            if (held.isEmpty()) {
                looking = Optional.empty();
            }
        }
        return own && held.isPresent();
    }

    private void check() {
        runners.tidy();
        if (runners.isEmpty() || machine.get().isWanted()) {
            end();
        }
    }

    /** Ends the runners first: who measures next is not to meet them. */
    synchronized void end() {
        runners.clear();
        Optional<MachineLease> share = held;
        held = Optional.empty();
        share.ifPresent(MachineLease::close);
    }

    @Override
    public synchronized void close() {
        looking.ifPresent(Thread::interrupt);
        looking = Optional.empty();
        runners.close();
        end();
    }
}
