package dev.bascule.app.environment;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.library.LibrarySet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is installed on a machine that its figures stand on, besides its system and drivers: browsers and sets of native
 * libraries. All of them, whatever takes part in a run: a machine's state changes by updates, not by what is asked of it.
 * Stateless.
 */
final class InstalledSoftware {
    private InstalledSoftware() {}

    /** The machine, with these among what works on it. */
    static Machine on(Machine machine, List<BrowserInstallation> browsers, List<LibrarySet> sets) {
        Optional<Fingerprint> parts = machine.parts();
        if (parts.isEmpty()) {
            return machine;
        }
        // One browser may be there in two versions.
        Map<String, Set<String>> versions = new TreeMap<>();
        browsers.forEach(browser -> versions.computeIfAbsent("browser " + browser.name(), name -> new TreeSet<>())
                .add(browser.version()));
        sets.forEach(set -> versions.computeIfAbsent("libraries " + set.id(), name -> new TreeSet<>())
                .add(set.version()));
        Fingerprint all = parts.get();
        for (Map.Entry<String, Set<String>> each : versions.entrySet()) {
            all = all.withSoftware(each.getKey(), String.join(", ", each.getValue()));
        }
        return machine.with(all);
    }
}
