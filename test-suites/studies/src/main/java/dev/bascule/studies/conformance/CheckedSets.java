package dev.bascule.studies.conformance;

import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.attempt.UnjudgedOutput.Why;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.DataSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the verdict on a published case rests on. The case itself asks for what it expects: an output that is rightly empty, infinite
 * or NaN is judged by that, and named as one that shows little. Stateless.
 */
final class CheckedSets {
    private CheckedSets() {}

    /** @param got what came of each set: an output that nobody expects is not judged */
    static CheckCoverage of(List<DataSet> sets, List<Map<String, Value>> got) {
        long values = 0;
        Set<String> outputs = new HashSet<>();
        Set<Map<String, Value>> inputs = new HashSet<>();
        List<Map<String, Tensor>> tensors = new ArrayList<>();
        for (DataSet set : sets) {
            Map<String, Tensor> one = new TreeMap<>();
            for (Map.Entry<String, Value> output : set.expected().entrySet()) {
                values += elements(output.getValue());
                outputs.add(output.getKey());
                if (output.getValue() instanceof Value.One tensor) {
                    one.put(output.getKey(), tensor.tensor());
                }
            }
            tensors.add(one);
            inputs.add(set.inputs());
        }
        List<UnjudgedOutput> little = new ArrayList<>(UnjudgedOutput.in(tensors));
        got.stream()
                .flatMap(set -> set.keySet().stream())
                .distinct()
                .filter(name -> !outputs.contains(name))
                .sorted()
                .forEach(name -> little.add(new UnjudgedOutput(name, Why.NO_REFERENCE)));
        little.forEach(output -> outputs.remove(output.output()));
        return new CheckCoverage(values, outputs.size(), inputs.size(), 1, sets.size(), little);
    }

    private static long elements(Value value) {
        if (value instanceof Value.One one) {
            return one.tensor().shape().elements();
        }
        return value instanceof Value.Many many
                ? many.items().stream().mapToLong(CheckedSets::elements).sum()
                : 0;
    }
}
