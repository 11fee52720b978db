package dev.bascule.benchmark;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A browser with one page, started by Playwright with the flags that Bascule starts it with. Belongs to one thread. */
record BareBrowser(Playwright playwright, Page page) implements AutoCloseable {

    static BareBrowser open(BrowserInstallation browser) {
        Playwright playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_NODEJS_PATH", node().toString(), "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Page page = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(browser.executable())
                        .setArgs(LaunchOptions.withHardwareGpu(false)
                                .withRoot(true)
                                .settings(browser.family().engine())
                                .flags()
                                .arguments()))
                .newPage();
        return new BareBrowser(playwright, page);
    }

    private static Path node() {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "node"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("node is not on PATH"));
    }

    @Override
    public void close() {
        playwright.close();
    }
}
