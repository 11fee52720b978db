package dev.bascule.studies.quantization;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How one sample becomes what a model takes. Immutable.
 *
 * @param input the model's one input
 * @param rows of its batch: of a model whose batch is fixed the sample stands in each row
 * @param row the shape of a row, the numbers of the sample in their order
 * @param scale what each number is multiplied by
 * @param offset what is then added
 * @param notes for the reader
 */
public record ModelFeed(String input, int rows, Shape row, double scale, double offset, List<String> notes) {

    /** What a reader's numbers are before {@link Linear}. */
    public record Linear(double scale, double offset) {
        /** As they are. */
        public static final Linear SAME = new Linear(1, 0);
    }

    public ModelFeed {
        notes = List.copyOf(notes);
    }

    /**
     * Looks whether the samples fit.
     *
     * @param dtype of a sample
     * @param sample its shape
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH} where they do not, with both shapes
     */
    public static ModelFeed of(ModelInspection model, DType dtype, Shape sample, Linear linear) {
        if (model.inputs().size() != 1) {
            throw mismatch("a sample is one tensor, and %s".formatted(model.describeInputs()));
        }
        Port port = model.inputs().get(0);
        if (!(port.type() instanceof ValueType.TensorType type) || type.dims().isEmpty() || type.dtype() != dtype) {
            throw mismatch("a sample is %s%s, and the model takes %s".formatted(dtype.wireName(), sample, port));
        }
        List<Dim> dims = type.dims().orElseThrow();
        if (dims.isEmpty()) {
            throw mismatch("a sample is %s%s, and the model takes a scalar".formatted(dtype.wireName(), sample));
        }
        int rows = dims.get(0) instanceof Dim.Fixed fixed ? Math.toIntExact(fixed.size()) : 1;
        Shape row = row(port, dims.subList(1, dims.size()), sample)
                .orElseThrow(
                        () -> mismatch("a sample is %s%s, and the model takes %s, whose first dimension is the batch"
                                .formatted(dtype.wireName(), sample, port)));
        List<String> notes = new ArrayList<>();
        if (!row.equals(sample)) {
            notes.add("samples of %s are fed as %s, their numbers in the same order".formatted(sample, row));
        }
        if (rows > 1) {
            notes.add("the model's batch is fixed at %d: each sample stands in all its rows".formatted(rows));
        }
        return new ModelFeed(port.name(), rows, row, linear.scale(), linear.offset(), notes);
    }

    /** Equal but for dimensions of 1, or all in one; what is dynamic takes what comes. */
    private static Optional<Shape> row(Port port, List<Dim> wanted, Shape sample) {
        List<Long> given = sample.dims();
        if (wanted.size() == given.size()) {
            return fits(wanted, given) ? Optional.of(sample) : Optional.empty();
        }
        boolean known = wanted.stream().allMatch(Dim.Fixed.class::isInstance);
        if (!known) {
            return Optional.empty();
        }
        Shape fixed =
                new Shape(wanted.stream().map(dim -> ((Dim.Fixed) dim).size()).toList());
        boolean same = withoutOnes(fixed).equals(withoutOnes(sample));
        boolean flat = fixed.rank() == 1 && fixed.elements() == sample.elements();
        return same || flat ? Optional.of(fixed) : Optional.empty();
    }

    private static boolean fits(List<Dim> wanted, List<Long> given) {
        for (int i = 0; i < given.size(); i++) {
            if (wanted.get(i) instanceof Dim.Fixed fixed && fixed.size() != given.get(i)) {
                return false;
            }
        }
        return true;
    }

    private static List<Long> withoutOnes(Shape shape) {
        return shape.dims().stream().filter(dim -> dim != 1).toList();
    }

    /** The sample as it is fed. */
    public Map<String, Tensor> inputs(Tensor sample) {
        int width = Math.toIntExact(row.elements());
        List<Long> dims = new ArrayList<>(List.of((long) rows));
        dims.addAll(row.dims());
        Shape shape = new Shape(dims);
        Elements.Reader numbers = Elements.of(sample);
        if (sample.dtype() == DType.FLOAT32) {
            float[] fed = new float[rows * width];
            for (int i = 0; i < fed.length; i++) {
                fed[i] = (float) (numbers.at(i % width) * scale + offset);
            }
            return Map.of(input, Tensor.floats(shape, fed));
        }
        byte[] one = sample.bytes();
        byte[] fed = new byte[rows * one.length];
        for (int each = 0; each < rows; each++) {
            System.arraycopy(one, 0, fed, each * one.length, one.length);
        }
        return Map.of(input, Tensor.of(sample.dtype(), shape, fed));
    }

    private static BasculeException mismatch(String message) {
        return new BasculeException(
                ErrorCode.INPUT_MISMATCH, message, "take data of the model's shape, or none: --data generated");
    }
}
