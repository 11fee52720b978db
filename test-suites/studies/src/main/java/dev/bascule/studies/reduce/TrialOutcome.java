package dev.bascule.studies.reduce;

import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What came of one trial. */
public sealed interface TrialOutcome {

    /** It ran; these are its outputs. */
    record Ran(Map<String, Tensor> outputs) implements TrialOutcome {
        public Ran {
            outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
        }
    }

    /** It was refused, crashed, or did not answer in time. */
    record Fell(Fault fault) implements TrialOutcome {}
}
