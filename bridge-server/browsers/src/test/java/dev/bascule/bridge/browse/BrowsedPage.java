package dev.bascule.bridge.browse;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.testing.MachineBrowsers;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The bundled browser, used by tests as a person uses a browser. Where it or Node.js is not here, the tests skip. Belongs to
 * the thread that started it.
 */
public final class BrowsedPage implements AutoCloseable {
    private final Playwright playwright;
    private final Browser browser;

    private BrowsedPage(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    public static BrowsedPage start(List<String> flags) {
        BrowserInstallation bundled = MachineBrowsers.shown().bundled().orElseThrow();
        Path node = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(place -> Path.of(place, "node"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
        Path scratch = Scratch.FOLDER;
        Playwright playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of(
                        "TMPDIR",
                        scratch.toString(),
                        "PLAYWRIGHT_NODEJS_PATH",
                        node.toString(),
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1")));
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("TMPDIR", scratch.toString());
        bundled.libraryPath().ifPresent(path -> environment.put("LD_LIBRARY_PATH", path.toString()));
        return new BrowsedPage(
                playwright,
                playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(bundled.executable())
                                .setEnv(environment)
                                .setArgs(flags)));
    }

    public Browser browser() {
        return browser;
    }

    @Override
    public void close() {
        playwright.close();
    }

    /**
     * Where these browsers have their profiles: else they lie where another test looks for what other browsers leave behind. One
     * folder for all of a JVM, since Playwright's driver keeps the environment of its first start.
     */
    private static final class Scratch {
        static final Path FOLDER = make();

        private Scratch() {}

        private static Path make() {
            try {
                Path folder = Files.createTempDirectory("browsed-");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
                return folder;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void delete(Path folder) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            } catch (IOException | UncheckedIOException e) {
                // A browser that is still dying wrote there; the system tidies its temporary folder up.
            }
        }
    }
}
