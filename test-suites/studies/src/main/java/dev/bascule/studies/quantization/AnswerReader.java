package dev.bascule.studies.quantization;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.numerics.Magnitude;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import java.util.ArrayList;
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
 */
public record AnswerReader(Optional<String> classifier) {
    private static final Set<String> SCORES = Set.of("Softmax", "LogSoftmax", "Gemm", "MatMul", "Add", "Sigmoid");
    private static final Set<String> PASSED =
            Set.of("Identity", "Cast", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "DequantizeLinear");
    private static final int MOST_STEPS = 16;
    private static final double ROUNDING = 1e-3;

    /**
     * Of a model.
     *
     * @param classes how many there are by the labels; 0 without labels
     */
    public static AnswerReader of(ModelInspection model, GraphProto graph, int classes) {
        List<String> candidates = new ArrayList<>();
        for (Port port : model.outputs()) {
            boolean fits = classes > 0 ? hasClasses(port, classes) : isRows(port) && givesScores(port.name(), graph);
            if (fits) {
                candidates.add(port.name());
            }
        }
        // Of several nobody knows which is meant.
        return new AnswerReader(candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty());
    }

    private static boolean isRows(Port port) {
        return port.type() instanceof ValueType.TensorType type
                && type.dtype().isFloat()
                && type.dims().map(dims -> dims.size() == 2).orElse(false);
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

    private static boolean givesScores(String output, GraphProto graph) {
        Map<String, NodeProto> makers = new HashMap<>();
        graph.getNodeList().forEach(node -> node.getOutputList().forEach(value -> makers.put(value, node)));
        Set<String> seen = new HashSet<>();
        String value = output;
        for (int step = 0; step < MOST_STEPS && seen.add(value); step++) {
            Optional<NodeProto> maker = Optional.ofNullable(makers.get(value));
            if (maker.isEmpty() || maker.orElseThrow().getInputCount() == 0) {
                return false;
            }
            if (SCORES.contains(maker.orElseThrow().getOpType())) {
                return true;
            }
            if (!PASSED.contains(maker.orElseThrow().getOpType())) {
                return false;
            }
            value = maker.orElseThrow().getInput(0);
        }
        return false;
    }

    /** What outputs are worth beside those of the unquantised model for the same sample. */
    public SampleAnswer read(Sample sample, Map<String, Tensor> own, Map<String, Tensor> base) {
        Optional<double[][]> ownRows = rows(own);
        Optional<double[][]> baseRows = rows(base);
        boolean comparable = ownRows.isPresent()
                && baseRows.isPresent()
                && ownRows.orElseThrow().length == baseRows.orElseThrow().length
                && ownRows.orElseThrow()[0].length == baseRows.orElseThrow()[0].length;
        Distance distance = Distance.of(own, base);
        return new SampleAnswer(
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
                distance.sound() ? Optional.of(distance.greatest()) : Optional.empty(),
                distance.sound() ? Optional.of(distance.mean()) : Optional.empty());
    }

    private Optional<double[][]> rows(Map<String, Tensor> outputs) {
        return classifier
                .flatMap(name -> Optional.ofNullable(outputs.get(name)))
                .filter(tensor -> tensor.shape().rank() >= 1 && tensor.shape().elements() > 0)
                .map(AnswerReader::rows);
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

    private static double divergence(double[][] own, double[][] base) {
        double sum = 0;
        for (int row = 0; row < own.length; row++) {
            double[] p = probabilities(base[row]);
            double[] q = probabilities(own[row]);
            for (int i = 0; i < p.length; i++) {
                if (p[i] > 0) {
                    // What a model calls impossible would be infinitely far: the least normal float is as far as it
                    // goes.
                    sum += p[i] * Math.log(p[i] / Math.max(q[i], Float.MIN_NORMAL));
                }
            }
        }
        return Math.max(0, sum / own.length);
    }

    /** As they are where they add up to one, else their softmax. */
    private static double[] probabilities(double[] row) {
        double total = 0;
        boolean shares = true;
        double highest = Double.NEGATIVE_INFINITY;
        for (double each : row) {
            total += each;
            shares &= each >= 0;
            highest = Math.max(highest, each);
        }
        if (shares && Math.abs(total - 1) < ROUNDING) {
            return row;
        }
        double[] made = new double[row.length];
        double sum = 0;
        for (int i = 0; i < row.length; i++) {
            made[i] = Math.exp(row[i] - highest);
            sum += made[i];
        }
        for (int i = 0; i < row.length; i++) {
            made[i] /= sum;
        }
        return made;
    }

    /** How far all float outputs are from others. */
    record Distance(boolean sound, double greatest, double mean) {
        static Distance of(Map<String, Tensor> own, Map<String, Tensor> base) {
            double greatest = 0;
            double sum = 0;
            long count = 0;
            for (Map.Entry<String, Tensor> each : base.entrySet()) {
                Tensor there = each.getValue();
                if (!there.dtype().isFloat()) {
                    continue;
                }
                Tensor here = own.get(each.getKey());
                if (here == null || !here.shape().equals(there.shape())) {
                    return new Distance(false, 0, 0);
                }
                double magnitude = Math.max(Magnitude.of(there).greatest(), Double.MIN_NORMAL);
                Elements.Reader a = Elements.of(here);
                Elements.Reader b = Elements.of(there);
                for (int i = 0; i < there.shape().elements(); i++) {
                    if (!Double.isFinite(b.at(i))) {
                        continue;
                    }
                    double off = Math.abs(a.at(i) - b.at(i)) / magnitude;
                    if (!Double.isFinite(off)) {
                        return new Distance(false, 0, 0);
                    }
                    greatest = Math.max(greatest, off);
                    sum += off;
                    count++;
                }
            }
            return new Distance(true, greatest, count == 0 ? 0 : sum / count);
        }
    }
}
