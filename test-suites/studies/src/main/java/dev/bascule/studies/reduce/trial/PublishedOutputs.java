package dev.bascule.studies.reduce.trial;

import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a case itself says of its outputs.
 *
 * @param outputs by name; those that it says nothing of are not judged
 * @param rule how far each may be off, as a conformance run has it
 * @param parts the same rule for values of which only the reference tells what they are
 */
public record PublishedOutputs(Map<String, Tensor> outputs, ToleranceRule rule, ValueTolerance parts) {
    public PublishedOutputs {
        outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    }

    /** The rule for the case as a whole. */
    public ValueTolerance whole() {
        return (output, expected, lineage) -> rule.of(output, expected.dtype());
    }
}
