package dev.bascule.suites.distribute;

import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.runner.RunnerSession;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Launches pages of a real browser, and kills processes of one of them, for real, as a certain inference begins there. */
final class KillablePages implements Launcher {
    private final Launcher inner;
    private final int launch;
    private final int inference;
    private final Victim victim;
    private final BooleanSupplier counts;
    private final AtomicInteger launches = new AtomicInteger();
    private final AtomicInteger killed = new AtomicInteger();

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
        Runnable kill = () -> browsers().stream()
                .filter(process -> !before.contains(process.pid()))
                .filter(process -> victim.isIt(line(process).orElse("--type=gone")))
                .filter(ProcessHandle::destroyForcibly)
                .forEach(process -> killed.incrementAndGet());
        return new Launch.Started((LaunchedRunner) around(
                LaunchedRunner.class,
                started.launched(),
                (method, answer) -> method.equals("runner") ? watched((Runner) answer, kill) : answer));
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

    private Runner watched(Runner runner, Runnable kill) {
        AtomicInteger inferences = new AtomicInteger();
        return (Runner) around(
                Runner.class,
                runner,
                (method, answer) -> method.equals("open") && answer instanceof Reply.Ok<?> ok
                        ? new Reply.Ok<>(around(RunnerSession.class, ok.value(), (name, result) -> result, name -> {
                            if (name.equals("infer")
                                    && counts.getAsBoolean()
                                    && inferences.incrementAndGet() == inference) {
                                kill.run();
                            }
                        }))
                        : answer);
    }

    /** Looks at an answer. */
    private interface Look {
        Object at(String method, Object answer);
    }

    private interface Before {
        void call(String method);
    }

    private static Object around(Class<?> type, Object inner, Look look) {
        return around(type, inner, look, method -> {});
    }

    private static Object around(Class<?> type, Object inner, Look look, Before before) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            before.call(method.getName());
            return look.at(method.getName(), call(inner, method, arguments));
        };
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private static Object call(Object inner, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(inner, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
