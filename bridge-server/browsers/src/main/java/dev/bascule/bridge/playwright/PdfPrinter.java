package dev.bascule.bridge.playwright;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Prints pages with the first browser of the Chromium family that is here, the bundled one before others. Thread-safe. */
public final class PdfPrinter {
    private final Supplier<List<BrowserInstallation>> browsers;
    private final Map<String, String> environment;
    private final Duration limit;

    PdfPrinter(Supplier<List<BrowserInstallation>> browsers, Map<String, String> environment, Duration limit) {
        this.browsers = browsers;
        this.environment = Map.copyOf(environment);
        this.limit = limit;
    }

    /**
     * One of this machine, which is looked for when something is printed.
     *
     * @param limit for starting the browser, and again for printing
     */
    public static PdfPrinter ofThisMachine(Duration limit) {
        return new PdfPrinter(() -> BrowserDiscovery.ofThisMachine().find().browsers(), System.getenv(), limit);
    }

    /**
     * The page as a PDF.
     *
     * @param html a whole page that asks nobody for anything
     * @throws BasculeException NO_BROWSER, TOOL_MISSING or BROWSER_LAUNCH_FAILED, with what helps
     */
    public byte[] pdf(String html) {
        BrowserInstallation browser = browsers.get().stream()
                .filter(found -> found.family().engine() == BrowserEngine.CHROMIUM)
                .findFirst()
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.NO_BROWSER,
                        "a PDF is printed by a browser of the Chromium family, and none is here",
                        "%s, or build Bascule again, which unpacks its own"
                                .formatted(SystemPackages.ofThisMachine()
                                        .command(Software.CHROMIUM)
                                        .orElse("install Chrome, Chromium or Edge")),
                        "or print the HTML report from any browser"));
        Path node = NodeTool.find(environment)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.TOOL_MISSING,
                        "Playwright's driver, which prints the PDF, needs Node.js, and there is no `node` on PATH",
                        "%s (20 or later), or set %s to its executable"
                                .formatted(SystemPackages.ofThisMachine().remedy(Software.NODE), NodeTool.VARIABLE)));
        PlaywrightHost host = new PlaywrightHost(
                browser,
                LaunchOptions.withHardwareGpu(false).settings(browser.family().engine()));
        try {
            host.start(node, limit);
            byte[] pdf = host.print(html, limit);
            host.close();
            return pdf;
        } catch (TimeoutException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.BROWSER_LAUNCH_FAILED,
                    "%s printed nothing within %d s".formatted(browser, limit.toSeconds()));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw BasculeException.because(
                    e, ErrorCode.BROWSER_LAUNCH_FAILED, "%s did not print: %s".formatted(browser, cause.getMessage()));
        } finally {
            host.kill();
        }
    }
}
