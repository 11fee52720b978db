package dev.bascule.bridge.discovery;

import dev.bascule.bridge.discovery.GeckodriverSupport.Range;
import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Whether a browser can be driven through WebDriver here. */
public sealed interface DriverFit {
    /** What each of the ways comes to. */
    <R> R fold(
            Function<? super Fits, ? extends R> whenFits,
            Function<? super Misfit, ? extends R> whenMisfit,
            Function<? super None, ? extends R> whenNone);

    /** This driver drives it. */
    record Fits(DriverInstallation driver) implements DriverFit {
        @Override
        public <R> R fold(
                Function<? super Fits, ? extends R> whenFits,
                Function<? super Misfit, ? extends R> whenMisfit,
                Function<? super None, ? extends R> whenNone) {
            return whenFits.apply(this);
        }
    }

    /** There are drivers of the kind, and none is for this browser. */
    record Misfit(String reason, String remedy) implements DriverFit {
        @Override
        public <R> R fold(
                Function<? super Fits, ? extends R> whenFits,
                Function<? super Misfit, ? extends R> whenMisfit,
                Function<? super None, ? extends R> whenNone) {
            return whenMisfit.apply(this);
        }
    }

    /** There is no driver for it here, or none anywhere. */
    record None(String reason, String remedy) implements DriverFit {
        @Override
        public <R> R fold(
                Function<? super Fits, ? extends R> whenFits,
                Function<? super Misfit, ? extends R> whenMisfit,
                Function<? super None, ? extends R> whenNone) {
            return whenNone.apply(this);
        }
    }

    /**
     * Chooses from the drivers there are, in their order; of equals the one with the browser's very version.
     * chromedriver and msedgedriver drive browsers of their own major version only.
     */
    static DriverFit of(BrowserInstallation browser, List<DriverInstallation> drivers) {
        return of(browser, drivers, SystemPackages.ofThisMachine());
    }

    /** @param system whose commands the remedies name */
    static DriverFit of(BrowserInstallation browser, List<DriverInstallation> drivers, SystemPackages system) {
        Optional<DriverKind> kind = DriverKind.of(browser.family());
        if (kind.isEmpty() || browser.patchedByPlaywright()) {
            return new None(
                    "%s is Playwright's own build, which Playwright drives itself".formatted(browser),
                    "use the launcher playwright for it");
        }
        List<DriverInstallation> ofKind =
                drivers.stream().filter(driver -> driver.kind() == kind.get()).toList();
        if (ofKind.isEmpty()) {
            return new None(
                    "%s is not installed".formatted(kind.get().executable()), remedy(kind.get(), browser, system));
        }
        List<DriverInstallation> fitting =
                ofKind.stream().filter(driver -> drives(driver, browser)).toList();
        Optional<DriverInstallation> exact = fitting.stream()
                .filter(driver -> driver.version().equals(Optional.of(browser.version())))
                .findFirst();
        return exact.or(() -> fitting.stream().findFirst())
                .<DriverFit>map(Fits::new)
                .orElseGet(() -> new Misfit(reason(ofKind, browser), remedy(kind.get(), browser, system)));
    }

    private static boolean drives(DriverInstallation driver, BrowserInstallation browser) {
        return switch (driver.kind()) {
            case CHROMEDRIVER, MSEDGEDRIVER ->
                driver.majorVersion().isPresent() && driver.majorVersion().equals(browser.majorVersion());
            case GECKODRIVER ->
                browser.majorVersion().map(range(driver)::contains).orElse(true);
            case WEBKIT_WEB_DRIVER -> true;
            case SAFARIDRIVER -> isPreview(driver) == (browser.channel() == Channel.TECHNOLOGY_PREVIEW);
        };
    }

    private static Range range(DriverInstallation geckodriver) {
        return geckodriver.version().map(GeckodriverSupport::of).orElse(Range.ANY);
    }

    private static boolean isPreview(DriverInstallation driver) {
        return driver.executable().toString().contains("Technology Preview");
    }

    private static String reason(List<DriverInstallation> drivers, BrowserInstallation browser) {
        String reasons = String.join(
                "; ",
                drivers.stream()
                        .map(driver -> drivesOnly(driver, browser))
                        .distinct()
                        .toList());
        String is = browser.majorVersion()
                .map(major -> browser.name() + " " + major)
                .orElse(browser.toString());
        return "%s; this is %s".formatted(reasons, is);
    }

    private static String drivesOnly(DriverInstallation driver, BrowserInstallation browser) {
        String name = driver.kind().executable();
        return switch (driver.kind()) {
            case CHROMEDRIVER, MSEDGEDRIVER -> {
                String major = driver.majorVersion().map(String::valueOf).orElse("of an unknown version");
                String product = driver.kind() == DriverKind.CHROMEDRIVER ? "Chromium" : "Edge";
                yield "%s %s drives %s %s only".formatted(name, major, product, major);
            }
            case GECKODRIVER ->
                "%s drives Firefox %s".formatted(driver, range(driver).text());
            case WEBKIT_WEB_DRIVER -> "%s drives WebKitGTK".formatted(driver);
            case SAFARIDRIVER ->
                "%s drives Safari %s only"
                        .formatted(driver.executable(), isPreview(driver) ? "Technology Preview" : "itself");
        };
    }

    private static String remedy(DriverKind kind, BrowserInstallation browser, SystemPackages system) {
        String version = browser.majorVersion().map(String::valueOf).orElse("stable");
        String put = "put it on PATH or name it with %s=FILE".formatted(kind.variable());
        return switch (kind) {
            case CHROMEDRIVER -> {
                String fetched = "npx @puppeteer/browsers install chromedriver@%s, then %s".formatted(version, put);
                // A distribution's driver is of its own Chromium's version.
                boolean packaged =
                        browser.family() == BrowserFamily.CHROMIUM && browser.origin() == InstallationSource.SYSTEM;
                yield system.command(Software.CHROMEDRIVER)
                        .filter(command -> packaged)
                        .map(command -> "%s, or %s".formatted(command, fetched))
                        .orElse(fetched);
            }
            case GECKODRIVER -> {
                String built = "cargo install geckodriver, and %s".formatted(put);
                yield "%s, or %s".formatted(system.remedy(Software.GECKODRIVER), built);
            }
            case MSEDGEDRIVER ->
                "fetch version %s from developer.microsoft.com/microsoft-edge/tools/webdriver, then %s"
                        .formatted(version, put);
            case WEBKIT_WEB_DRIVER -> "%s, or %s".formatted(system.remedy(Software.WEBKITGTK), put);
            case SAFARIDRIVER -> "safaridriver comes with Safari: run `safaridriver --enable` once";
        };
    }
}
