package dev.bascule.suites.local;

import dev.bascule.bridge.discovery.BrowserAddress;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.BrowserProbe;
import dev.bascule.bridge.discovery.DriverDiscovery;
import dev.bascule.bridge.launch.LaunchWay;
import dev.bascule.bridge.launch.Launchers;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.suites.service.BrowserChoice;
import dev.bascule.suites.service.BrowserSetup;
import dev.bascule.suites.text.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The browsers that were asked for, each with its launcher. A browser that was named and cannot take part is the user's
 * error; one of {@code auto} or {@code all} is a defect that is told and left out.
 *
 * @param installations those that take part, the preferred one first
 * @param defects browsers that are there and do not work
 */
record BrowserFleet(BrowserSetup setup, List<BrowserInstallation> installations, List<Failure> defects) {

    BrowserFleet {
        installations = List.copyOf(installations);
        defects = List.copyOf(defects);
    }

    /** Looks for them. Starts nothing but asks some for their version. */
    static BrowserFleet find(BrowserSetup setup, BrowserDiscovery discovery) {
        if (setup.choice() instanceof BrowserChoice.None) {
            return new BrowserFleet(setup, List.of(), List.of());
        }
        if (setup.binary().isPresent()) {
            BrowserProbe probe = discovery.probe(setup.binary().get().toString());
            if (probe instanceof BrowserProbe.Unusable unusable) {
                throw complaint(unusable.failure());
            }
            return new BrowserFleet(setup, List.of(((BrowserProbe.Usable) probe).browser()), List.of());
        }
        BrowserDiscovery.Found found = discovery.find();
        List<BrowserInstallation> chosen = setup.choice() instanceof BrowserChoice.Named named
                ? named.ids().stream().flatMap(id -> named(found, id).stream()).toList()
                : found.browsers().stream()
                        .filter(browser -> takesPart(setup.choice(), browser))
                        .toList();
        return new BrowserFleet(setup, chosen, found.defects());
    }

    private static List<BrowserInstallation> named(BrowserDiscovery.Found found, String id) {
        BrowserAddress address = BrowserAddress.parse(id)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.UNKNOWN_BROWSER,
                        "there is no browser called '%s'%s".formatted(id, Nearest.hint(id, BrowserAddress.known()))));
        List<BrowserInstallation> installed = found.at(address);
        if (installed.isEmpty()) {
            throw new BasculeException(ErrorCode.NO_BROWSER, "%s was not found on this machine".formatted(id));
        }
        return installed;
    }

    /** Playwright's own builds are not what people have: they take part where they are asked for. */
    private static boolean takesPart(BrowserChoice choice, BrowserInstallation browser) {
        return !(choice instanceof BrowserChoice.Auto) || !browser.patchedByPlaywright();
    }

    /** What came of choosing a launcher for each. */
    record Manned(List<LocalBrowser> browsers, List<Failure> defects) {}

    /** Chooses each one's launcher. */
    Manned man(boolean machineHasGpu) {
        boolean hardware = switch (setup.gpu()) {
            case AUTO -> machineHasGpu;
            case HARDWARE -> true;
            case SOFTWARE -> false;
        };
        Launchers launchers = new Launchers(
                LaunchOptions.withHardwareGpu(hardware).withExtraFlags(setup.flags()),
                DriverDiscovery.ofThisMachine().find());
        boolean asked =
                setup.choice() instanceof BrowserChoice.Named || setup.binary().isPresent();
        List<LocalBrowser> browsers = new ArrayList<>();
        List<Failure> left = new ArrayList<>(defects);
        for (BrowserInstallation installation : installations) {
            LaunchWay way = launchers.choose(installation, setup.launcher());
            if (way instanceof LaunchWay.Open open) {
                browsers.add(new LocalBrowser(
                        installation.toString(),
                        Optional.of(installation),
                        launchers.open(installation),
                        open.hosts()));
                continue;
            }
            Failure failure = ((LaunchWay.Closed) way).failure();
            if (asked) {
                throw complaint(failure);
            }
            left.add(failure);
        }
        return new Manned(List.copyOf(browsers), List.copyOf(left));
    }

    private static BasculeException complaint(Failure failure) {
        return new BasculeException(
                failure.code(), failure.message(), failure.remedies().toArray(String[]::new));
    }
}
