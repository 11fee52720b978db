package dev.bascule.reports.training;

import dev.bascule.fallback.backend.Engine;
import java.util.Optional;

/**
 * Where a training ran. Immutable.
 *
 * @param machine fingerprint; empty where nobody could say
 * @param target id
 * @param backend asked for; of a chain the one that it came to
 * @param browser name and version; empty natively
 * @param software whether the device is made of software; empty where nobody knows
 * @param state where parameters and moments were asked to be
 * @param stateSeen where the runner saw them; empty where nothing shows it
 * @param settings of its sessions; empty where nobody told
 * @param chain that was asked for and came to this backend, as {@code webgpu→wasm}; empty where the backend was asked for by itself, and
 *     where nobody told
 */
public record TrainingPlace(
        Optional<String> machine,
        String target,
        String backend,
        Optional<String> browser,
        Engine engine,
        Optional<Boolean> software,
        String state,
        Optional<String> stateSeen,
        Optional<Settings> settings,
        Optional<String> chain) {

    /**
     * What speed depends on beside the place.
     *
     * @param threads of the CPU engine
     * @param graphOptimization how far the engine may rewrite the graph
     */
    public record Settings(int threads, String graphOptimization) {}

    /** One whose settings nobody told. */
    public TrainingPlace(
            Optional<String> machine,
            String target,
            String backend,
            Optional<String> browser,
            Engine engine,
            Optional<Boolean> software,
            String state,
            Optional<String> stateSeen) {
        this(machine, target, backend, browser, engine, software, state, stateSeen, Optional.empty());
    }

    /** One that was asked for by itself. */
    public TrainingPlace(
            Optional<String> machine,
            String target,
            String backend,
            Optional<String> browser,
            Engine engine,
            Optional<Boolean> software,
            String state,
            Optional<String> stateSeen,
            Optional<Settings> settings) {
        this(machine, target, backend, browser, engine, software, state, stateSeen, settings, Optional.empty());
    }

    /** For people. */
    public String words() {
        return backend
                + browser.map(name -> " in " + name).orElseGet(() -> ", " + engine.name() + " " + engine.version())
                + (software.orElse(false) ? ", software" : "");
    }
}
