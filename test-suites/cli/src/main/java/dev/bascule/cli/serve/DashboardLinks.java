package dev.bascule.cli.serve;

import dev.bascule.bridge.dashboard.Dashboard;
import dev.bascule.cli.output.Console;
import java.net.URI;
import java.util.List;

/** Shows the links that sign in to the dashboard. Each holds a secret that works once. Thread-safe. */
final class DashboardLinks {
    private final Console console;
    private final boolean readOnly;
    private volatile List<URI> addresses = List.of();

    DashboardLinks(Console console, boolean readOnly) {
        this.console = console;
        this.readOnly = readOnly;
    }

    /** @param token of the first link */
    void show(List<URI> open, String token) {
        addresses = List.copyOf(open);
        console.say("");
        console.say(
                readOnly ? "the dashboard, read-only:" : "the dashboard; the link signs in whoever opens it first:");
        show(token);
    }

    /** The link was used up. */
    void renewed(String token) {
        console.say("somebody signed in by the dashboard's link; the next one:");
        show(token);
    }

    private void show(String token) {
        addresses.forEach(address -> console.say("  %s%s#token=%s".formatted(address, Dashboard.path(), token)));
    }
}
