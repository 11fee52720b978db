package dev.bascule.cli.pool;

import dev.bascule.cli.command.CliContext;
import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.fallback.backend.Side;
import dev.bascule.models.outlook.EngineBuilds;
import dev.bascule.prediction.data.TargetKey;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is installed here, looked for once. */
final class Presence {
    private final EngineBuilds builds = EngineBuilds.ofThisMachine();
    private final List<BrowserCatalog.Entry> browsers;

    Presence(CliContext context) {
        browsers = context.services().browsers().browsers().stream()
                .filter(entry -> entry.path().isPresent() && entry.version().isPresent())
                .toList();
    }

    /** Why a target cannot be used; empty where it can. */
    Optional<String> absence(PooledModel model, LocalTarget target) {
        if (target.backend().side() == Side.BROWSER) {
            return browser(target.key()).isPresent() ? Optional.empty() : Optional.of(gone(target.key()));
        }
        return builds.absence(
                        target.backend(),
                        model.resolved().inspection().artifact().format())
                .map(failed -> "not here: " + failed.reason());
    }

    /** The word of {@code --browsers} for a target's browser in that very version; empty where it is not here. */
    Optional<String> browser(TargetKey key) {
        return browsers.stream()
                .filter(entry -> key.target()
                        .startsWith(
                                "%s-%s/".formatted(slug(entry), entry.version().orElseThrow())))
                .map(BrowserCatalog.Entry::id)
                .findFirst();
    }

    private String gone(TargetKey key) {
        return browsers.stream()
                .filter(entry -> slug(entry).equals(key.browser()))
                .findFirst()
                .map(entry -> "it was measured in another version; %s is here now"
                        .formatted(entry.version().orElseThrow()))
                .orElseGet(() -> key.browser() + " is not here any more");
    }

    /** As targets write it. */
    private static String slug(BrowserCatalog.Entry entry) {
        return entry.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
    }
}
