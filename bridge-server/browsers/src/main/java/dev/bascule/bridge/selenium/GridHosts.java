package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Starts one of the browsers that a Selenium Grid offers; its processes are the Grid's. Thread-safe. */
public final class GridHosts implements PageHosts {
    /** A Grid's browsers are driven like those of this machine. */
    public static final String ID = SeleniumHosts.ID;

    private final SeleniumGrid grid;
    private final GridBrowser offer;
    private final BrowserEngine engine;
    private final SessionRequest request;
    private final URI bridge;

    private GridHosts(SeleniumGrid grid, GridBrowser offer, BrowserEngine engine, LaunchOptions options, URI bridge) {
        this.grid = grid;
        this.offer = offer;
        this.engine = engine;
        this.bridge = bridge;
        this.request = SessionRequest.remote(offer, engine, options.settings(engine), bridge);
    }

    /** Empty for a browser that is unknown here. */
    static Optional<GridHosts> of(SeleniumGrid grid, GridBrowser offer, LaunchOptions options, URI bridge) {
        return offer.engine().map(engine -> new GridHosts(grid, offer, engine, options, bridge));
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String name() {
        return offer.toString();
    }

    @Override
    public URI origin(BridgeServer server) {
        return bridge;
    }

    /** What it starts. */
    public GridBrowser offer() {
        return offer;
    }

    @Override
    public Start start(Duration limit) {
        if (!Reachability.canReach(grid.machines(offer), bridge)) {
            return new Start.Refused(Failure.of(
                    ErrorCode.BROWSER_LAUNCH_FAILED,
                    "the bridge listens on %s, which %s cannot reach from another machine"
                            .formatted(bridge.getHost(), offer),
                    "--bridge-host ADDRESS, with an address of this machine that the Grid can reach"));
        }
        GridHost host = new GridHost(grid, offer, engine, request);
        try {
            host.start(limit);
            return new Start.Up(host);
        } catch (TimeoutException e) {
            return refused(host, "no session within %d s: its slots may all be busy".formatted(limit.toSeconds()));
        } catch (ExecutionException e) {
            return refused(host, DrivenBrowser.reason(e));
        }
    }

    private Start refused(GridHost host, String reason) {
        host.kill();
        return new Start.Refused(Failure.of(
                ErrorCode.BROWSER_LAUNCH_FAILED,
                "%s did not start: %s".formatted(offer, reason),
                "look at %s/status, and at the Grid's own log".formatted(grid.address())));
    }
}
