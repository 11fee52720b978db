package dev.bascule.cli.pool;

import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.backend.Side;
import dev.bascule.models.outlook.EngineBuilds;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is installed here, looked for once. */
final class Presence {
    private final EngineBuilds builds = EngineBuilds.ofThisMachine();
    private final List<String> browsers;

    Presence(CliContext context) {
        browsers = context.services().browsers().browsers().stream()
                .filter(entry -> entry.path().isPresent())
                .map(entry -> entry.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Why a target cannot be used; empty where it can. */
    Optional<String> absence(PooledModel model, LocalTarget target) {
        if (target.backend().side() == Side.BROWSER) {
            return browsers.contains(target.kind().where())
                    ? Optional.empty()
                    : Optional.of(
                            "%s is not here any more".formatted(target.kind().where()));
        }
        return builds.absence(
                        target.backend(),
                        model.resolved().inspection().artifact().format())
                .map(failed -> "not here: " + failed.reason());
    }
}
