package dev.bascule.nativerunner.engine;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.bascule.fallback.driver.RefusedException;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * Empty sequences and empty optionals as inputs: ONNX Runtime's C interface makes neither, its kernels make both.
 * Stateless.
 */
final class EmptyValues {
    /** The output of a {@link #sequenceMaker}. */
    static final String OUTPUT = "empty";

    private EmptyValues() {}

    /**
     * A model whose output is an empty sequence of the type that an input of another model has.
     *
     * @throws RefusedException when that input is no sequence of tensors
     */
    static byte[] sequenceMaker(ByteBuffer onnx, String input) throws RefusedException {
        TypeProto declared = type(parse(onnx), input);
        TypeProto sequence =
                declared.hasOptionalType() ? declared.getOptionalType().getElemType() : declared;
        if (!sequence.hasSequenceType()) {
            throw new RefusedException("InputMismatch", "input '%s' is no sequence".formatted(input));
        }
        NodeProto node = NodeProto.newBuilder()
                .setOpType("SequenceEmpty")
                .addOutput(OUTPUT)
                .addAttribute(AttributeProto.newBuilder()
                        .setName("dtype")
                        .setType(AttributeProto.AttributeType.INT)
                        .setI(sequence.getSequenceType()
                                .getElemType()
                                .getTensorType()
                                .getElemType()))
                .build();
        return ModelProto.newBuilder()
                .setIrVersion(8)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(11))
                .setGraph(GraphProto.newBuilder()
                        .setName(OUTPUT)
                        .addNode(node)
                        .addOutput(ValueInfoProto.newBuilder().setName(OUTPUT).setType(sequence)))
                .build()
                .toByteArray();
    }

    /**
     * The model with nodes that make empty optionals in place of some of its inputs.
     *
     * @throws RefusedException when one of them is no optional
     */
    static byte[] withoutOptionals(ByteBuffer onnx, Set<String> inputs) throws RefusedException {
        ModelProto model = parse(onnx);
        GraphProto.Builder graph = model.getGraph().toBuilder().clearInput();
        model.getGraph().getInputList().stream()
                .filter(input -> !inputs.contains(input.getName()))
                .forEach(graph::addInput);
        for (String input : inputs) {
            TypeProto type = type(model, input);
            if (!type.hasOptionalType()) {
                throw new RefusedException(
                        "InputMismatch", "input '%s' is no optional and cannot be empty".formatted(input));
            }
            graph.addNode(
                    0,
                    NodeProto.newBuilder()
                            .setOpType("Optional")
                            .addOutput(input)
                            .addAttribute(AttributeProto.newBuilder()
                                    .setName("type")
                                    .setType(AttributeProto.AttributeType.TYPE_PROTO)
                                    .setTp(type.getOptionalType().getElemType())));
        }
        return model.toBuilder().setGraph(graph).build().toByteArray();
    }

    private static TypeProto type(ModelProto model, String input) throws RefusedException {
        return model.getGraph().getInputList().stream()
                .filter(declared -> declared.getName().equals(input))
                .map(ValueInfoProto::getType)
                .findFirst()
                .orElseThrow(() ->
                        new RefusedException("InputMismatch", "the model has no input called '%s'".formatted(input)));
    }

    private static ModelProto parse(ByteBuffer onnx) throws RefusedException {
        try {
            return ModelProto.parseFrom(onnx);
        } catch (InvalidProtocolBufferException e) {
            throw RefusedException.of(e);
        }
    }
}
