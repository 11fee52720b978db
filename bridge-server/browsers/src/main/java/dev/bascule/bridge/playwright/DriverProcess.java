package dev.bascule.bridge.playwright;

import com.microsoft.playwright.Playwright;
import dev.bascule.fallback.secret.ChildEnvironment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A Playwright object and the Node.js process behind it, which Playwright does not tell.
 *
 * @param playwright belongs to the thread that made it
 * @param process the driver
 */
record DriverProcess(Playwright playwright, ProcessHandle process) {

    /** One at a time in this JVM, so that the child that appears meanwhile is the one. */
    static synchronized DriverProcess start(Path node) {
        Set<Long> before = children();
        Map<String, String> environment = new HashMap<>(ChildEnvironment.blanks(System.getenv()));
        environment.put(NodeTool.VARIABLE, node.toString());
        environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        Playwright playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        return ProcessHandle.current()
                .children()
                .filter(child -> !before.contains(child.pid()) && isDriver(child))
                .findFirst()
                .map(process -> new DriverProcess(playwright, process))
                .orElseGet(() -> {
                    playwright.close();
                    throw new IllegalStateException("the driver's process was not found");
                });
    }

    private static boolean isDriver(ProcessHandle child) {
        return child.info()
                .commandLine()
                .map(line -> line.contains("run-driver"))
                .orElse(true);
    }

    private static Set<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }
}
