package dev.bascule.models.graph;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.numerics.Lineage;
import dev.bascule.fallback.runner.ModelArtifact;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is in a model's file. Immutable.
 *
 * @param format what it is written in; opsets, IR version and signatures are ONNX's alone
 * @param file where it is
 * @param sha256 of the file alone, in lower-case hex: what it is served and fetched by
 * @param bytes its size
 * @param irVersion version of the format
 * @param producer who wrote it; may be blank
 * @param opsets operator set version by domain; the default domain is {@code ai.onnx}
 * @param inputs what has to be fed, initializers excluded
 * @param outputs in the model's order
 * @param operators by domain and type
 * @param parameters elements of floating-point and 8- or 4-bit weights: initializers and Constant nodes with more than one
 *     element
 * @param localDomains domains of the functions that the model itself defines
 * @param indexBounds number of rows of the table that an integer input looks up, by input
 * @param externalData files that hold weights, beside the model
 * @param signatures its operators with opset and dtype, as far as the model tells
 * @param lineages what rounding did on the way to each output; empty where the format does not tell
 */
public record ModelInspection(
        ModelFormat format,
        Path file,
        String sha256,
        long bytes,
        long irVersion,
        String producer,
        Map<String, Long> opsets,
        List<Port> inputs,
        List<Port> outputs,
        List<OperatorUse> operators,
        long parameters,
        List<String> localDomains,
        Map<String, Long> indexBounds,
        List<Path> externalData,
        List<OperatorSignature> signatures,
        Map<String, Lineage> lineages) {

    /** What the empty domain is called. */
    public static final String DEFAULT_DOMAIN = "ai.onnx";

    /** What is in an ONNX file. */
    public ModelInspection(
            Path file,
            String sha256,
            long bytes,
            long irVersion,
            String producer,
            Map<String, Long> opsets,
            List<Port> inputs,
            List<Port> outputs,
            List<OperatorUse> operators,
            long parameters,
            List<String> localDomains,
            Map<String, Long> indexBounds,
            List<Path> externalData,
            List<OperatorSignature> signatures,
            Map<String, Lineage> lineages) {
        this(
                ModelFormat.ONNX,
                file,
                sha256,
                bytes,
                irVersion,
                producer,
                opsets,
                inputs,
                outputs,
                operators,
                parameters,
                localDomains,
                indexBounds,
                externalData,
                signatures,
                lineages);
    }

    public ModelInspection {
        opsets = java.util.Collections.unmodifiableMap(new TreeMap<>(opsets));
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        operators = List.copyOf(operators);
        localDomains = List.copyOf(localDomains);
        indexBounds = Map.copyOf(indexBounds);
        externalData = List.copyOf(externalData);
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

    public ModelArtifact artifact() {
        return new ModelArtifact(sha256, bytes, file, format);
    }

    /** The model's identity for results: of its weights too, wherever they lie. Reads those that lie beside it. */
    public ModelInfo info(String name, Family family, String task) {
        Map<String, Integer> counts =
                operators.stream().collect(Collectors.toMap(OperatorUse::name, OperatorUse::count));
        return new ModelInfo(
                name, ExternalData.identity(this), bytes, family, task, opsets, counts, parameters, signatures);
    }
}
