package dev.bascule.studies.quantization;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads what outputs say. A classifier has an output of rows and classes that comes out of a product, a sum or a softmax: whatever else
 * has that shape, as an embedding, has no greatest class that means something. Immutable.
 *
 * @param classifier the output whose rows are of classes; empty of no classifier
 * @param classes how wide its rows are by the labels; 0 without labels
 * @param scale what its numbers are
 */
public record AnswerReader(Optional<String> classifier, int classes, Scale scale) implements SampleReader {
    private static final Set<String> SCORES = Set.of("Softmax", "LogSoftmax", "Gemm", "MatMul", "Add", "Sigmoid");
    private static final Set<String> PASSED =
            Set.of("Identity", "Cast", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "DequantizeLinear");
    private static final int MOST_STEPS = 16;
    private static final double ROUNDING = 1e-3;
    private static final double SAME_ROW = 1e-5;

    /** What the numbers of a row are. */
    public enum Scale {
        /** Shares that add up to one. */
        SHARES,
        /** A share of each class by itself, as of a sigmoid. */
        SEPARATE,
        /** Whatever a softmax makes shares of. */
        SCORES,
        /** The graph does not tell: shares where the unquantised model's rows all add up to one, else scores. */
        AS_SEEN
    }

    /**
     * Of a model.
     *
     * @param classes how many there are by the labels; 0 without labels
     */
    public static AnswerReader of(ModelInspection model, GraphProto graph, int classes) {
        Map<String, NodeProto> makers = makers(graph);
        List<String> candidates = new ArrayList<>();
        for (Port port : model.outputs()) {
            boolean fits = classes > 0
                    ? hasClasses(port, classes)
                    : isRows(port, 2) && scorer(port.name(), makers).isPresent()
                            || isRows(port, 3)
                                    && scorer(port.name(), makers)
                                            .filter(node -> isProduct(node, makers))
                                            .isPresent();
            if (fits) {
                candidates.add(port.name());
            }
        }
        // Of several nobody knows which is meant.
        Optional<String> one = candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
        return new AnswerReader(
                one,
                classes,
                one.flatMap(output -> scorer(output, makers))
                        .map(AnswerReader::scale)
                        .orElse(Scale.AS_SEEN));
    }

    private static Scale scale(NodeProto scorer) {
        return switch (scorer.getOpType()) {
            case "Softmax" -> Scale.SHARES;
            case "Sigmoid" -> Scale.SEPARATE;
            default -> Scale.SCORES;
        };
    }

    /** Not a sum that ends a normalisation, as of hidden states that have the same shape. */
    private static boolean isProduct(NodeProto scorer, Map<String, NodeProto> makers) {
        return !scorer.getOpType().equals("Add")
                || scorer.getInputList().stream()
                        .flatMap(input -> Optional.ofNullable(makers.get(input)).stream())
                        .anyMatch(maker -> maker.getOpType().equals("MatMul"));
    }

    private static Map<String, NodeProto> makers(GraphProto graph) {
        Map<String, NodeProto> makers = new HashMap<>();
        graph.getNodeList().forEach(node -> node.getOutputList().forEach(value -> makers.put(value, node)));
        return makers;
    }

    private static boolean isRows(Port port, int rank) {
        return port.type() instanceof ValueType.TensorType type
                && type.dtype().isFloat()
                && type.dims().map(dims -> dims.size() == rank).orElse(false);
    }

    /** As the model tells, or may be: what it does not tell comes out when it runs. */
    private static boolean hasClasses(Port port, int classes) {
        return port.type() instanceof ValueType.TensorType type
                && type.dtype().isFloat()
                && type.dims()
                        .map(dims -> dims.size() >= 1
                                && (!(dims.get(dims.size() - 1) instanceof dev.bascule.models.graph.Dim.Fixed fixed)
                                        || fixed.size() == classes))
                        .orElse(true);
    }

    /** The node whose scores an output passes on; empty of another. */
    private static Optional<NodeProto> scorer(String output, Map<String, NodeProto> makers) {
        Set<String> seen = new HashSet<>();
        String value = output;
        for (int step = 0; step < MOST_STEPS && seen.add(value); step++) {
            Optional<NodeProto> maker = Optional.ofNullable(makers.get(value)).filter(node -> node.getInputCount() > 0);
            String operator = maker.map(NodeProto::getOpType).orElse("");
            if (SCORES.contains(operator)) {
                return maker;
            }
            if (!PASSED.contains(operator)) {
                return Optional.empty();
            }
            value = maker.orElseThrow().getInput(0);
        }
        return Optional.empty();
    }

