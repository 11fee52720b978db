package dev.bascule.suites.local;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a machine's description does and does not say. Stateless. */
final class Machines {
    private Machines() {}

    /** The machine of a run, with the browsers and engines that took part in it among what works on it. */
    static Machine at(Machine machine, List<CaseRun> runs) {
        Optional<Fingerprint> parts = machine.parts();
        if (parts.isEmpty()) {
            return machine;
        }
        Map<String, Set<String>> versions = new TreeMap<>();
        for (CaseRun run : runs) {
            for (Attempt attempt : run.attempts()) {
                Target target = attempt.target();
                target.browser()
                        .ifPresent(browser -> versions.computeIfAbsent(
                                        "browser " + browser.name(), name -> new TreeSet<>())
                                .add(browser.version()));
                versions.computeIfAbsent("engine " + target.engine().name(), name -> new TreeSet<>())
                        .add(target.engine().version());
            }
        }
        Fingerprint all = parts.get();
        for (Map.Entry<String, Set<String>> each : versions.entrySet()) {
            // Two browsers of one name, or a native and a web engine, may take part in two versions.
            all = all.withSoftware(each.getKey(), String.join(", ", each.getValue()));
        }
        return machine.with(all);
    }

    /** Whether there is a hardware GPU; empty where the system lists no adapter at all, as containers do with one. */
    static Optional<Boolean> hasGpu(Machine machine) {
        return machine.gpus().isEmpty() ? Optional.empty() : Optional.of(machine.hasHardwareGpu());
    }
}
