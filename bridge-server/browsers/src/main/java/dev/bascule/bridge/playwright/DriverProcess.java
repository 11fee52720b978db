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
    static final String NODE_OPTIONS = "NODE_OPTIONS";

    /**
     * Where nobody reads its answers any more, it ends. Its own script does not listen for that: Node.js would print a stack on the
     * stderr that it shares with this process, as after an interrupt while browsers start. Escaped, for blanks end an option.
     */
    private static final String ENDS_QUIETLY =
            "--import=data:text/javascript,process.stdout.on(%22error%22,()=%3Eprocess.exit())";

    /** One at a time in this JVM, so that the child that appears meanwhile is the one. */
    static synchronized DriverProcess start(Path node) {
        Set<Long> before = children();
        Playwright playwright =
                Playwright.create(new Playwright.CreateOptions().setEnv(environment(node, System.getenv())));
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

    /** What comes to the driver's environment. Its browsers do not inherit it. */
    static Map<String, String> environment(Path node, Map<String, String> inherited) {
        Map<String, String> environment = new HashMap<>(ChildEnvironment.blanks(inherited));
        environment.put(NodeTool.VARIABLE, node.toString());
        environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        environment.put(NODE_OPTIONS, (inherited.getOrDefault(NODE_OPTIONS, "") + " " + ENDS_QUIETLY).strip());
        return environment;
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
