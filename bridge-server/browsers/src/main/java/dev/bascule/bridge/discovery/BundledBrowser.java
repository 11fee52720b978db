package dev.bascule.bridge.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the {@code browser.json} that lies beside a bundled browser, in the cache folder or in a release archive. */
final class BundledBrowser {

    private BundledBrowser() {}

    /** The newest in this folder; nothing where there is none. */
    static Optional<BrowserProbe> newest(Path browsers) {
        if (!Files.isDirectory(browsers)) {
            return Optional.empty();
        }
        try (Stream<Path> folders = Files.list(browsers)) {
            List<BrowserProbe> found = folders.map(folder -> folder.resolve("browser.json"))
                    .filter(Files::isRegularFile)
                    .map(BundledBrowser::read)
                    .toList();
            return found.stream()
                    .max(Comparator.comparing(
                            probe -> probe instanceof BrowserProbe.Usable usable
                                    ? usable.browser().version()
                                    : "0",
                            VersionText.NEWER));
        } catch (IOException e) {
            return Optional.of(new BrowserProbe.Unusable(
                    Failure.of(ErrorCode.NO_BROWSER, "the folder %s cannot be read".formatted(browsers))));
        }
    }

    static BrowserProbe read(Path description) {
        try {
            JsonNode json = Json.MAPPER.readTree(Files.readAllBytes(description));
            Path folder = description.resolveSibling("");
            Path executable = folder.resolve(json.path("executable").asText("chrome-headless-shell"));
            if (!json.path("version").isTextual()) {
                return new BrowserProbe.Unusable(Failure.of(
                        ErrorCode.BROWSER_LAUNCH_FAILED,
                        "the bundled browser %s lacks shared libraries on this system".formatted(executable),
                        "run `ldd %s` and install what it does not find".formatted(executable)));
            }
            if (!Files.isExecutable(executable)) {
                return new BrowserProbe.Unusable(Failure.of(
                        ErrorCode.NO_BROWSER,
                        "the bundled browser's file %s is gone".formatted(executable),
                        "delete its folder and build again, or unpack the release archive again"));
            }
            JsonNode libraries = json.path("libraryPath");
            return new BrowserProbe.Usable(new BrowserInstallation(
                    json.path("name").asText(BrowserFamily.CHROME_HEADLESS_SHELL.displayName()),
                    BrowserFamily.CHROME_HEADLESS_SHELL,
                    json.path("version").asText(),
                    executable,
                    libraries.isTextual() ? Optional.of(folder.resolve(libraries.asText())) : Optional.empty(),
                    true));
        } catch (IOException e) {
            return new BrowserProbe.Unusable(Failure.of(
                    ErrorCode.NO_BROWSER,
                    "%s cannot be read: %s".formatted(description, e.getMessage()),
                    "delete its folder and build again, or unpack the release archive again"));
        }
    }
}
