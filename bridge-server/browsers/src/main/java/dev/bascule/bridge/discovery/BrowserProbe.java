package dev.bascule.bridge.discovery;

import dev.bascule.fallback.error.Failure;

/** What looking at one executable gave. */
public sealed interface BrowserProbe {

    record Usable(BrowserInstallation browser) implements BrowserProbe {}

    record Unusable(Failure failure) implements BrowserProbe {}
}
