package dev.bascule.studies.scenario;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedRunner;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Processes that behave by their number, in the order in which they are started. */
final class Acts {
    private final List<Backend> backends;
    private final Map<Integer, UnaryOperator<Script>> scripts;
    private final Map<Integer, UnaryOperator<ScriptedRunner.Builder>> hooks;
    private final UnaryOperator<Script> usual;
    private int started;

    /**
     * @param usual what every process does
     * @param scripts what some do on top
     * @param hooks what happens beside some
     */
    Acts(
            List<Backend> backends,
            UnaryOperator<Script> usual,
            Map<Integer, UnaryOperator<Script>> scripts,
            Map<Integer, UnaryOperator<ScriptedRunner.Builder>> hooks) {
        this.backends = backends;
        this.usual = usual;
        this.scripts = scripts;
        this.hooks = hooks;
    }

    ScriptedRunner.Builder on(ScriptedRunner.Builder page) {
        int number = started++;
        ScriptedRunner.Builder built = page;
        for (Backend backend : backends) {
            Script script = usual.apply(Script.right(backend));
            built = built.on(
                    backend,
                    scripts.getOrDefault(number, UnaryOperator.identity()).apply(script));
        }
        return hooks.getOrDefault(number, UnaryOperator.identity()).apply(built);
    }

    /** Ctrl-C as a phase begins for the n-th time. */
    static UnaryOperator<ScriptedRunner.Builder> interrupting(String phase, int time) {
        int[] seen = {0};
        return page -> page.onPhase(now -> {
            if (now.equals(phase) && ++seen[0] == time) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
