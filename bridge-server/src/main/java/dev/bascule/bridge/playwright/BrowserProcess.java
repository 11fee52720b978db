package dev.bascule.bridge.playwright;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.WaitUntilState;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.bridge.process.ProfileFolder;
import dev.bascule.bridge.process.ShutdownNet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One browser with its profile, its driver and the thread that they belong to. Everything that talks to Playwright goes
 * through that thread with a limit; killing goes past it, by process handle. Thread-safe.
 */
final class BrowserProcess {
    private static final Logger LOG = LoggerFactory.getLogger(BrowserProcess.class);
    private static final Duration LEAVE = Duration.ofSeconds(1);
    private static final Duration DIE = Duration.ofSeconds(5);
    private static final Duration LISTEN = Duration.ofSeconds(1);

    private final ConfinedThread thread;
    private final ProfileFolder profile;
    private final Runnable net = this::kill;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile Optional<ProcessTree> tree = Optional.empty();

    // Only the confined thread touches these.
    private Optional<DriverProcess> driver = Optional.empty();
    private Optional<BrowserContext> context = Optional.empty();
    private Optional<Page> page = Optional.empty();
    private Consumer<ConsoleMessage> console = message -> {};

    BrowserProcess(String name) {
        this.profile = ProfileFolder.create();
        this.thread = new ConfinedThread("playwright " + name);
        ShutdownNet.add(net);
    }

    /** Starts driver and browser; gives the browser's root process and the version that the browser tells. */
    Started start(Path node, BrowserInstallation browser, List<String> flags, boolean sandbox, Duration limit)
            throws TimeoutException, ExecutionException {
        return thread.call(limit, () -> {
            DriverProcess started = DriverProcess.start(node);
            driver = Optional.of(started);
            ProcessTree processes =
                    new ProcessTree(started.process(), profile.path().toString());
            tree = Optional.of(processes);
            if (ended.get()) {
                processes.kill();
                throw new PlaywrightException("killed while it started");
            }
            BrowserContext opened = started.playwright()
                    .chromium()
                    .launchPersistentContext(
                            profile.path(),
                            options(browser, flags, sandbox, limit)
                                    // Else it makes a folder of its own, which stays behind when the driver is killed.
                                    .setArtifactsDir(profile.path().resolve("bascule-artifacts")));
            context = Optional.of(opened);
            processes.remember();
            ProcessHandle root = started.process()
                    .children()
                    .findFirst()
                    .orElseThrow(() -> new PlaywrightException("the browser ended at once"));
            String version = opened.browser() == null
                    ? browser.version()
                    : opened.browser().version();
            thread.repeat(LISTEN, this::listen);
            return new Started(root, version);
        });
    }

    /**
     * @param root the browser's first process
     * @param version as the browser itself tells it
     */
    record Started(ProcessHandle root, String version) {}

    private static BrowserType.LaunchPersistentContextOptions options(
            BrowserInstallation browser, List<String> flags, boolean sandbox, Duration limit) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        browser.libraryPath().ifPresent(path -> environment.put("LD_LIBRARY_PATH", path.toString()));
        return new BrowserType.LaunchPersistentContextOptions()
                .setExecutablePath(browser.executable())
                .setArgs(flags)
                .setChromiumSandbox(sandbox)
                .setHeadless(true)
                .setEnv(environment)
                // Ctrl-C reaches the driver too; what happens then is this side's to decide.
                .setHandleSIGINT(false)
                .setHandleSIGTERM(false)
                .setHandleSIGHUP(false)
                .setTimeout(limit.toMillis());
    }

    /** Events arrive only while a Playwright call runs: without this a crashed page would go unnoticed. */
    private void listen() {
        if (!ended.get()) {
            page.ifPresent(open -> open.waitForTimeout(1));
        }
    }

    /**
     * Opens a fresh page in place of the one before.
     *
     * @param onCrash called when the page's process dies
     */
    void open(String url, ConsoleTail tail, Consumer<String> onCrash, Duration limit)
            throws TimeoutException, ExecutionException {
        thread.call(limit, () -> {
            BrowserContext browser = context.orElseThrow(() -> new PlaywrightException("the browser is not running"));
            Page fresh = browser.newPage();
            // The blank page of the start, or the runner before; never all, for without a page some browsers leave.
            for (Page old : browser.pages()) {
                if (!old.equals(fresh)) {
                    old.close();
                }
            }
            page = Optional.of(fresh);
            fresh.onCrash(gone -> onCrash.accept("its page crashed"));
            fresh.onPageError(error -> {
                tail.add(error.lines().findFirst().orElse(error));
                LOG.debug("page error: {}", error);
            });
            console = message -> {
                if (message.type().equals("error")) {
                    tail.add(message.text());
                }
                LOG.debug("console {}: {}", message.type(), message.text());
            };
            fresh.onConsoleMessage(console);
            Response response = fresh.navigate(
                    url,
                    new Page.NavigateOptions()
                            .setWaitUntil(WaitUntilState.COMMIT)
                            .setTimeout(limit.toMillis()));
            if (response != null && response.status() >= 400) {
                throw new PlaywrightException("the bridge answered %d for its page".formatted(response.status()));
            }
            return true;
        });
        tree.ifPresent(ProcessTree::remember);
    }

    /** Stops listening to the console, unless somebody reads the debug log: no traffic beside a measurement. */
    void hush() {
        if (!LOG.isDebugEnabled()) {
            thread.later(() -> page.ifPresent(open -> open.offConsoleMessage(console)));
        }
    }

    /** Kills browser, driver and all that belong to them, from outside. */
    void kill() {
        ended.set(true);
        tree.ifPresent(ProcessTree::kill);
        tidy();
    }

    /** Lets the browser leave, kills what is still there after a second. */
    void close() {
        if (!ended.getAndSet(true)) {
            try {
                thread.call(LEAVE, () -> {
                    context.ifPresent(BrowserContext::close);
                    return true;
                });
            } catch (TimeoutException | ExecutionException e) {
                LOG.debug("the browser did not leave by itself: {}", e.toString());
            }
        }
        tree.ifPresent(ProcessTree::kill);
        tidy();
    }

    private void tidy() {
        tree.ifPresent(processes -> {
            if (!processes.awaitEnd(DIE)) {
                LOG.warn("processes {} cannot be killed", processes.alive());
            }
        });
        // Ends the client's two threads; with the driver gone there is nothing left that it could wait for.
        thread.stop(() -> driver.ifPresent(dead -> dead.playwright().close()));
        if (profile.delete()) {
            ShutdownNet.remove(net);
        } else {
            LOG.warn("the profile {} cannot be deleted", profile.path());
        }
    }
}
