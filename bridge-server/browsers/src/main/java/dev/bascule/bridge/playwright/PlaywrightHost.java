package dev.bascule.bridge.playwright;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import com.microsoft.playwright.options.WaitUntilState;
import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.flags.UserJs;
import dev.bascule.bridge.page.ConfinedThread;
import dev.bascule.bridge.page.PageHost;
import dev.bascule.bridge.page.PageListener;
import dev.bascule.bridge.process.LaunchResources;
import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.bridge.process.ProfileFolder;
import dev.bascule.fallback.secret.ChildEnvironment;
import dev.bascule.fallback.target.Browser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One browser with its profile, its driver and the thread that they belong to. Everything that talks to Playwright goes
 * through that thread with a limit; killing goes past it, by process handle. Thread-safe.
 */
final class PlaywrightHost implements PageHost {
    private static final Logger LOG = LoggerFactory.getLogger(PlaywrightHost.class);
    private static final Duration LEAVE = Duration.ofSeconds(1);
    private static final Duration LISTEN = Duration.ofSeconds(1);

    private static final String NO_SANDBOX = "--no-sandbox";

    private final BrowserInstallation installation;
    private final BrowserSettings settings;
    private final ConfinedThread thread;
    private final LaunchResources resources;
    private volatile Browser browser;
    private volatile Optional<ProcessHandle> root = Optional.empty();

    // Only the confined thread touches these.
    private Optional<DriverProcess> driver = Optional.empty();
    private Optional<BrowserContext> context = Optional.empty();
    private Optional<Page> page = Optional.empty();
    private Consumer<ConsoleMessage> console = message -> {};

    PlaywrightHost(BrowserInstallation installation, BrowserSettings settings) {
        this.installation = installation;
        this.settings = settings;
        ProfileFolder profile = ProfileFolder.create();
        this.thread = new ConfinedThread("playwright " + installation);
        this.browser =
                new Browser(installation.name(), installation.version(), PlaywrightHosts.ID, settings.recorded());
        this.resources = new LaunchResources(profile, this::kill);
    }

    /** Starts driver and browser. */
    void start(Path node, Duration limit) throws TimeoutException, ExecutionException {
        root = Optional.of(thread.call(limit, () -> {
            DriverProcess started = DriverProcess.start(node);
            driver = Optional.of(started);
            ProcessTree processes = resources.started(started.process());
            if (resources.ended()) {
                processes.kill();
                throw new PlaywrightException("killed while it started");
            }
            writePreferences();
            BrowserContext opened = type(started.playwright())
                    .launchPersistentContext(
                            resources.path(),
                            options(limit)
                                    // Else it makes a folder of its own, which stays behind when the driver is killed.
                                    .setArtifactsDir(resources.path().resolve("bascule-artifacts")));
            context = Optional.of(opened);
            processes.remember();
            if (opened.browser() != null) {
                browser = new Browser(browser.name(), opened.browser().version(), browser.launcher(), browser.flags());
            }
            thread.repeat(LISTEN, this::listen);
            return started.process()
                    .children()
                    .findFirst()
                    .orElseThrow(() -> new PlaywrightException("the browser ended at once"));
        }));
    }

    private BrowserType type(Playwright playwright) {
        return switch (installation.family().engine()) {
            case CHROMIUM -> playwright.chromium();
            case GECKO -> playwright.firefox();
            case WEBKIT -> playwright.webkit();
        };
    }

    /** Firefox reads some of them once, as it starts; Playwright sets them when it runs. */
    private void writePreferences() {
        if (!settings.preferences().isEmpty()) {
            try {
                Files.writeString(
                        resources.path().resolve("user.js"),
                        UserJs.of(settings.preferences()),
                        StandardCharsets.US_ASCII);
            } catch (IOException e) {
                throw new PlaywrightException("its preferences cannot be written: " + e.getMessage());
            }
        }
    }

    private BrowserType.LaunchPersistentContextOptions options(Duration limit) {
        Map<String, String> environment = new HashMap<>(ChildEnvironment.of(System.getenv()));
        environment.putAll(settings.environment());
        environment.putAll(ProfileFolder.environment(resources.path()));
        installation.libraryPath().ifPresent(path -> environment.put("LD_LIBRARY_PATH", path.toString()));
        List<String> flags = settings.flags().arguments();
        BrowserType.LaunchPersistentContextOptions options = new BrowserType.LaunchPersistentContextOptions()
                .setExecutablePath(installation.executable())
                // Playwright has a word of its own for this one.
                .setArgs(flags.stream().filter(flag -> !flag.equals(NO_SANDBOX)).toList())
                .setChromiumSandbox(!flags.contains(NO_SANDBOX))
                .setHeadless(true)
                .setEnv(environment)
                // Ctrl-C reaches the driver too; what happens then is this side's to decide.
                .setHandleSIGINT(false)
                .setHandleSIGTERM(false)
                .setHandleSIGHUP(false)
                .setTimeout(limit.toMillis());
        return settings.preferences().isEmpty() ? options : options.setFirefoxUserPrefs(settings.preferences());
    }

