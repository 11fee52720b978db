package dev.bascule.bridge.launch;

import dev.bascule.bridge.page.PageHosts;
import dev.bascule.fallback.error.Failure;

/** One way to start a browser, or why it is none. */
public sealed interface LaunchMethod {

    /** The launcher's id. */
    String launcher();

    /** A way that works. */
    record Available(PageHosts hosts) implements LaunchMethod {
        @Override
        public String launcher() {
            return hosts.id();
        }
    }

    /** A way that does not work. */
    record Unavailable(String launcher, Failure failure) implements LaunchMethod {}
}
