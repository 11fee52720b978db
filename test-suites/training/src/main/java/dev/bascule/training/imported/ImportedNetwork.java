package dev.bascule.training.imported;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.training.gradient.Differentiation;
import dev.bascule.training.gradient.rule.StandardRules;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import dev.bascule.training.network.Network;
import dev.bascule.training.step.TrainingGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A model that was exported for inference, as a network: its weights become parameters, which begin as they are in the file, whatever the seed. Its one input
 * is a batch of samples, its first output what the loss is taken of, unless that is whole numbers; a softmax at its end is left out, because the loss has its
 * own. Running statistics of batch normalisation stay as they are, and dropout drops what training asks for: nothing, unless somebody does. Immutable and thread-safe.
 */
public final class ImportedNetwork implements Network {
    /** What the trial is made with: a batch that nothing else in a model is likely to be as large as. */
    private static final int TRIAL = 7;

    private static final Set<String> RESERVED = Set.of(
            TrainingGraph.SAMPLES,
            TrainingGraph.TARGETS,
            TrainingGraph.INDICES,
            TrainingGraph.LOSS,
            TrainingGraph.LOGITS,
            TrainingGraph.APPLY,
            TrainingGraph.SKIPPED);

    private final String name;
    private final Optional<String> fileSha256;
    private final Ending ending;
    private final List<NodeProto> nodes;
    private final long opset;
    private final Map<String, Tensor> constants;
    private final Set<String> weights;
    private final Map<String, WeightForm> forms;
    private final ValueInfoProto input;
    private final String output;
    private final List<String> notes;
    private final Shape sample;
    private final int classes;

    private ImportedNetwork(String name, Optional<String> fileSha256, ModelProto model, Map<String, WeightForm> forms) {
        GraphProto graph = model.getGraph();
        List<String> said = new ArrayList<>();
        this.name = name;
        this.fileSha256 = fileSha256;
        this.opset = ModelChecks.opset(model);
        this.output = ModelChecks.output(graph, said);
        this.ending = Ending.of(ModelChecks.leading(graph.getNodeList(), output), output);
        this.nodes = ending.nodes();
        ending.note().ifPresent(said::add);
        ModelChecks.operators(nodes);
        ModelChecks.frozen(nodes, said);
        this.notes = List.copyOf(said);
        this.constants = decoded(graph);
        this.weights = WeightPlaces.of(nodes, withNodes());
        this.forms = Map.copyOf(forms);
        ModelChecks.areTrained(forms.keySet(), weights);
        this.input = ModelChecks.input(graph, nodes, constants.keySet());
        this.sample = ModelChecks.sample(input);
        MissingGradients.refuse(nodes, weights, output, StandardRules.all());
        this.classes = tried();
    }

    /**
     * A model as a network.
     *
     * @param model with its weights in it, none in files beside it
     * @throws BasculeException {@link ErrorCode#MODEL_UNTRAINABLE} naming the operators and nodes without a gradient, or what else stands in the way
     */
    public static ImportedNetwork of(String name, ModelProto model) {
        return of(name, model, Map.of());
    }

    /**
     * The same with weights that enter their products in another form.
     *
     * @param forms by the weight's name in the model
     * @throws BasculeException as {@link #of(String, ModelProto)}, and where one of them is no weight that is trained
     */
    public static ImportedNetwork of(String name, ModelProto model, Map<String, WeightForm> forms) {
        return new ImportedNetwork(name, Optional.empty(), model, forms);
    }

