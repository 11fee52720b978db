package dev.bascule.bridge.page;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.error.Failure;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** One browser, and one way to start it. Thread-safe. */
public interface PageHosts {

    /** The launcher's word in results. */
    String id();

    /** The browser, for messages. */
    String name();

    /** Where its pages find the bridge. */
    default URI origin(BridgeServer bridge) {
        return bridge.origin();
    }

    /** The same started with more settings, which win; empty where nobody here starts it. */
    default Optional<PageHosts> with(BrowserSettings more) {
        return Optional.empty();
    }

    /** Which engine's settings it takes; empty where nobody here starts it. */
    default Optional<BrowserEngine> engine() {
        return Optional.empty();
    }

    /** Starts it anew, with a fresh profile. Nothing is left of it when it is refused. */
    Start start(Duration limit);

    /** What came of it. */
    sealed interface Start {
        record Up(PageHost host) implements Start {}

        record Refused(Failure failure) implements Start {}
    }
}
