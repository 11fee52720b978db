package dev.bascule.app.environment;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.PageHosts;
import java.util.List;
import java.util.Optional;

/**
 * A browser that takes part.
 *
 * @param name for people
 * @param installation on this machine; empty for one of a Grid
 * @param launchers that could start it, the best first
 * @param hosts the way that was chosen
 */
public record LocalBrowser(
        String name, Optional<BrowserInstallation> installation, List<String> launchers, PageHosts hosts) {}
