package dev.bascule.app.environment;

import dev.bascule.bridge.discovery.BrowserAddress;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.DriverDiscovery;
import dev.bascule.bridge.launch.LaunchMethod;
import dev.bascule.bridge.launch.Launchers;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.selenium.SeleniumGrid;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.install.SystemPackages;
import dev.bascule.fallback.text.Nearest;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The browsers that were asked for, each with its launcher. A browser that was named and cannot take part is the user's
 * error; one of {@code auto} or {@code all} is a defect that is told and left out.
 *
 * @param installations those that take part, the preferred one first
 * @param defects browsers that are there and do not work
 */
record BrowserFleet(BrowserSetup setup, List<BrowserInstallation> installations, List<Failure> defects) {

    private static final Duration GRID_LIMIT = Duration.ofSeconds(20);

    BrowserFleet {
        installations = List.copyOf(installations);
        defects = List.copyOf(defects);
    }

    /**
     * Looks for them. Starts nothing but asks some for their version.
     *
     * @param installed what the discovery finds; asked where it matters
     */
    static BrowserFleet find(
            BrowserSetup setup, BrowserDiscovery discovery, Supplier<BrowserDiscovery.Found> installed) {
        if (setup.choice() instanceof BrowserChoice.None || setup.choice() instanceof BrowserChoice.Grid) {
            return new BrowserFleet(setup, List.of(), List.of());
        }
        if (setup.binary().isPresent()) {
            return discovery
                    .probe(setup.binary().get().toString())
                    .fold(browser -> new BrowserFleet(setup, List.of(browser), List.of()), failure -> {
                        throw complaint(failure);
                    });
        }
        BrowserDiscovery.Found found = installed.get();
        List<BrowserInstallation> chosen = setup.choice() instanceof BrowserChoice.Named named
                ? named.ids().stream().flatMap(id -> named(found, id).stream()).toList()
                : found.browsers().stream()
                        .filter(browser -> takesPart(setup.choice(), browser))
                        .toList();
        return new BrowserFleet(setup, chosen, found.defects());
    }

    /** Throws what a wrong name comes to, before anything is looked for or started. */
    static void checkNames(BrowserSetup setup) {
        if (setup.choice() instanceof BrowserChoice.Named named
                && setup.binary().isEmpty()) {
            named.ids().forEach(BrowserFleet::address);
        }
    }

    private static BrowserAddress address(String id) {
        return BrowserAddress.parse(id)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.UNKNOWN_BROWSER,
                        "there is no browser called '%s'%s".formatted(id, Nearest.hint(id, BrowserAddress.known()))));
    }

    private static List<BrowserInstallation> named(BrowserDiscovery.Found found, String id) {
        BrowserAddress address = address(id);
        List<BrowserInstallation> installed = found.at(address);
        if (installed.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NO_BROWSER,
                    "%s was not found on this machine".formatted(id),
                    address.remedies(SystemPackages.ofThisMachine()).toArray(String[]::new));
        }
        return installed;
    }

    /** Playwright's own builds are not what people have: they take part where they are asked for. */
    private static boolean takesPart(BrowserChoice choice, BrowserInstallation browser) {
        return !(choice instanceof BrowserChoice.Auto) || !browser.patchedByPlaywright();
    }

    /** The result of choosing a launcher for each browser. */
    record LauncherChoice(List<LocalBrowser> browsers, List<Failure> defects) {}

    /**
     * Chooses each one's launcher, and asks the Grid for its browsers if one takes part.
     *
     * @param bridge what their pages have to reach
     */
    LauncherChoice man(boolean machineHasGpu, BridgeServer bridge) {
        boolean hardware = switch (setup.gpu()) {
            case AUTO -> machineHasGpu;
            case HARDWARE -> true;
            case SOFTWARE -> false;
        };
        LaunchOptions options =
                LaunchOptions.withHardwareGpu(hardware).withTimed(setup.timed()).withExtraFlags(setup.flags());
        Launchers launchers = new Launchers(
                options,
                installations.isEmpty()
                        ? DriverDiscovery.Found.NONE
                        : DriverDiscovery.ofThisMachine().find());
        boolean asked =
                setup.choice() instanceof BrowserChoice.Named || setup.binary().isPresent();
        List<LocalBrowser> browsers = new ArrayList<>();
        List<Failure> left = new ArrayList<>(defects);
        for (BrowserInstallation installation : installations) {
            LaunchMethod way = launchers.choose(installation, setup.launcher());
            if (way instanceof LaunchMethod.Available open) {
                browsers.add(new LocalBrowser(
                        installation.toString(),
                        Optional.of(installation),
                        launchers.open(installation),
                        open.hosts()));
            }
            if (way instanceof LaunchMethod.Unavailable closed) {
                if (asked) {
                    throw complaint(closed.failure());
                }
                left.add(closed.failure());
            }
        }
        if (!(setup.choice() instanceof BrowserChoice.None)) {
            setup.remote().grid().ifPresent(address -> browsers.addAll(ofGrid(address, options, bridge)));
        }
        return new LauncherChoice(List.copyOf(browsers), List.copyOf(left));
    }

    private static List<LocalBrowser> ofGrid(URI address, LaunchOptions options, BridgeServer bridge) {
        SeleniumGrid grid = new SeleniumGrid(address);
        SeleniumGrid.GridCheck look = grid.look(GRID_LIMIT);
        if (look instanceof SeleniumGrid.GridCheck.Shut shut) {
            throw complaint(shut.failure());
        }
        return grid.hosts(((SeleniumGrid.GridCheck.Offers) look).browsers(), options, bridge).stream()
                .map(hosts -> new LocalBrowser(hosts.name(), Optional.empty(), List.of(hosts.id()), hosts))
                .toList();
    }

    private static BasculeException complaint(Failure failure) {
        return new BasculeException(
                failure.code(), failure.message(), failure.remedies().toArray(String[]::new));
    }
}
