package dev.bascule.cli.serve;

import dev.bascule.app.local.ServeService.ConnectedDevice;
import dev.bascule.app.local.ServeService.Serving;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.execution.machine.OwnAddresses;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.time.GracePeriod;
import dev.bascule.reports.format.Figures;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs the cases on each device that attaches, until enough have, or until it is interrupted. Devices run side by side, but
 * for those of one address: they may be browsers of one machine, and would disturb each other. For one thread.
 */
final class ServeSession {
    private static final Duration LOOK = Duration.ofMillis(200);
    /** A bit less than an interrupted command has in all. */
    private static final GracePeriod STOPPING = new GracePeriod(Duration.ofSeconds(8));

    private final Console console;
    private final Optional<Integer> wanted;
    private final DeviceRun deviceRun;
    private final Semaphore machine;
    private final Runnable stopping;
    private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();
    private final List<Finished> finished = new ArrayList<>();
    private final ExecutorService workers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "bascule-device");
        thread.setDaemon(true);
        return thread;
    });
    private final Deque<ConnectedDevice> waiting = new ArrayDeque<>();
    private int admitted;

    /**
     * What came of a device.
     *
     * @param guest the device
     * @param exit as if it had been a run of its own
     * @param record empty where it did not come to a run
     * @param farewell what its page shows
     */
    record Finished(ConnectedDevice guest, ExitCode exit, Optional<RunRecord> record, String farewell) {
        static Finished of(ConnectedDevice guest, ExitCode exit, Optional<RunRecord> record) {
            return new Finished(
                    guest,
                    exit,
                    record,
                    record.map(ServeSession::verdicts).orElse("it did not come to a run; Bascule says why"));
        }

        /** There was nothing for it to run. */
        static Finished withoutPlan(ConnectedDevice guest) {
            return new Finished(
                    guest, ExitCode.OK, Optional.empty(), "there is nothing to run here: " + ServePlan.ABSENT);
        }
    }

    /** Runs the cases on one device. */
    @FunctionalInterface
    interface DeviceRun {
        Finished on(ConnectedDevice guest, Console part);
    }

    /**
     * @param machine held by whatever measures on this machine
     * @param stopping is run when the session begins to end, so that others end at the same time
     */
    ServeSession(Console console, Optional<Integer> wanted, Semaphore machine, Runnable stopping, DeviceRun deviceRun) {
        this.console = console;
        this.wanted = wanted;
        this.machine = machine;
        this.stopping = stopping;
        this.deviceRun = deviceRun;
    }

    /** Serves; the thread's interrupt flag is clear afterwards. */
    ExitCode serve(Serving serving) {
        boolean interrupted = false;
        try {
            while (!enough() && !Thread.currentThread().isInterrupted()) {
                serving.next(LOOK).ifPresent(waiting::add);
                admitWaiting();
            }
            interrupted = Thread.interrupted();
        } catch (InterruptedException stop) {
            interrupted = true;
        }
        boolean busy = stop();
        summarize();
        return exit(interrupted, busy);
    }

    private synchronized boolean enough() {
        return wanted.isPresent() && finished.size() >= wanted.get();
    }

    /** Those beyond the number wanted stay in the line: another device may leave before its turn. */
    private synchronized void admitWaiting() {
        while (!waiting.isEmpty() && (wanted.isEmpty() || admitted < wanted.get())) {
            ConnectedDevice guest = waiting.remove();
            admitted++;
            workers.execute(() -> inTurn(guest));
        }
    }

    private void inTurn(ConnectedDevice guest) {
        Console part = console.prefixed(guest.name() + ": ");
        part.say("attached: %s, from %s".formatted(guest.description(), guest.address()));
        if (guest.secure().equals(Optional.of(false))) {
            part.say(part.errStyle().warning("note")
                    + ": its page is no secure context: no WebGPU, no WebNN, wasm on one thread; serve with --https");
        }
        Semaphore turn = turns.computeIfAbsent(
                guest.address(), address -> OwnAddresses.has(address) ? machine : new Semaphore(1, true));
        try {
            if (!turn.tryAcquire()) {
                guest.say("waiting for its turn: another browser of this address is being measured");
                turn.acquire();
            }
        } catch (InterruptedException stop) {
            guest.bye("Bascule was stopped before its turn came");
            return;
        }
        try {
            if (guest.gone().isPresent()) {
                forget();
                return;
            }
            Finished done = run(guest, part);
            remember(done);
            guest.bye(done.farewell());
        } finally {
            turn.release();
        }
    }

    private Finished run(ConnectedDevice guest, Console part) {
        try {
            return deviceRun.on(guest, part);
        } catch (RuntimeException | Error e) {
            // What keeps one device from its run must not end the others', the end of memory included.
            Failure failure = ErrorReport.failureOf(e);
            ErrorReport.print(part, failure, Optional.of(e), "the same command, and the same device");
            return Finished.of(guest, failure.code().exitCode(), Optional.empty());
        }
    }

    /** It left before its turn came: another one may take its place. */
    private synchronized void forget() {
        admitted--;
    }

    private synchronized void remember(Finished done) {
        finished.add(done);
    }

    /** The records of all runs, in the order in which they ended. */
    synchronized List<RunRecord> records() {
        return finished.stream().flatMap(done -> done.record().stream()).toList();
    }

    /** Interrupts what runs, and lets it write what it has; tells whether anything ran. */
    private boolean stop() {
        boolean busy;
        synchronized (this) {
            busy = admitted > finished.size();
        }
        workers.shutdownNow();
        stopping.run();
        try {
            if (!STOPPING.await(millis -> workers.awaitTermination(millis, TimeUnit.MILLISECONDS))) {
                console.complain("a device's run does not end");
            }
        } catch (InterruptedException again) {
            console.complain("stopped at once");
        }
        return busy;
    }

    private synchronized void summarize() {
        if (finished.size() > 1) {
            console.say("");
            finished.forEach(done -> console.say("%s: %s"
                    .formatted(
                            done.guest().name(),
                            done.record().map(ServeSession::verdicts).orElse("no run"))));
        }
    }

    private static String verdicts(RunRecord record) {
        Map<String, Long> counts = record.runs().stream()
                .collect(Collectors.groupingBy(run -> run.verdict().name(), Collectors.counting()));
        return "%s%s: %s"
                .formatted(
                        Figures.counted(record.runs().size(), "cell"),
                        record.extent().interrupted() ? ", interrupted" : "",
                        counts.entrySet().stream()
                                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                                        .thenComparing(Map.Entry.comparingByKey()))
                                .map(entry -> entry.getValue() + " " + entry.getKey())
                                .collect(Collectors.joining(", ")));
    }

    /** Ctrl-C is how serving ends, unless it cut something short or nothing had come of it yet. */
    private synchronized ExitCode exit(boolean interrupted, boolean busy) {
        if (interrupted && (busy || finished.isEmpty() || wanted.isPresent())) {
            return ExitCode.INTERRUPTED;
        }
        return finished.stream()
                .map(Finished::exit)
                .max(Comparator.comparingInt(ExitCode::status))
                .orElse(ExitCode.INTERRUPTED);
    }
}
