package dev.bascule.models.workload;

import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType.TensorType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A case's inputs at another batch size. The batch is the dynamic dimension that leads the inputs; an input whose other
 * axis has its name follows. Row {@code i} is the first row with its values moved on by {@code i} places, so that rows
 * differ, token ids stay token ids, and a mask moves with what it masks. Immutable.
 */
public final class Batching {
    private final Map<String, Integer> axes;
    private final Feeds base;

    private Batching(Map<String, Integer> axes, Feeds base) {
        this.axes = axes;
        this.base = base;
    }

    /** Either a way to batch, or why there is none. */
    public sealed interface Found {
        record Yes(Batching batching) implements Found {}

        record No(String why) implements Found {}
    }

    /** The batch axes of a model that is fed these tensors. */
    public static Found of(ModelInspection model, Feeds feeds) {
        Optional<String> name = name(model);
        if (name.isEmpty()) {
            return new Found.No("the model has no dynamic dimension that leads an input, so its batch is fixed: "
                    + model.describeInputs());
        }
        Map<String, Integer> axes = new LinkedHashMap<>();
        for (Port port : model.inputs()) {
            List<Dim> dims = dims(port);
            for (int axis = 0; axis < dims.size(); axis++) {
                if (key(port, dims.get(axis), axis).equals(name.get())) {
                    axes.put(port.name(), axis);
                }
            }
        }
        boolean strings = axes.keySet().stream()
                .anyMatch(input -> feeds.inputs().getOrDefault(input, List.of()).stream()
                        .anyMatch(tensor -> tensor.dtype().bits() < Byte.SIZE));
        return strings
                ? new Found.No("inputs of strings or 4-bit numbers are not batched")
                : new Found.Yes(new Batching(axes, feeds));
    }

    /** The leading dynamic dimension of an input of two axes or more. */
    private static Optional<String> name(ModelInspection model) {
        return model.inputs().stream()
                .filter(port -> dims(port).size() > 1 && !(dims(port).get(0) instanceof Dim.Fixed))
                .map(port -> key(port, dims(port).get(0), 0))
                .findFirst();
    }

    private static List<Dim> dims(Port port) {
        return port.type() instanceof TensorType type ? type.dims().orElse(List.of()) : List.of();
    }

    private static String key(Port port, Dim dim, int axis) {
        // Leading dimensions without a name are the same batch; others are not known to be.
        return dim instanceof Dim.Named named
                ? named.name()
                : axis == 0 && dim instanceof Dim.Unknown ? "?" : port + "." + axis;
    }

    /** The inputs at a batch size. */
    public Feeds at(int batch) {
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        base.inputs().forEach((name, tensors) -> {
            Integer axis = axes.get(name);
            List<Tensor> batched = new ArrayList<>();
            tensors.forEach(tensor -> batched.add(axis == null ? tensor : rows(tensor, axis, batch)));
            inputs.put(name, batched);
        });
        return new Feeds(inputs, base.carry());
    }

    static Tensor rows(Tensor tensor, int axis, int batch) {
        List<Long> dims = new ArrayList<>(tensor.shape().dims());
        DType dtype = tensor.dtype();
        int width = dtype.bits() / Byte.SIZE;
        int outer = Math.toIntExact(dims.subList(0, axis).stream().reduce(1L, (a, b) -> a * b));
        int inner = Math.toIntExact(dims.subList(axis + 1, dims.size()).stream().reduce(1L, (a, b) -> a * b));
        int had = Math.toIntExact(dims.get(axis));
        byte[] from = tensor.bytes();
        byte[] to = new byte[Math.multiplyExact(Math.multiplyExact(outer, batch), inner * width)];
        for (int before = 0; before < outer; before++) {
            for (int row = 0; row < batch; row++) {
                int shift = inner == 0 ? 0 : row / had % inner;
                int source = (before * had + row % had) * inner * width;
                int target = (before * batch + row) * inner * width;
                int head = (inner - shift) * width;
                System.arraycopy(from, source + shift * width, to, target, head);
                System.arraycopy(from, source, to, target + head, shift * width);
            }
        }
        dims.set(axis, (long) batch);
        return Tensor.of(dtype, new Shape(dims), to);
    }
}
