package dev.bascule.studies.conformance;

import dev.bascule.execution.service.RelayedListener;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Passes on how a conformance run gets on, and keeps outputs for the self-check. */
public final class OutputKeeper extends RelayedListener implements ConformanceListener {
    private final Optional<SelfCheck> check;

    /**
     * @param next hears how it gets on
     * @param check where outputs go; empty where nobody wants them
     */
    public OutputKeeper(RunListener next, Optional<SelfCheck> check) {
        super(next);
        this.check = check;
    }

    @Override
    public void right(ConformanceCase one, List<Map<String, Value>> outputs) {
        check.ifPresent(kept -> kept.keep(one, outputs));
    }
}
