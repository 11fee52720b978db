package example;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.EngineOption;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.driver.BackendDriver;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A worked example: a backend that executes Add, MatMul, Relu and Identity of float32 in plain Java. */
public final class PlainJavaDriver implements BackendDriver {
    private static final String PROVIDER = "PlainJavaExecutionProvider";
    private static final Engine ENGINE = new Engine("plain-java", "1", Optional.empty());
    private static final Set<String> OPERATORS = Set.of("Add", "MatMul", "Relu", "Identity");

    @Override
    public Backend backend() {
        return new Backend("plain-java", Side.NATIVE, DeviceType.CPU, Set.of(Precision.FLOAT32), Set.of(PROVIDER));
    }

    @Override
    public Detection probe() {
        return new Detection.Builder()
                .passed(Tier.COMPILED, ENGINE + " is on the class path")
                .passed(Tier.LIBRARY, "it needs none")
                .passed(Tier.DEVICE, "the Java virtual machine")
                .build();
    }

    @Override
    public Optional<Engine> engine() {
        return Optional.of(ENGINE);
    }

    /** None: an option that somebody sets is refused before this driver is asked, so that none is dropped unsaid. */
    @Override
    public Set<EngineOption> options() {
        return Set.of();
    }

    @Override
    public DriverSession open(OpenRequest request) throws RefusedException {
        return new Session(model(request));
    }

    /** Its own record: what the interpreter below executes, it executes here. */
    @Override
    public List<NodePlacement> placements(OpenRequest request, Map<String, Tensor> inputs, Path scratch)
            throws RefusedException {
        return model(request).getGraph().getNodeList().stream()
                .map(node -> new NodePlacement(node.getName(), node.getOpType(), PROVIDER))
                .toList();
    }

    @Override
    public void close() {}

    private static ModelProto model(OpenRequest request) throws RefusedException {
        try {
            ModelProto model = ModelProto.parseFrom(Files.readAllBytes(request.model()));
            for (NodeProto node : model.getGraph().getNodeList()) {
                if (!OPERATORS.contains(node.getOpType())) {
                    throw new RefusedException("NotImplemented", "no kernel for the operator " + node.getOpType());
                }
            }
            return model;
        } catch (IOException e) {
            throw RefusedException.of(e);
        }
    }

    private record Matrix(int[] dims, float[] values) {

        static Matrix of(Tensor tensor) throws RefusedException {
            if (tensor.dtype() != DType.FLOAT32) {
                throw new RefusedException("NotImplemented", "no kernel for " + tensor.dtype());
            }
            float[] values = new float[(int) tensor.shape().elements()];
            tensor.data().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
            return new Matrix(tensor.shape().dims().stream().mapToInt(Long::intValue).toArray(), values);
        }

        static Matrix of(TensorProto constant) {
            int[] dims = constant.getDimsList().stream().mapToInt(Long::intValue).toArray();
            float[] values = new float[java.util.Arrays.stream(dims).reduce(1, (a, b) -> a * b)];
            ByteBuffer raw = constant.getRawData().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
            if (raw.hasRemaining()) {
                raw.asFloatBuffer().get(values);
            } else {
                for (int i = 0; i < values.length; i++) {
                    values[i] = constant.getFloatData(i);
                }
            }
            return new Matrix(dims, values);
        }

        Tensor tensor() {
            return Tensor.floats(Shape.of(java.util.Arrays.stream(dims).asLongStream().toArray()), values);
        }
    }

    private static final class Session implements DriverSession {
        private final ModelProto model;
        private final Map<String, Matrix> constants = new HashMap<>();

        Session(ModelProto model) {
            this.model = model;
            model.getGraph().getInitializerList().forEach(one -> constants.put(one.getName(), Matrix.of(one)));
        }

        @Override
        public String binding() {
            return "plain-java";
        }

        @Override
        public Feed feed(Map<String, Tensor> tensors) throws RefusedException {
            Map<String, Matrix> inputs = new HashMap<>(constants);
            for (Map.Entry<String, Tensor> tensor : tensors.entrySet()) {
                inputs.put(tensor.getKey(), Matrix.of(tensor.getValue()));
            }
            return new Fed(inputs);
        }

        @Override
        public void close() {}

        private final class Fed implements Feed {
            private final Map<String, Matrix> inputs;

            Fed(Map<String, Matrix> inputs) {
                this.inputs = inputs;
            }

            @Override
            public Results run() throws RefusedException {
                Map<String, Matrix> values = new HashMap<>(inputs);
                for (NodeProto node : model.getGraph().getNodeList()) {
                    List<Matrix> operands = new ArrayList<>();
                    node.getInputList().forEach(name -> operands.add(values.get(name)));
                    values.put(node.getOutput(0), execute(node.getOpType(), operands));
                }
                return new Given(values);
            }

            @Override
            public Feed carrying(Map<String, String> carry, Results previous) throws RefusedException {
                Map<String, Matrix> next = new HashMap<>(inputs);
                for (Map.Entry<String, String> pair : carry.entrySet()) {
                    next.put(pair.getKey(), Matrix.of(previous.tensor(pair.getValue())));
                }
                return new Fed(next);
            }
        }

        private final class Given implements Results {
            private final Map<String, Matrix> values;

            Given(Map<String, Matrix> values) {
                this.values = values;
            }

            @Override
            public List<String> names() {
                return model.getGraph().getOutputList().stream()
                        .map(output -> output.getName())
                        .toList();
            }

            @Override
            public Tensor tensor(String output) throws RefusedException {
                if (!values.containsKey(output)) {
                    throw new RefusedException("NoSuchOutput", "the model has no output '" + output + "'");
                }
                return values.get(output).tensor();
            }

            @Override
            public void close() {}
        }

        private static Matrix execute(String operator, List<Matrix> operands) throws RefusedException {
            Matrix a = operands.get(0);
            return switch (operator) {
                case "Identity" -> a;
                case "Relu" -> {
                    float[] out = a.values().clone();
                    for (int i = 0; i < out.length; i++) {
                        out[i] = Math.max(0, out[i]);
                    }
                    yield new Matrix(a.dims(), out);
                }
                case "Add" -> add(a, operands.get(1));
                case "MatMul" -> multiply(a, operands.get(1));
                default -> throw new RefusedException("NotImplemented", "no kernel for the operator " + operator);
            };
        }

        private static Matrix add(Matrix a, Matrix b) throws RefusedException {
            if (!java.util.Arrays.equals(a.dims(), b.dims())) {
                throw new RefusedException("NotImplemented", "no broadcasting");
            }
            float[] out = a.values().clone();
            for (int i = 0; i < out.length; i++) {
                out[i] += b.values()[i];
            }
            return new Matrix(a.dims(), out);
        }

        private static Matrix multiply(Matrix a, Matrix b) throws RefusedException {
            if (a.dims().length != 2 || b.dims().length != 2) {
                throw new RefusedException("NotImplemented", "matrices of two dimensions only");
            }
            int rows = a.dims()[0];
            int inner = a.dims()[1];
            int columns = b.dims()[1];
            float[] out = new float[rows * columns];
            for (int i = 0; i < rows; i++) {
                for (int k = 0; k < inner; k++) {
                    for (int j = 0; j < columns; j++) {
                        out[i * columns + j] += a.values()[i * inner + k] * b.values()[k * columns + j];
                    }
                }
            }
            return new Matrix(new int[] {rows, columns}, out);
        }
    }
}
