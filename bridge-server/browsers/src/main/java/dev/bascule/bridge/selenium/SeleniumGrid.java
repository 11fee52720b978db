package dev.bascule.bridge.selenium;

import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Selenium Grid at an address, which may carry a user and a password. Immutable and thread-safe. */
public final class SeleniumGrid {
    private static final Logger LOG = LoggerFactory.getLogger(SeleniumGrid.class);
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final URI address;
    private final Optional<String> user;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();

    /** @param address such as {@code http://grid.example:4444} */
    public SeleniumGrid(URI address) {
        String text = address.toString().replaceFirst("/+$", "");
        this.user = Optional.ofNullable(address.getUserInfo());
        this.address = URI.create(text.replaceFirst("//[^/@]*@", "//"));
    }

    /** Where it is, without user and password. */
    public URI address() {
        return address;
    }

    Optional<String> user() {
        return user;
    }

    /** The result of a look at a Grid. */
    public sealed interface GridCheck {

        /** The browsers that it offers, busy ones too. */
        record Offers(List<GridBrowser> browsers) implements GridCheck {}

        /** It cannot be used. */
        record Shut(Failure failure) implements GridCheck {}
    }

    /** Asks it what it has. */
    public GridCheck look(Duration limit) {
        try {
            HttpResponse<String> answer =
                    client.send(request("/status", limit).GET().build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 401 || answer.statusCode() == 403) {
                return shut(
                        "it refuses this user (HTTP %d)".formatted(answer.statusCode()),
                        "give user and password in its address: https://USER:PASSWORD@HOST:PORT");
            }
            GridStatus status = GridStatus.parse(answer.body());
            List<GridBrowser> browsers = status.browsers();
            return browsers.isEmpty() ? shut(nothing(status)) : new GridCheck.Offers(browsers);
        } catch (ConnectException e) {
            return shut(
                    "nothing listens there (connection refused)",
                    "start a Grid (java -jar selenium-server.jar standalone), or mend or leave out --grid");
        } catch (IOException | IllegalArgumentException e) {
            return shut(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return shut("interrupted");
        }
    }

    private static String nothing(GridStatus status) {
        return status.ready() ? "it offers no browser" : "it is not ready: " + status.message();
    }

    private GridCheck shut(String why, String... remedies) {
        String[] advice = remedies.length > 0 ? remedies : new String[] {"look at %s/status".formatted(address)};
        return new GridCheck.Shut(Failure.of(
                ErrorCode.BROWSER_LAUNCH_FAILED,
                "the Selenium Grid at %s cannot be used: %s".formatted(address, why),
                advice));
    }

    /**
     * One way to start each browser that it offers and that is known here.
     *
     * @param bridge what their pages have to reach; one that listens to this machine alone is refused at the start
     */
    public List<GridHosts> hosts(List<GridBrowser> browsers, LaunchOptions options, BridgeServer bridge) {
        return browsers.stream()
                .flatMap(browser -> GridHosts.of(this, browser, options, origin(browser, bridge)).stream())
                .toList();
    }

    /** The bridge's own origin where that can be reached, else the first of its addresses that can. */
    private URI origin(GridBrowser browser, BridgeServer bridge) {
        List<URI> machines = machines(browser);
        return Stream.concat(Stream.of(bridge.origin()), bridge.addresses().stream())
                .filter(address -> Reachability.canReach(machines, address))
                .findFirst()
                .orElse(bridge.origin());
    }

    /** Where a browser may run. Its hub counts as well: nodes behind it may hide their addresses. */
    List<URI> machines(GridBrowser browser) {
        return Stream.concat(Stream.of(address), browser.nodes().stream()).toList();
    }

    /** Ends a session past the thread that it belongs to; whether it came to that shows nowhere. */
    CompletableFuture<?> delete(String session, Duration limit) {
        HttpRequest request = request("/session/" + session, limit).DELETE().build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding()).exceptionally(error -> {
            LOG.debug("session {} cannot be ended: {}", session, error.toString());
            return null;
        });
    }

    private HttpRequest.Builder request(String path, Duration limit) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + path)).timeout(limit);
        user.ifPresent(name -> request.header(
                "Authorization", "Basic " + Base64.getEncoder().encodeToString(name.getBytes(StandardCharsets.UTF_8))));
        return request;
    }

    @Override
    public String toString() {
        return "Selenium Grid at " + address;
    }
}
