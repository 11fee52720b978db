package dev.bascule.cli.command;

import dev.bascule.app.config.ConfigLoader;
import dev.bascule.cli.output.Console;
import dev.bascule.fallback.run.RunId;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * The world as one invocation sees it.
 *
 * @param console stdout and stderr
 * @param environment variables
 * @param folder where {@code bascule.yaml} and {@code .bascule} are
 * @param home the user's home
 * @param clock for run ids
 * @param random for run ids
 * @param services the floors below
 * @param interrupts what Ctrl-C does
 */
public record CliContext(
        Console console,
        Map<String, String> environment,
        Path folder,
        Path home,
        Clock clock,
        IntSupplier random,
        Services services,
        Interrupts interrupts) {

    /** An id for a run that begins now. */
    public String newRunId() {
        return RunId.of(clock.instant(), random.getAsInt());
    }

    /** Where a page goes that is wanted at a place: into that file, or into that folder by its usual name. */
    public Path page(String place, String usualName) {
        Path named = folder.resolve(place);
        return place.endsWith(".html") || place.endsWith(".htm") ? named : named.resolve(usualName);
    }

    public ConfigLoader configLoader() {
        return new ConfigLoader(environment, folder, home);
    }
}
