package dev.bascule.cli;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Terminal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A process whose run measures one cell and then meets an error, with a server's threads alive as those of the product are. */
final class DyingRun {
    static final String MEASURED = "measured one";

    /** What happens after the first cell. */
    enum Death {
        MISSING_CLASS,
        DEEP_RECURSION,
        NO_MEMORY,
        IN_ANOTHER_THREAD,
        IN_ANOTHER_THREAD_WHILE_THE_RUN_HANGS,
        EXCEPTION_IN_ANOTHER_THREAD,
        HOOK_THAT_HANGS
    }

    private DyingRun() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Death death = Death.valueOf(arguments[1]);
        keepAlive();
        Console console = new Console(System.out, System.err, new Terminal(false, false, 100));
        SignalInterrupts interrupts =
                new SignalInterrupts(Duration.ofSeconds(death.name().endsWith("HANGS") ? 2 : 300), () -> {}, () -> {});
        ProcessExit.onErrors(console, interrupts, arguments);
        FakeServices services = new FakeServices();
        services.historyInFile = true;
        services.runs.breaksOff = true;
        services.runs.outcome = (wanted, chain) -> {
            if (services.runs.cells() > 0) {
                console.print(MEASURED);
                die(death);
            }
            return CaseRuns.passed(wanted, chain);
        };
        int status = Cli.run(
                new CliContext(console, Map.of(), folder, folder, Clock.systemUTC(), () -> 1, services, interrupts),
                "run",
                "bert-micro",
                "--strict");
        interrupts.ended();
        ProcessExit.exit(ProcessExit.status(status, interrupts), Duration.ofSeconds(3));
    }

    /** What keeps a process alive is a thread that is no daemon, as the threads of its HTTP server are. */
    private static void keepAlive() throws Exception {
        var server =
                com.sun.net.httpserver.HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    private static void die(Death death) {
        switch (death) {
            case MISSING_CLASS -> throw new NoClassDefFoundError("dev/bascule/Gone");
            case DEEP_RECURSION -> deeper(0);
            case NO_MEMORY -> fill();
            case IN_ANOTHER_THREAD -> {
                inAnotherThread(new NoClassDefFoundError("dev/bascule/Gone"));
                await();
            }
            case IN_ANOTHER_THREAD_WHILE_THE_RUN_HANGS -> {
                inAnotherThread(new NoClassDefFoundError("dev/bascule/Gone"));
                while (true) {
                    await();
                }
            }
            case EXCEPTION_IN_ANOTHER_THREAD -> inAnotherThread(new IllegalStateException("only this thread"));
            case HOOK_THAT_HANGS -> Runtime.getRuntime().addShutdownHook(new Thread(DyingRun::hang));
        }
    }

    private static int deeper(int depth) {
        return depth < 0 ? depth : deeper(depth + 1) + 1;
    }

    private static void fill() {
        List<long[]> all = new ArrayList<>();
        while (true) {
            all.add(new long[1 << 20]);
        }
    }

    private static void inAnotherThread(Throwable end) {
        Thread other = new Thread(
                () -> {
                    if (end instanceof Error error) {
                        throw error;
                    }
                    throw (RuntimeException) end;
                },
                "in-the-background");
        other.start();
        try {
            other.join();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static void hang() {
        while (true) {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException never) {
                Thread.onSpinWait();
            }
        }
    }
}
