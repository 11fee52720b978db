package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.page.PageHost;
import dev.bascule.bridge.page.PageListener;
import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.bridge.process.ShutdownCleanup;
import dev.bascule.fallback.evidence.HostView.Reach;
import dev.bascule.fallback.target.Browser;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.openqa.selenium.Capabilities;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A session on a Grid. Its processes are on another machine, or at least another's to kill. Thread-safe. */
final class GridHost implements PageHost {
    private static final Logger LOG = LoggerFactory.getLogger(GridHost.class);
    /** Often enough that a Grid does not take the session for forgotten: those wait for minutes. */
    private static final Duration LOOK = Duration.ofSeconds(15);

    private static final Duration LEAVE = Duration.ofSeconds(5);

    private final SeleniumGrid grid;
    private final BrowserEngine engine;
    private final SessionRequest request;
    private final DrivenBrowser driven;
    private final Runnable net = this::kill;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile Browser browser;

    GridHost(SeleniumGrid grid, GridBrowser offer, BrowserEngine engine, SessionRequest request) {
        this.grid = grid;
        this.engine = engine;
        this.request = request;
        this.driven = new DrivenBrowser(offer.toString());
        this.browser = new Browser(
                offer.displayName(),
                offer.version().orElse("unknown"),
                SeleniumHosts.ID,
                request.settings().recorded());
        ShutdownCleanup.add(net);
    }

    void start(Duration limit) throws TimeoutException, ExecutionException {
        Capabilities session = driven.start(grid.address(), grid.user(), request.capabilities(), LOOK, limit);
        String version = session.getBrowserVersion();
        if (version != null && !version.isBlank()) {
            browser = new Browser(browser.name(), version, browser.launcher(), browser.flags());
        }
    }

    @Override
    public Browser browser() {
        return browser;
    }

    @Override
    public Optional<ProcessHandle> root() {
        return Optional.empty();
    }

    @Override
    public Optional<ProcessTree> processes() {
        return Optional.empty();
    }

    @Override
    public Reach reach() {
        return Reach.DRIVEN;
    }

    @Override
    public Optional<String> open(String url, PageListener listener, Duration limit) {
        return driven.open(url, listener, limit);
    }

    @Override
    public Map<String, String> internals(Duration limit) {
        return driven.internals(GraphicsPage.of(engine), limit);
    }

    /** Asks the Grid to end the session, past whatever the session's thread is stuck in; waits for seconds at most. */
    @Override
    public void kill() {
        if (!ended.getAndSet(true)) {
            // A session that comes to be only now is ended by its own thread.
            driven.abandon();
            driven.session().ifPresent(this::end);
        }
        tidy();
    }

    private void end(String session) {
        CompletableFuture<?> ending = grid.delete(session, LEAVE);
        try {
            ending.get(LEAVE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("the Grid did not end session {}: {}", session, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (!ended.getAndSet(true) && !driven.quit(LEAVE)) {
            driven.session().ifPresent(this::end);
        }
        tidy();
    }

    private void tidy() {
        driven.stop();
        ShutdownCleanup.remove(net);
    }
}
