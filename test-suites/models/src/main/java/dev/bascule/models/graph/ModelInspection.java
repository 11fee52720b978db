package dev.bascule.models.graph;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.numerics.Lineage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is in a model's file. Immutable.
 *
 * @param artifact the file alone, as it is served and fetched, and what it is written in; opsets, IR version and signatures are
 *     ONNX's alone
 * @param header what it says of itself
 * @param inputs what has to be fed, initializers excluded
 * @param outputs in the model's order
 * @param indexBounds number of rows of the table that an integer input looks up, by input
 * @param operators by domain and type
 * @param signatures its operators with opset and dtype, as far as the model tells
 * @param lineages what rounding did on the way to each output; empty where the format does not tell
 * @param weights what it has learned
 */
public record ModelInspection(
        ModelArtifact artifact,
        Header header,
        List<Port> inputs,
        List<Port> outputs,
        Map<String, Long> indexBounds,
        List<OperatorUse> operators,
        List<OperatorSignature> signatures,
        Map<String, Lineage> lineages,
        Weights weights) {

    /** What the empty domain is called. */
    public static final String DEFAULT_DOMAIN = "ai.onnx";

    /**
     * What a model's file says of itself.
     *
     * @param irVersion version of the format
     * @param producer who wrote it; may be blank
     * @param opsets operator set version by domain; the default domain is {@code ai.onnx}
     * @param localDomains domains of the functions that the model itself defines
     */
    public record Header(long irVersion, String producer, Map<String, Long> opsets, List<String> localDomains) {
        public Header {
            opsets = java.util.Collections.unmodifiableMap(new TreeMap<>(opsets));
            localDomains = List.copyOf(localDomains);
        }
    }

    /**
     * A model's weights.
     *
     * @param parameters elements of floating-point and 8- or 4-bit weights: initializers and Constant nodes with more than one
     *     element
     * @param externalData files that hold weights, beside the model
     */
    public record Weights(long parameters, List<Path> externalData) {
        public Weights {
            externalData = List.copyOf(externalData);
        }
    }

    public ModelInspection {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        indexBounds = Map.copyOf(indexBounds);
        operators = List.copyOf(operators);
        signatures = List.copyOf(signatures);
        lineages = Map.copyOf(lineages);
    }

    public Optional<Port> input(String name) {
        return inputs.stream().filter(port -> port.name().equals(name)).findFirst();
    }

    public List<String> outputNames() {
        return outputs.stream().map(Port::name).toList();
    }

    /** The inputs as error messages name them. */
    public String describeInputs() {
        return inputs.isEmpty()
                ? "the model has no inputs"
                : inputs.stream().map(Port::toString).collect(Collectors.joining(", ", "the model has: ", ""));
    }

    /** The model's identity for results: of its weights too, wherever they lie. Reads those that lie beside it. */
    public ModelInfo info(String name, Family family, String task) {
        Map<String, Integer> counts =
                operators.stream().collect(Collectors.toMap(OperatorUse::name, OperatorUse::count));
        return new ModelInfo(
                name,
                ExternalData.identity(this),
                artifact.bytes(),
                family,
                task,
                header.opsets(),
                counts,
                weights.parameters(),
                signatures);
    }
}
