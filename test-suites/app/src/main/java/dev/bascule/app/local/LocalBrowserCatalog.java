package dev.bascule.app.local;

import dev.bascule.bridge.discovery.BrowserAddress;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.execution.service.BrowserCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The browsers of this machine, as discovery finds them. Thread-safe. */
public final class LocalBrowserCatalog implements BrowserCatalog {
    private final BrowserDiscovery discovery;

    public LocalBrowserCatalog(BrowserDiscovery discovery) {
        this.discovery = discovery;
    }

    /** Known without looking: an address whose browser is not here is no unknown word. */
    @Override
    public List<String> ids() {
        List<String> ids = new ArrayList<>(BrowserAddress.known());
        for (BrowserFamily family : BrowserFamily.values()) {
            if (!ids.contains(family.id())) {
                ids.add(family.id());
            }
        }
        return List.copyOf(ids);
    }

    @Override
    public List<Entry> browsers() {
        BrowserDiscovery.Found found = discovery.find();
        List<Entry> entries = new ArrayList<>();
        for (BrowserFamily family : BrowserFamily.values()) {
            List<BrowserInstallation> installed = found.ofFamily(family.id());
            for (BrowserInstallation browser : installed) {
                entries.add(new Entry(
                        browser.id(),
                        browser.name(),
                        Optional.of(browser.executable()),
                        Optional.of(browser.version())));
            }
            if (installed.isEmpty()) {
                entries.add(new Entry(family.id(), family.displayName(), Optional.empty(), Optional.empty()));
            }
        }
        return entries;
    }
}
