package dev.bascule.suites.local;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.BrowserProbe;
import dev.bascule.bridge.playwright.PlaywrightHosts;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.suites.cache.CacheFolder;
import dev.bascule.suites.execution.TimeLedger;
import dev.bascule.suites.models.HubSettings;
import dev.bascule.suites.service.BrowserChoice;
import dev.bascule.suites.service.RunListener;
import dev.bascule.suites.service.RunRequest;
import dev.bascule.suites.text.Nearest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sets up this machine's workbenches. Thread-safe. */
public final class LocalWorkbenches implements WorkbenchFactory {
    private final BrowserDiscovery discovery;
    private final CacheFolder cache;
    private final Map<String, String> environment;

    public LocalWorkbenches(BrowserDiscovery discovery, CacheFolder cache, Map<String, String> environment) {
        this.discovery = discovery;
        this.cache = cache;
        this.environment = Map.copyOf(environment);
    }

    public static LocalWorkbenches ofThisMachine() {
        return new LocalWorkbenches(BrowserDiscovery.ofThisMachine(), CacheFolder.ofProcess(), System.getenv());
    }

    @Override
    public Workbench open(RunRequest request, TimeLedger ledger, RunListener listener) {
        boolean anyInBrowser = request.cases().stream()
                .flatMap(wanted -> wanted.chains().stream())
                .anyMatch(chain -> chain.first().side() == dev.bascule.fallback.backend.Side.BROWSER);
        BrowserChoice choice = anyInBrowser ? request.browsers() : new BrowserChoice.None();
        return open(choice, request.browserBinary(), ledger, listener);
    }

    LocalWorkbench open(BrowserChoice choice, Optional<Path> binary, TimeLedger ledger, RunListener listener) {
        listener.phase("looking for browsers");
        List<Failure> defects = new ArrayList<>();
        List<BrowserInstallation> browsers = ledger.time("looking for browsers", () -> chosen(choice, binary, defects));
        if (!(choice instanceof BrowserChoice.None) && browsers.isEmpty() && !defects.isEmpty()) {
            listener.note(defects.get(0).message());
        }
        return LocalWorkbench.open(
                browsers, defects, new ModelStores(cache, HubSettings.of(environment)), ledger, listener);
    }

    private List<BrowserInstallation> chosen(BrowserChoice choice, Optional<Path> binary, List<Failure> defects) {
        if (choice instanceof BrowserChoice.None) {
            return List.of();
        }
        if (binary.isPresent()) {
            BrowserProbe probe = discovery.probe(binary.get().toString());
            if (probe instanceof BrowserProbe.Usable usable) {
                return List.of(drivable(usable.browser()));
            }
            Failure failure = ((BrowserProbe.Unusable) probe).failure();
            throw new BasculeException(
                    failure.code(), failure.message(), failure.remedies().toArray(String[]::new));
        }
        BrowserDiscovery.Found found = discovery.find();
        defects.addAll(found.defects());
        if (choice instanceof BrowserChoice.Named named) {
            return named.ids().stream()
                    .flatMap(id -> named(found, id).stream())
                    .map(LocalWorkbenches::drivable)
                    .toList();
        }
        return found.browsers().stream().filter(PlaywrightHosts::canDrive).toList();
    }

    private static BrowserInstallation drivable(BrowserInstallation browser) {
        if (!PlaywrightHosts.canDrive(browser)) {
            throw new BasculeException(ErrorCode.UNKNOWN_BROWSER, "%s cannot be driven yet".formatted(browser));
        }
        return browser;
    }

    private static List<BrowserInstallation> named(BrowserDiscovery.Found found, String id) {
        if (BrowserFamily.ofId(id).isEmpty()) {
            List<String> known =
                    Arrays.stream(BrowserFamily.values()).map(BrowserFamily::id).toList();
            throw new BasculeException(
                    ErrorCode.UNKNOWN_BROWSER,
                    "there is no browser called '%s'%s".formatted(id, Nearest.hint(id, known)));
        }
        List<BrowserInstallation> installed = found.ofFamily(id);
        if (installed.isEmpty()) {
            throw new BasculeException(ErrorCode.NO_BROWSER, "%s was not found on this machine".formatted(id));
        }
        return installed;
    }
}
