package dev.bascule.models.workload;

import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The shapes of convolutions and poolings. Stateless. */
final class WindowShapes {
    private WindowShapes() {}

    static List<KnownShape> outputs(NodeView node) throws UnknownShapeException {
        KnownShape in = node.input(0);
        return switch (node.type()) {
            case "Conv" -> List.of(windowed(node, in, in.dtype(), node.input(1).dim(0), kernel(node)));
            case "ConvInteger" ->
                List.of(windowed(node, in, DType.INT32, node.input(1).dim(0), kernel(node)));
            case "ConvTranspose" -> List.of(transposed(node, in));
            case "GlobalAveragePool", "GlobalMaxPool" -> List.of(global(in));
            default ->
                List.of(windowed(
                        node,
                        in,
                        in.dtype(),
                        in.dim(1),
                        node.integers("kernel_shape")
                                .orElseThrow(() -> new UnknownShapeException("a pooling's window"))));
        };
    }

    private static List<Long> kernel(NodeView node) throws UnknownShapeException {
        List<Long> weights = node.input(1).dims();
        return node.integers("kernel_shape").orElse(weights.subList(2, weights.size()));
    }

    private static KnownShape global(KnownShape in) {
        List<Long> dims = new ArrayList<>(in.dims().subList(0, 2));
        for (int axis = 2; axis < in.rank(); axis++) {
            dims.add(1L);
        }
        return new KnownShape(in.dtype(), dims);
    }

    private static KnownShape windowed(NodeView node, KnownShape in, DType dtype, long channels, List<Long> kernel) {
        List<Long> dims = new ArrayList<>(List.of(in.dim(0), channels));
        String pad = node.text("auto_pad", "NOTSET");
        boolean up = node.integer("ceil_mode", 0) != 0;
        for (int axis = 0; axis < kernel.size(); axis++) {
            long size = in.dim(axis + 2);
            long stride = at(node.integers("strides"), axis, 1);
            long reach = at(node.integers("dilations"), axis, 1) * (kernel.get(axis) - 1) + 1;
            if (pad.startsWith("SAME")) {
                dims.add((size + stride - 1) / stride);
                continue;
            }
            if (pad.equals("VALID")) {
                dims.add((size - reach) / stride + 1);
                continue;
            }
            long before = at(node.integers("pads"), axis, 0);
            long room = size + before + at(node.integers("pads"), axis + kernel.size(), 0) - reach;
            long steps = up ? (room + stride - 1) / stride : room / stride;
            // No window begins behind the last element.
            dims.add(up && steps * stride >= size + before ? steps : steps + 1);
        }
        return new KnownShape(dtype, dims);
    }

    private static KnownShape transposed(NodeView node, KnownShape in) throws UnknownShapeException {
        List<Long> kernel = kernel(node);
        List<Long> dims = new ArrayList<>(List.of(in.dim(0), node.input(1).dim(1) * node.integer("group", 1)));
        Optional<List<Long>> given = node.integers("output_shape");
        for (int axis = 0; axis < kernel.size(); axis++) {
            long stride = at(node.integers("strides"), axis, 1);
            long size = in.dim(axis + 2);
            long reach = at(node.integers("dilations"), axis, 1) * (kernel.get(axis) - 1) + 1;
            long padding = at(node.integers("pads"), axis, 0) + at(node.integers("pads"), axis + kernel.size(), 0);
            long more = at(node.integers("output_padding"), axis, 0);
            long whole = node.text("auto_pad", "NOTSET").startsWith("SAME")
                    ? size * stride
                    : stride * (size - 1) + more + reach - padding;
            dims.add(given.isPresent() ? given.get().get(axis) : whole);
        }
        return new KnownShape(in.dtype(), dims);
    }

    private static long at(Optional<List<Long>> list, int index, long otherwise) {
        return list.filter(all -> index < all.size()).map(all -> all.get(index)).orElse(otherwise);
    }
}
