package dev.bascule.bridge.selenium;

import dev.bascule.bridge.page.ConfinedThread;
import dev.bascule.bridge.page.LaunchErrorSummary;
import dev.bascule.bridge.page.PageListener;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import org.openqa.selenium.Capabilities;
import org.openqa.selenium.NoSuchSessionException;
import org.openqa.selenium.NoSuchWindowException;
import org.openqa.selenium.UsernameAndPassword;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.remote.HttpCommandExecutor;
import org.openqa.selenium.remote.RemoteWebDriver;
import org.openqa.selenium.remote.SessionId;
import org.openqa.selenium.remote.http.ClientConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A WebDriver session and the thread that it belongs to. Nobody waits for a command longer than a limit: one that a dead
 * browser never answers holds the thread and nothing else. Thread-safe.
 */
final class DrivenBrowser {
    private static final Logger LOG = LoggerFactory.getLogger(DrivenBrowser.class);
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration CLOSING = Duration.ofSeconds(2);
    private static final Duration LATE = Duration.ofSeconds(60);
    /** Kept, for the logging of the JDK forgets what nobody holds. It goes past this program's own log, to stderr. */
    private static final java.util.logging.Logger SELENIUM = java.util.logging.Logger.getLogger("org.openqa.selenium");

    static {
        SELENIUM.setLevel(Level.OFF);
    }

    private final ConfinedThread thread;

    private volatile Optional<String> session = Optional.empty();
    private volatile boolean abandoned;

    // Only the confined thread touches these.
    private Optional<RemoteWebDriver> driver = Optional.empty();
    private Optional<PageListener> shown = Optional.empty();

    DrivenBrowser(String name) {
        thread = new ConfinedThread("webdriver of " + name);
    }

    /**
     * Opens the session, which starts the browser.
     *
     * @param user a user and a password with a colon between them, where the server wants one
     * @param look how often to look whether the page is still there
     * @return what the session has
     */
    Capabilities start(URI server, Optional<String> user, Capabilities wish, Duration look, Duration limit)
            throws TimeoutException, ExecutionException {
        return thread.call(limit, () -> {
            RemoteWebDriver opened = new RemoteWebDriver(new HttpCommandExecutor(client(server, user, limit)), wish);
            // Told before asking: whoever abandons it sees the session, or is seen here.
            session = Optional.ofNullable(opened.getSessionId()).map(SessionId::toString);
            driver = Optional.of(opened);
            if (abandoned) {
                opened.quit();
                throw new WebDriverException("killed while it started");
            }
            thread.repeat(look, this::look);
            return opened.getCapabilities();
        });
    }

    private static ClientConfig client(URI server, Optional<String> user, Duration limit) {
        ClientConfig client = ClientConfig.defaultConfig()
                .baseUri(server)
                .connectionTimeout(CONNECT)
                // An answer that is late is still heard, so that a session which nobody wants any more is ended.
                .readTimeout(limit.plus(LATE));
        return user.map(name -> name.split(":", 2))
                .<ClientConfig>map(parts ->
                        client.authenticateAs(new UsernameAndPassword(parts[0], parts.length > 1 ? parts[1] : "")))
                .orElse(client);
    }

    /** The session's name on its server, once there is one. */
    Optional<String> session() {
        return session;
    }

    /** Nobody wants it any more: should it come up only now, it ends at once. */
    void abandon() {
        abandoned = true;
    }

    /** Shows a page in a tab of its own, in place of the one before. Returns when it was asked for. */
    Optional<String> open(String url, PageListener listener, Duration limit) {
        try {
            return thread.call(limit, () -> show(url, listener));
        } catch (TimeoutException e) {
            return Optional.of("the browser did not open it within %d s".formatted(limit.toSeconds()));
        } catch (ExecutionException e) {
            return Optional.of(reason(e));
        }
    }

    private Optional<String> show(String url, PageListener listener) {
        RemoteWebDriver running = running();
        // The tab of the start is as fresh as another.
        boolean first = shown.isEmpty();
        shown = Optional.empty();
        if (!first) {
            // The new one before the old one goes: without a tab some browsers leave.
            String fresh = running.switchTo().newWindow(WindowType.TAB).getWindowHandle();
            for (String old : running.getWindowHandles()) {
                if (!old.equals(fresh)) {
                    running.switchTo().window(old).close();
                }
            }
            running.switchTo().window(fresh);
        }
        running.get(url);
        shown = Optional.of(listener);
        return Optional.empty();
    }

    private RemoteWebDriver running() {
        return driver.orElseThrow(() -> new WebDriverException("the browser is not running"));
    }

    /** WebDriver has no events: a tab that crashed shows when it is asked for something. The page is not disturbed by it. */
    private void look() {
        if (shown.isEmpty()) {
            return;
        }
        try {
            running().getCurrentUrl();
        } catch (WebDriverException e) {
            if (isGone(e)) {
                shown.ifPresent(listener -> listener.lost("its page is gone: " + firstLine(e)));
                shown = Optional.empty();
            } else {
                // A Grid that is busy: the page has its own way to the bridge, and shows there that it is well.
                LOG.debug("the driver does not answer: {}", e.toString());
            }
        }
    }

    private static boolean isGone(WebDriverException error) {
        return error instanceof NoSuchSessionException
                || error instanceof NoSuchWindowException
                || firstLine(error).startsWith("tab crashed");
    }

    /** What the browser says of its graphics; empty when it does not say so in time. */
    Map<String, String> internals(GraphicsPage page, Duration limit) {
        try {
            // Room for closing its window again.
            return thread.call(limit.plus(CLOSING), () -> page.read(running(), limit.dividedBy(2)));
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("{} cannot be read: {}", page.address(), e.toString());
            return Map.of();
        }
    }

    /** Ends the session, which ends the browser; tells whether it did in time. */
    boolean quit(Duration limit) {
        try {
            return thread.call(limit, () -> {
                shown = Optional.empty();
                driver.ifPresent(RemoteWebDriver::quit);
                driver = Optional.empty();
                return true;
            });
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("the session did not end by itself: {}", e.toString());
            return false;
        }
    }

    /** Lets the thread go. To be called when there is nothing left that it could wait for. */
    void stop() {
        thread.stop(() -> {
            shown = Optional.empty();
            driver.ifPresent(left -> {
                if (left.getCommandExecutor() instanceof HttpCommandExecutor executor) {
                    executor.client.close();
                }
            });
        });
    }

    /** A driver's own words, without what Selenium puts around them. */
    static String reason(ExecutionException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String message = LaunchErrorSummary.words(cause);
        int own = message.indexOf("Message: ");
        return (own < 0 ? message : message.substring(own + "Message: ".length()))
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("no reason was given");
    }

    private static String firstLine(WebDriverException error) {
        return String.valueOf(error.getRawMessage()).lines().findFirst().orElse("no reason was given");
    }
}
