package dev.bascule.bridge.launch;

import dev.bascule.bridge.page.PageHosts;
import dev.bascule.fallback.error.Failure;

/** One way to start a browser, or why it is none. */
public sealed interface LaunchWay {

    /** The launcher's id. */
    String launcher();

    /** It can be started so. */
    record Open(PageHosts hosts) implements LaunchWay {
        @Override
        public String launcher() {
            return hosts.id();
        }
    }

    /** It cannot. */
    record Closed(String launcher, Failure failure) implements LaunchWay {}
}
