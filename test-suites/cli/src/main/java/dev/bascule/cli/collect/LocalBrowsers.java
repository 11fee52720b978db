package dev.bascule.cli.collect;

import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.prediction.data.TargetKey;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which targets' browsers are on this machine, the one place that says so.
 *
 * @param catalog of browsers
 */
public record LocalBrowsers(List<BrowserCatalog.Entry> catalog) {

    public LocalBrowsers {
        catalog = List.copyOf(catalog);
    }

    /** Whether a target's browser is here in its very version; a native target needs none. */
    public boolean have(TargetKey target) {
        return target.isNative()
                || catalog.stream()
                        .flatMap(entry -> entry.version().stream())
                        .anyMatch(version -> target.target().contains("-" + version + "/"));
    }

    /** The word of {@code --browsers} for a target's browser, in whatever version it is here; empty where it is not, and of native ones. */
    public Optional<String> id(TargetKey target) {
        return catalog.stream()
                .filter(entry -> entry.path().isPresent()
                        && entry.name()
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("[^a-z0-9.]+", "-")
                                .equals(target.browser()))
                .map(BrowserCatalog.Entry::id)
                .findFirst();
    }
}
