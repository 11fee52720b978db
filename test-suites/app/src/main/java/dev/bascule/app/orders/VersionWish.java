package dev.bascule.app.orders;

import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Versions as an order names them: numbers, of what the worker has installed. Nothing is fetched for an order. Immutable.
 *
 * @param engine of onnxruntime-web
 * @param browser of Chrome Headless Shell
 */
record VersionWish(Optional<String> engine, Optional<String> browser) {

    /**
     * The same browsers in these versions.
     *
     * @param setup as this machine starts them
     * @param installed what is here, without fetching
     * @param named is told of each executable and of what it is
     * @throws BasculeException for a word that is no version, one that is not here, and another browser than the owner's own
     */
    BrowserSetup on(BrowserSetup setup, VersionShelf installed, BiConsumer<Path, String> named) {
        BrowserSetup chosen = setup;
        if (engine.isPresent()) {
            here(Axis.ENGINE, engine.get(), installed);
            chosen = chosen.withEngineVersion(version(engine.get()));
        }
        if (browser.isPresent()) {
            if (setup.binary().isPresent()
                    || setup.launcher().isPresent()
                    || setup.remote().grid().isPresent()) {
                throw Words.refused("a version of a browser, and this worker's owner said which browser it is");
            }
            VersionShelf.Copy copy = here(Axis.BROWSER, browser.get(), installed);
            if (!(copy instanceof VersionShelf.Copy.Here found)) {
                throw Words.refused("a browser that comes with nothing");
            }
            named.accept(found.place(), "%s@%s".formatted(Axis.BROWSER.part(), version(browser.get())));
            chosen = chosen.withBinary(found.place());
        }
        return chosen;
    }

    private static ReleaseVersion version(String text) {
        return ReleaseVersion.parse(text).orElseThrow(() -> Words.refused("a version that is none"));
    }

    private static VersionShelf.Copy here(Axis axis, String text, VersionShelf installed) {
        String version = version(text).toString();
        if (!installed.versions(axis).contains(version)) {
            throw missing(axis, version);
        }
        VersionShelf.Copy copy = installed.fetch(axis, version, talk -> {});
        if (copy instanceof VersionShelf.Copy.Missing) {
            throw missing(axis, version);
        }
        return copy;
    }

    private static BasculeException missing(Axis axis, String version) {
        return new BasculeException(
                ErrorCode.BACKEND_UNAVAILABLE,
                "%s %s is not installed on this worker, and a worker installs nothing for others"
                        .formatted(axis.product(), version),
                "bascule install %s@%s there, then start the worker again".formatted(axis.part(), version));
    }
}