    /** Events arrive only while a Playwright call runs: without this a crashed page would go unnoticed. */
    private void listen() {
        if (!resources.ended()) {
            page.ifPresent(open -> open.waitForTimeout(1));
        }
    }

    @Override
    public Optional<String> open(String url, PageListener listener, Duration limit) {
        try {
            thread.call(limit, () -> show(url, listener, limit));
            resources.remember();
            return Optional.empty();
        } catch (TimeoutException e) {
            return Optional.of("the browser did not open it within %d s".formatted(limit.toSeconds()));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return Optional.of(String.valueOf(cause.getMessage()));
        }
    }

    private boolean show(String url, PageListener listener, Duration limit) {
        BrowserContext running = context.orElseThrow(() -> new PlaywrightException("the browser is not running"));
        Page fresh = running.newPage();
        // The blank page of the start, or the runner before; never all, for without a page some browsers leave.
        for (Page old : running.pages()) {
            if (!old.equals(fresh)) {
                old.close();
            }
        }
        page = Optional.of(fresh);
        fresh.onCrash(gone -> listener.lost("its page crashed"));
        fresh.onPageError(error -> {
            listener.complained(error.lines().findFirst().orElse(error));
            LOG.debug("page error: {}", error);
        });
        console = message -> {
            if (message.type().equals("error")) {
                listener.complained(message.text());
            }
            LOG.debug("console {}: {}", message.type(), message.text());
        };
        fresh.onConsoleMessage(console);
        Response response = fresh.navigate(
                url,
                new Page.NavigateOptions().setWaitUntil(WaitUntilState.COMMIT).setTimeout(limit.toMillis()));
        if (response != null && response.status() >= 400) {
            throw new PlaywrightException("the bridge answered %d for its page".formatted(response.status()));
        }
        return true;
    }

    /** A page as a PDF with bookmarks and tags. The browser is offline meanwhile, so that a page cannot ask anybody. */
    byte[] print(String html, Duration limit) throws TimeoutException, ExecutionException {
        return thread.call(limit, () -> {
            BrowserContext running = context.orElseThrow(() -> new PlaywrightException("the browser is not running"));
            running.setOffline(true);
            Page printed = running.newPage();
            printed.setDefaultTimeout(limit.toMillis());
            printed.setContent(html);
            // The page hears of it, and draws what it had put off.
            printed.emulateMedia(
                    new Page.EmulateMediaOptions().setMedia(Media.PRINT).setColorScheme(ColorScheme.LIGHT));
            return printed.pdf(new Page.PdfOptions()
                    .setFormat("A4")
                    .setPreferCSSPageSize(true)
                    .setPrintBackground(true)
                    .setTagged(true)
                    .setOutline(true));
        });
    }

    @Override
    public Browser browser() {
        return browser;
    }

    @Override
    public Optional<ProcessHandle> root() {
        return root;
    }

    @Override
    public Optional<ProcessTree> processes() {
        return resources.processes();
    }

    /** Stops listening to the console, unless somebody reads the debug log. */
    @Override
    public void hush() {
        if (!LOG.isDebugEnabled()) {
            thread.later(() -> page.ifPresent(open -> open.offConsoleMessage(console)));
        }
    }

    @Override
    public Map<String, String> internals(Duration limit) {
        // Room for closing the tab again within the thread's own limit.
        return ask(limit.plusSeconds(2), running -> GpuPage.read(running, limit.dividedBy(2)));
    }

    @Override
    public Map<String, String> graphicsInfo(Duration limit) {
        return ask(limit, GpuPage::records);
    }

    private Map<String, String> ask(Duration limit, Function<BrowserContext, Map<String, String>> question) {
        if (resources.ended() || installation.family().engine() != BrowserEngine.CHROMIUM) {
            return Map.of();
        }
        try {
            return thread.call(limit, () -> context.map(question).orElse(Map.of()));
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("the browser does not tell of its graphics: {}", e.toString());
            return Map.of();
        }
    }

    @Override
    public void kill() {
        resources.beginEnd();
        tidy();
    }

    /** Lets the browser leave, kills what is still there after a second. */
    @Override
    public void close() {
        if (resources.beginEnd()) {
            try {
                thread.call(LEAVE, () -> {
                    context.ifPresent(BrowserContext::close);
                    return true;
                });
            } catch (TimeoutException | ExecutionException e) {
                LOG.debug("the browser did not leave by itself: {}", e.toString());
            }
        }
        tidy();
    }

    private void tidy() {
        resources.killProcesses();
        resources.awaitProcesses();
        // Ends the client's two threads; with the driver gone there is nothing left that it could wait for.
        thread.stop(() -> driver.ifPresent(dead -> dead.playwright().close()));
        resources.deleteProfile();
    }
}
