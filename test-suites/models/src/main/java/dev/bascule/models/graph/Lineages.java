package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.numerics.Lineage;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What rounding did on the way to each value of a model: the longest path of nodes that compute, and the range of a saturating
 * operator that made it. Constants, what only depends on them, nodes that lead to no output and those that only move values do
 * not count. Immutable.
 *
 * @param values by name, as far as they are the main graph's and no constants
 */
public record Lineages(Map<String, Lineage> values) {
    private static final Lineage CONSTANT = Lineage.of(0);

    public Lineages {
        values = Map.copyOf(values);
    }

    public static Lineages of(ModelProto model) {
        return new Lineages(new LineageWalk(model).values());
    }

    /** Of a value; that of a constant, which nothing rounds any more, where nothing that is fed leads to it. */
    public Lineage of(String value) {
        return values.getOrDefault(value, CONSTANT);
    }

    /** Those of the outputs of a graph. */
    Map<String, Lineage> outputs(GraphProto graph) {
        Map<String, Lineage> outputs = new LinkedHashMap<>();
        graph.getOutputList().stream().map(ValueInfoProto::getName).forEach(name -> outputs.put(name, of(name)));
        return outputs;
    }
}