    /**
     * The same of a file, whose hash it keeps.
     *
     * @throws BasculeException as {@link #of(String, ModelProto)}
     */
    public static ImportedNetwork of(String name, OnnxModelFile file) {
        return new ImportedNetwork(name, Optional.of(file.sha256()), file.proto(), Map.of());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<String> fileSha256() {
        return fileSha256;
    }

    @Override
    public DType dtype() {
        return elementType().isFloat() ? DType.FLOAT32 : DType.INT64;
    }

    @Override
    public Shape sample() {
        return sample;
    }

    @Override
    public int classes() {
        return classes;
    }

    /**
     * What is trained otherwise than the model might have been, in words, a sentence each.
     *
     * @param drops whether its dropout drops as training asks for
     */
    public List<String> notes(boolean drops) {
        return Stream.concat(
                        notes.stream(),
                        nodes.stream()
                                .filter(node -> !drops && node.getOpType().equals("Dropout"))
                                .map(node -> "Dropout '%s' drops nothing".formatted(node.getName())))
                .toList();
    }

    @Override
    public Symbol logits(Operators on, Symbol batch, long seed) {
        Translation translation = new Translation(on, opset, ModelChecks.batch(input), batch.dim(0));
        constants.forEach((constant, tensor) -> {
            if (weights.contains(constant)) {
                translation.known(constant, weight(on, constant, tensor));
            } else {
                translation.constant(constant, tensor);
            }
        });
        translation.samples(input.getName(), batch.dtype() == elementType() ? batch : on.cast(batch, elementType()));
        for (NodeProto node : nodes) {
            if (node.getOpType().equals("Constant") && weights.contains(node.getOutput(0))) {
                translation.known(node.getOutput(0), weight(on, node.getOutput(0), Constants.of(node)));
            } else {
                translation.node(node);
            }
        }
        Symbol outputs = translation.value(output);
        if (!outputs.dtype().isFloat()) {
            throw ModelChecks.wholeNumbers(output);
        }
        long size = outputs.shape().elements() / Math.max(1, batch.dim(0));
        boolean flat = outputs.rank() >= 2
                && outputs.dim(0) == batch.dim(0)
                && outputs.shape().dims().stream().filter(dim -> dim != 1).count() <= 2
                && (outputs.dim(1) == size || outputs.dim(-1) == size);
        if (!flat) {
            throw Untrainable.because("the output '%s' is %s, and is to be [batch, classes]", output, outputs.shape());
        }
        ending.softmax()
                .ifPresent(softmax ->
                        ending.check(translation.value(softmax.getInput(0)).shape(), size, opset));
        return on.reshape(outputs, Shape.of(batch.dim(0), size));
    }

    private Symbol weight(Operators on, String constant, Tensor tensor) {
        Symbol parameter =
                on.graph().parameter(parameter(constant), tensor, tensor.shape().rank() > 1);
        return Optional.ofNullable(forms.get(constant))
                .map(form -> form.of(on, parameter))
                .orElse(parameter);
    }

    /** The name of the parameter that a weight of a model is. */
    public static String parameter(String weight) {
        return RESERVED.contains(weight) ? "model." + weight : weight;
    }

    private DType elementType() {
        return ModelChecks.elementType(input);
    }

    /** How many classes there are, where everything on the way from weights to outputs has a gradient. */
    private int tried() {
        Operators on = new Operators(new GraphBuilder("trial"));
        List<Long> dims = new ArrayList<>(List.of((long) TRIAL));
        dims.addAll(sample.dims());
        Symbol outputs = logits(on, on.graph().input(TrainingGraph.SAMPLES, dtype(), new Shape(dims)), 0);
        List<Symbol> parameters =
                on.graph().parameters().stream().map(Parameter::symbol).toList();
        if (parameters.isEmpty()) {
            throw Untrainable.because("the model has no weights of 32-bit floats that training could change");
        }
        new Differentiation(StandardRules.all()).of(on.graph(), on.total(outputs), on.scalar(1), parameters);
        return Math.toIntExact(outputs.dim(1));
    }

    private static Map<String, Tensor> decoded(GraphProto graph) {
        Map<String, Tensor> decoded = new LinkedHashMap<>();
        graph.getInitializerList().forEach(each -> decoded.put(each.getName(), TensorProtos.decode(each)));
        return decoded;
    }

    private Map<String, Tensor> withNodes() {
        Map<String, Tensor> all = new LinkedHashMap<>(constants);
        nodes.stream()
                .filter(node -> node.getOpType().equals("Constant"))
                .forEach(node -> all.put(node.getOutput(0), Constants.of(node)));
        return all;
    }
}
