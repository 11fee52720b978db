package dev.bascule.studies.distribute;

import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerGateway;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Launches pages of a real browser, and kills processes of one of them, for real, as a certain inference begins there. */
final class KillablePages implements Launcher {
    private static final long LONGEST_DEATH_SECONDS = 5;

    private final Launcher inner;
    private final int launch;
    private final int inference;
    private final Victim victim;
    private final BooleanSupplier counts;
    private final AtomicInteger launches = new AtomicInteger();
    private final AtomicInteger killed = new AtomicInteger();
    private final CountDownLatch struck = new CountDownLatch(1);

    /** Which of the processes. */
    enum Victim {
        /** The browser itself, and so all that it started. */
        BROWSER {
            @Override
            boolean isIt(String line) {
                return !line.contains("--type=");
            }
        },
        /** What the page's script runs in. */
        RENDERER {
            @Override
            boolean isIt(String line) {
                return line.contains("--type=renderer");
            }
        };

        abstract boolean isIt(String line);
    }

    /**
     * @param launch the number of the launch whose processes die, from 0
     * @param inference the number of its inference that they die in, from 1
     * @param counts whether an inference that begins is one of those that are numbered
     */
    KillablePages(Launcher inner, int launch, int inference, Victim victim, BooleanSupplier counts) {
        this.inner = inner;
        this.launch = launch;
        this.inference = inference;
        this.victim = victim;
        this.counts = counts;
    }

    /** Waits until the processes were killed. */
    void awaitKilled() {
        FakeReplica.await(struck);
    }

    /** How many processes were killed. */
    int killed() {
        return killed.get();
    }

    @Override
    public String id() {
        return inner.id();
    }

    @Override
    public Launch launch(RunnerGateway gateway, Duration timeout) {
        Set<Long> before = browsers().stream().map(ProcessHandle::pid).collect(Collectors.toSet());
        Launch made = inner.launch(gateway, timeout);
        if (launches.getAndIncrement() != launch || !(made instanceof Launch.Started started)) {
            return made;
        }
        Runnable kill = () -> {
            List<ProcessHandle> own = browsers().stream()
                    .filter(process -> !before.contains(process.pid()))
                    .toList();
            List<ProcessHandle> victims = own.stream()
                    .filter(process -> victim.isIt(line(process).orElse("--type=gone")))
                    .toList();
            victims.stream().filter(ProcessHandle::destroyForcibly).forEach(process -> killed.incrementAndGet());
            // On a busy machine a page outlives its browser by long enough to answer once more.
            awaitEnd(victim == Victim.BROWSER ? own : victims);
        };
        AtomicInteger inferences = new AtomicInteger();
        return new Launch.Started(Overheard.launched(started.launched(), () -> {
            if (counts.getAsBoolean() && inferences.incrementAndGet() == inference) {
                kill.run();
                struck.countDown();
            }
        }));
    }

    private static void awaitEnd(List<ProcessHandle> processes) {
        try {
            CompletableFuture.allOf(
                            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .get(LONGEST_DEATH_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Whoever is not gone by now is a zombie, and answers nobody.
        }
    }

    private static List<ProcessHandle> browsers() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info()
                        .command()
                        .map(file -> String.valueOf(Path.of(file).getFileName()))
                        .filter(name -> name.contains("headless") || name.contains("chrom"))
                        .isPresent())
                .toList();
    }

    /** A renderer is forked and renamed, which the kernel's own file shows. */
    private static Optional<String> line(ProcessHandle process) {
        try {
            return Optional.of(Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1));
        } catch (IOException noSuchFile) {
            return process.info().commandLine();
        }
    }
}
