package dev.bascule.bridge.playwright;

import com.microsoft.playwright.Playwright;
import dev.bascule.bridge.process.ShutdownCleanup;
import dev.bascule.fallback.secret.ChildEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A Playwright object and the Node.js process behind it, which Playwright does not tell.
 *
 * @param playwright belongs to the thread that made it
 * @param process the driver
 */
record DriverProcess(Playwright playwright, ProcessHandle process) {
    static final String NODE_OPTIONS = "NODE_OPTIONS";

    /** Before the process, its files are unpacked. */
    private static final Duration UNPACKS = Duration.ofSeconds(1);

    private static final long LOOK_MS = 10;

    /**
     * Where nobody reads its answers any more, it ends. Its own script does not listen for that: Node.js would print a stack on the
     * stderr that it shares with this process, as where that was killed. Escaped, for blanks end an option.
     */
    private static final String ENDS_QUIETLY =
            "--import=data:text/javascript,process.stdout.on(%22error%22,()=%3Eprocess.exit())";

    /** One at a time in this JVM, so that the child that appears meanwhile is the one. */
    static synchronized DriverProcess start(Path node) {
        Set<Long> before = children();
        Runnable net = () -> killStarting(before);
        ShutdownCleanup.add(net);
        try {
            Playwright playwright =
                    Playwright.create(new Playwright.CreateOptions().setEnv(environment(node, System.getenv())));
            return newcomer(before)
                    .map(process -> new DriverProcess(playwright, process))
                    .orElseGet(() -> {
                        playwright.close();
                        throw new IllegalStateException("the driver's process was not found");
                    });
        } catch (RuntimeException e) {
            newcomer(before).filter(DriverProcess::isSurelyDriver).ifPresent(ProcessHandle::destroyForcibly);
            throw e;
        } finally {
            ShutdownCleanup.remove(net);
        }
    }

    /** Where this JVM ends meanwhile: else the driver's files go before it has read them, and Node.js prints a stack. */
    private static void killStarting(Set<Long> before) {
        long end = System.nanoTime() + UNPACKS.toNanos();
        try {
            Optional<ProcessHandle> driver = newcomer(before);
            while (driver.isEmpty() && System.nanoTime() < end) {
                Thread.sleep(LOOK_MS);
                driver = newcomer(before);
            }
            driver.filter(DriverProcess::isSurelyDriver).ifPresent(ProcessHandle::destroyForcibly);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Optional<ProcessHandle> newcomer(Set<Long> before) {
        return ProcessHandle.current()
                .children()
                .filter(child -> !before.contains(child.pid()) && isDriver(child))
                .findFirst();
    }

    /** What comes to the driver's environment. Its browsers do not inherit it. */
    static Map<String, String> environment(Path node, Map<String, String> inherited) {
        Map<String, String> environment = new HashMap<>(ChildEnvironment.blanks(inherited));
        environment.put(NodeTool.VARIABLE, node.toString());
        environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        environment.put(
                NODE_OPTIONS,
                (environment.getOrDefault(NODE_OPTIONS, inherited.getOrDefault(NODE_OPTIONS, "")) + " " + ENDS_QUIETLY)
                        .strip());
        return environment;
    }

    /** Also where the system tells no command lines. */
    private static boolean isDriver(ProcessHandle child) {
        return child.info().commandLine().isEmpty() || isSurelyDriver(child);
    }

    /** Nothing else is killed: it may be another thread's child. */
    private static boolean isSurelyDriver(ProcessHandle child) {
        return child.info()
                .commandLine()
                .map(line -> line.contains("run-driver"))
                .orElse(false);
    }

    private static Set<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }
}
