package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Walks a model once and counts. Used for one model and thrown away. */
final class ModelInspector {
    private final Map<OperatorName, Integer> operators = new TreeMap<>();
    private final Path file;
    private final ExternalData externalData;
    private long parameters;

    private record OperatorName(String domain, String type) implements Comparable<OperatorName> {
        @Override
        public int compareTo(OperatorName other) {
            return (domain + "." + type).compareTo(other.domain + "." + other.type);
        }
    }

    private ModelInspector(OnnxModelFile model) {
        this.file = model.file();
        this.externalData = new ExternalData(model.file());
    }

    static ModelInspection inspect(OnnxModelFile model) {
        try {
            GraphValidation.require(model.file(), model.proto());
            return new ModelInspector(model).walk(model);
        } catch (IndexOutOfBoundsException | ArithmeticException | IllegalArgumentException | ClassCastException e) {
            // What no rule above foresaw is still the file's: nothing but it was read here.
            throw BasculeException.because(
                    e,
                    ErrorCode.NOT_ONNX,
                    "'%s' is no valid ONNX model: looking into it ended with %s".formatted(model.file(), e),
                    "onnx.checker.check_model says where; if it finds nothing, report this with the model and -v");
        }
    }

    private ModelInspection walk(OnnxModelFile model) {
        ModelProto proto = model.proto();
        graph(proto.getGraph());
        proto.getFunctionsList().forEach(function -> function.getNodeList().forEach(this::node));
        return new ModelInspection(
                new ModelArtifact(model.sha256(), model.bytes(), model.file()),
                new ModelInspection.Header(
                        proto.getIrVersion(),
                        (proto.getProducerName() + " " + proto.getProducerVersion()).strip(),
                        opsets(proto),
                        proto.getFunctionsList().stream()
                                .map(FunctionProto::getDomain)
                                .map(ModelInspector::domain)
                                .distinct()
                                .toList()),
                inputs(proto.getGraph()),
                proto.getGraph().getOutputList().stream().map(Ports::of).toList(),
                IndexBounds.of(proto.getGraph()),
                operators.entrySet().stream()
                        .map(entry -> new OperatorUse(
                                entry.getKey().domain(), entry.getKey().type(), entry.getValue()))
                        .toList(),
                SignatureReader.of(proto),
                Lineages.of(proto).outputs(proto.getGraph()),
                new ModelInspection.Weights(parameters, externalData.files()));
    }

    private void graph(GraphProto graph) {
        graph.getInitializerList().forEach(this::check);
        graph.getInitializerList().forEach(this::weight);
        graph.getSparseInitializerList().forEach(sparse -> {
            check(sparse.getValues());
            weight(sparse.getValues());
        });
        graph.getNodeList().forEach(this::node);
    }

    private void node(NodeProto node) {
        operators.merge(new OperatorName(domain(node.getDomain()), node.getOpType()), 1, Integer::sum);
        boolean constant = node.getOpType().equals("Constant");
        for (AttributeProto attribute : node.getAttributeList()) {
            if (attribute.hasG()) {
                graph(attribute.getG());
            }
            attribute.getGraphsList().forEach(this::graph);
            if (attribute.hasT()) {
                check(attribute.getT());
            }
            attribute.getTensorsList().forEach(this::check);
            if (constant && attribute.hasT()) {
                weight(attribute.getT());
            }
        }
    }

    /** What engines would read differently is no model that they can be compared by. */
    private void check(TensorProto tensor) {
        externalData.note(tensor);
        TensorFields.fault(tensor).ifPresent(fault -> {
            throw new BasculeException(
                    ErrorCode.NOT_ONNX,
                    "the tensor '%s' of '%s' is not valid: %s".formatted(tensor.getName(), file, fault),
                    "write the model anew with onnx.save, after onnx.checker.check_model");
        });
    }

    private void weight(TensorProto tensor) {
        long elements = new Shape(tensor.getDimsList()).elements();
        Optional<DType> dtype = DType.ofOnnx(tensor.getDataType());
        if (elements > 1 && dtype.filter(ModelInspector::isWeight).isPresent()) {
            parameters = Math.addExact(parameters, elements);
        }
    }

    /** Integers of 16 bits and more are shapes, axes and indices. */
    private static boolean isWeight(DType dtype) {
        return dtype.isFloat()
                || dtype == DType.INT8
                || dtype == DType.UINT8
                || dtype == DType.INT4
                || dtype == DType.UINT4
                || dtype == DType.INT2
                || dtype == DType.UINT2;
    }

    private static Map<String, Long> opsets(ModelProto proto) {
        Map<String, Long> opsets = new TreeMap<>();
        for (OperatorSetIdProto opset : proto.getOpsetImportList()) {
            opsets.put(domain(opset.getDomain()), opset.getVersion());
        }
        return opsets;
    }

    /** Before IR version 4 every initializer was listed as an input too. */
    private static List<Port> inputs(GraphProto graph) {
        Set<String> initializers = new HashSet<>();
        graph.getInitializerList().forEach(tensor -> initializers.add(tensor.getName()));
        List<Port> inputs = new ArrayList<>();
        graph.getInputList().stream()
                .filter(info -> !initializers.contains(info.getName()))
                .forEach(info -> inputs.add(Ports.of(info)));
        return inputs;
    }

    static String domain(String domain) {
        return domain.isEmpty() ? ModelInspection.DEFAULT_DOMAIN : domain;
    }
}
