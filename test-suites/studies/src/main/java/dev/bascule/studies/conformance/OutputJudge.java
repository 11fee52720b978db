package dev.bascule.studies.conformance;

import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.util.List;
import java.util.Map;

/** Says whether the outputs of a case are what it expects. Stateless. */
@FunctionalInterface
public interface OutputJudge {

    /** As a conformance run judges: every output that is expected, each within its tolerance. */
    OutputJudge STANDARD = (one, outputs) ->
            ValueComparer.compare(outputs, one.sets(), one.tolerance()).ok();

    /**
     * @param outputs by name, for each of the case's data sets
     */
    boolean areRight(ConformanceCase one, List<Map<String, Value>> outputs);
}