    @Override
    public SampleAnswer read(Sample sample, Map<String, Tensor> own, Map<String, Tensor> base) {
        Optional<double[][]> ownRows = wide(own);
        Optional<double[][]> baseRows = wide(base);
        boolean comparable = ownRows.isPresent()
                && baseRows.isPresent()
                && ownRows.orElseThrow().length == baseRows.orElseThrow().length
                && ownRows.orElseThrow()[0].length == baseRows.orElseThrow()[0].length;
        Optional<OutputDistance> distance = OutputDistance.of(own, base);
        SampleAnswer answer = new SampleAnswer(
                sample.label().isPresent() && ownRows.isPresent()
                        ? Optional.of(
                                greatest(ownRows.orElseThrow()[0])
                                                == sample.label().getAsInt()
                                        ? 1.0
                                        : 0.0)
                        : Optional.empty(),
                comparable ? Optional.of(agreement(ownRows.orElseThrow(), baseRows.orElseThrow())) : Optional.empty(),
                comparable
                        ? Optional.of(divergence(ownRows.orElseThrow(), baseRows.orElseThrow()))
                                .filter(Double::isFinite)
                        : Optional.empty(),
                distance.map(OutputDistance::greatest),
                distance.map(OutputDistance::mean));
        return comparable ? answer.of(places(baseRows.orElseThrow())) : answer;
    }

    @Override
    public Optional<Commonest> commonest(List<Map<String, Tensor>> said) {
        return Commonest.of(said.stream()
                .flatMap(outputs -> wide(outputs).stream())
                .map(rows -> Arrays.stream(rows)
                        .limit(places(rows))
                        .map(AnswerReader::greatest)
                        .filter(at -> at >= 0)
                        .toList())
                .toList());
    }

    /** Rows until one is like the first: a fixed batch has the sample in each. */
    private static int places(double[][] rows) {
        for (int row = 1; row < rows.length; row++) {
            if (isLike(rows[row], rows[0])) {
                return row;
            }
        }
        return rows.length;
    }

    private static boolean isLike(double[] one, double[] other) {
        double greatest = Arrays.stream(other).map(Math::abs).max().orElse(0);
        for (int i = 0; i < one.length; i++) {
            if (Math.abs(one[i] - other[i]) > SAME_ROW * greatest) {
                return false;
            }
        }
        return true;
    }

    /** Rows of as many numbers as there are classes. */
    private Optional<double[][]> wide(Map<String, Tensor> outputs) {
        return classifier
                .flatMap(name -> Optional.ofNullable(outputs.get(name)))
                .filter(tensor -> tensor.shape().rank() >= 1 && tensor.shape().elements() > 0)
                .map(AnswerReader::rows)
                .filter(rows -> classes == 0 || rows[0].length == classes);
    }

    private static double[][] rows(Tensor tensor) {
        List<Long> dims = tensor.shape().dims();
        int width = Math.toIntExact(dims.get(dims.size() - 1));
        int count = Math.toIntExact(tensor.shape().elements() / width);
        Elements.Reader numbers = Elements.of(tensor);
        double[][] rows = new double[count][width];
        for (int i = 0; i < count * width; i++) {
            rows[i / width][i % width] = numbers.at(i);
        }
        return rows;
    }

    private static double agreement(double[][] own, double[][] base) {
        int same = 0;
        for (int row = 0; row < own.length; row++) {
            same += greatest(own[row]) == greatest(base[row]) ? 1 : 0;
        }
        return (double) same / own.length;
    }

    /** Of one that is no number, none: -1 is the class of nobody. */
    private static int greatest(double[] row) {
        int at = -1;
        for (int i = 0; i < row.length; i++) {
            if (!Double.isNaN(row[i]) && (at < 0 || row[i] > row[at])) {
                at = i;
            }
        }
        return at;
    }

    private double divergence(double[][] own, double[][] base) {
        // Of both by the one: a quantised softmax adds up to one only nearly.
        Scale both = scale != Scale.AS_SEEN
                ? scale
                : Arrays.stream(base).allMatch(AnswerReader::addsUp) ? Scale.SHARES : Scale.SCORES;
        double sum = 0;
        for (int row = 0; row < own.length; row++) {
            double[] p = probabilities(base[row], both);
            double[] q = probabilities(own[row], both);
            for (int i = 0; i < p.length; i++) {
                sum += far(p[i], q[i]);
                if (both == Scale.SEPARATE) {
                    sum += far(1 - p[i], 1 - q[i]);
                }
            }
        }
        // NaN stays what it is: nothing is known then.
        return sum < 0 ? 0 : sum / own.length;
    }

    /** What a model calls impossible would be infinitely far: the least normal float is as far as it goes. */
    private static double far(double p, double q) {
        return Double.isNaN(p) ? p : p > 0 ? p * Math.log(p / Math.max(q, Float.MIN_NORMAL)) : 0;
    }

    private static boolean addsUp(double[] row) {
        return Arrays.stream(row).allMatch(each -> each >= 0)
                && Math.abs(Arrays.stream(row).sum() - 1) < ROUNDING;
    }

    private static double[] probabilities(double[] row, Scale scale) {
        return switch (scale) {
            case SEPARATE ->
                Arrays.stream(row).map(each -> Math.min(1, Math.max(0, each))).toArray();
            case SHARES ->
                normalised(Arrays.stream(row).map(each -> Math.max(0, each)).toArray());
            case SCORES, AS_SEEN -> {
                double highest = Arrays.stream(row).max().orElse(0);
                yield normalised(
                        Arrays.stream(row).map(each -> Math.exp(each - highest)).toArray());
            }
        };
    }

    private static double[] normalised(double[] row) {
        double sum = Arrays.stream(row).sum();
        return Arrays.stream(row).map(each -> each / sum).toArray();
    }
}
