package dev.bascule.studies.conformance;

import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.util.List;
import java.util.Map;

/** Hears how a conformance run gets on, as a {@link RunListener} does, and sees outputs. */
public interface ConformanceListener extends RunListener {

    /**
     * A case came out right on some column, with these outputs. Whoever wants to keep them copies nothing: they do not
     * change.
     *
     * @param outputs by name, for each of the case's data sets
     */
    default void right(ConformanceCase one, List<Map<String, Value>> outputs) {}

    /**
     * A case gave these outputs on a target, right ones or not.
     *
     * @param outputs by name, for each of the case's data sets
     */
    default void answered(Target target, ConformanceCase one, List<Map<String, Value>> outputs) {}
}
