package dev.bascule.cli;

import dev.bascule.cli.output.Progress;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.suites.conformance.ConformanceCase;
import dev.bascule.suites.conformance.ConformanceListener;
import dev.bascule.suites.conformance.SelfCheck;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows how a conformance run gets on, and keeps outputs for the self-check. */
final class ShownRun extends RelayedListener implements ConformanceListener {
    private final Optional<SelfCheck> check;

    /**
     * @param progress what is shown
     * @param check where outputs go; empty where nobody wants them
     */
    ShownRun(Progress progress, Optional<SelfCheck> check) {
        super(progress);
        this.check = check;
    }

    @Override
    public void right(ConformanceCase one, List<Map<String, Value>> outputs) {
        check.ifPresent(kept -> kept.keep(one, outputs));
    }
}
