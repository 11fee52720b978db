package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.DriverInstallation;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.page.PageHost;
import dev.bascule.bridge.page.PageListener;
import dev.bascule.bridge.process.LaunchResources;
import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.bridge.process.ProfileFolder;
import dev.bascule.fallback.target.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.openqa.selenium.Capabilities;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One browser of this machine with its driver, its profile and, where it needs one, its display. Commands go through
 * {@link DrivenBrowser}; killing goes past it, by process handle. Thread-safe.
 */
final class SeleniumHost implements PageHost {
    private static final Logger LOG = LoggerFactory.getLogger(SeleniumHost.class);
    private static final Duration LEAVE = Duration.ofSeconds(1);
    private static final Duration DIE = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final BrowserInstallation installation;
    private final DriverInstallation driver;
    private final LaunchResources resources;
    private final SessionRequest request;
    private final DrivenBrowser driven;
    private volatile Browser browser;
    private volatile Optional<VirtualDisplay> display = Optional.empty();
    private volatile Optional<DriverServer> server = Optional.empty();
    private volatile Optional<ProcessHandle> root = Optional.empty();

    SeleniumHost(
            BrowserInstallation installation,
            DriverInstallation driver,
            BrowserSettings settings,
            ProfileFolder profile) {
        this.installation = installation;
        this.driver = driver;
        this.request = SessionRequest.local(installation, driver.kind(), settings, browserFolder(profile.path()));
        this.driven = new DrivenBrowser(installation.toString());
        this.browser = new Browser(
                installation.name(),
                installation.version(),
                SeleniumHosts.ID,
                request.settings().recorded());
        this.resources = new LaunchResources(profile, this::kill);
    }

    /**
     * Starts display, driver and browser.
     *
     * @param xvfb the X server to start first, where one is needed
     */
    void start(Optional<Path> xvfb, Duration limit) throws IOException, TimeoutException, ExecutionException {
        long deadline = System.nanoTime() + limit.toNanos();
        Files.createDirectories(browserFolder(resources.path()));
        Map<String, String> environment = environment();
        if (xvfb.isPresent()) {
            VirtualDisplay started = VirtualDisplay.start(xvfb.get(), resources.path(), limit);
            display = Optional.of(started);
            environment.put("DISPLAY", started.name());
        }
        DriverServer listening = DriverServer.start(driver, resources.path(), environment);
        server = Optional.of(listening);
        ProcessTree processes = resources.started(listening.process());
        if (resources.ended()) {
            throw new IOException("killed while it started");
        }
        listening.awaitUp(left(deadline));
        Capabilities session =
                driven.start(listening.address(), Optional.empty(), request.capabilities(), LOOK, left(deadline));
        processes.remember();
        root = Optional.of(firstProcess(session, listening.process()));
        String version = session.getBrowserVersion();
        if (version != null && !version.isBlank()) {
            browser = new Browser(browser.name(), version, browser.launcher(), browser.flags());
        }
    }

    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
    }

    private static Path browserFolder(Path profile) {
        return profile.resolve("browser");
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(request.settings().environment());
        installation.libraryPath().ifPresent(path -> environment.put("LD_LIBRARY_PATH", path.toString()));
        environment.putAll(ProfileFolder.environment(resources.path()));
        return environment;
    }

    /** The browser's, as some drivers tell; else what the driver started; else, where that is out of reach, the driver. */
    private static ProcessHandle firstProcess(Capabilities session, ProcessHandle driver) {
        for (String told : new String[] {"goog:processID", "moz:processID"}) {
            if (session.getCapability(told) instanceof Number pid) {
                Optional<ProcessHandle> process = ProcessHandle.of(pid.longValue());
                if (process.isPresent()) {
                    return process.get();
                }
            }
        }
        return driver.children().findFirst().orElse(driver);
    }

    /** The last of what driver and browser printed. */
    String lastWords() {
        return server.map(DriverServer::lastWords).orElse("");
    }

    @Override
    public Optional<String> open(String url, PageListener listener, Duration limit) {
        Optional<String> refusal = driven.open(url, listener, limit);
        resources.remember();
        return refusal;
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

    /** By now it has the processes that it runs the page with. */
    @Override
    public void hush() {
        resources.remember();
    }

    @Override
    public Map<String, String> internals(Duration limit) {
        return driven.internals(GraphicsPage.of(installation.family().engine()), limit);
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
            resources.remember();
            driven.quit(LEAVE);
        }
        tidy();
    }

    private void tidy() {
        resources.killProcesses();
        display.ifPresent(VirtualDisplay::kill);
        resources.awaitProcesses();
        display.ifPresent(shown -> {
            if (!shown.awaitEnd(DIE)) {
                LOG.warn("{} of {} cannot be killed", shown.process(), shown.name());
            }
        });
        driven.stop();
        resources.deleteProfile();
    }
}
