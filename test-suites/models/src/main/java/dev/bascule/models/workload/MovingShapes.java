package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.AttributeProto;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The shapes of operators that move data and compute nothing. Stateless. */
final class MovingShapes {
    private MovingShapes() {}

    static List<KnownShape> outputs(NodeView node) throws UnknownShapeException {
        KnownShape in = node.input(0);
        return switch (node.type()) {
            case "Reshape" ->
                List.of(reshaped(in, node.integersOrInput("shape", 1).orElse(List.of()), node));
            case "Flatten" -> List.of(flattened(in, (int) node.integer("axis", 1)));
            case "Transpose" -> List.of(transposed(in, node.integers("perm")));
            case "Squeeze" -> List.of(squeezed(in, node.integersOrInput("axes", 1)));
            case "Unsqueeze" ->
                List.of(unsqueezed(in, node.integersOrInput("axes", 1).orElse(List.of())));
            case "Concat" -> List.of(concatenated(node));
            case "Split" -> split(node, in);
            case "Slice" -> List.of(sliced(node, in));
            case "Gather" -> List.of(gathered(node, in));
            case "GatherElements" ->
                List.of(new KnownShape(in.dtype(), node.input(1).dims()));
            case "Expand" -> List.of(new KnownShape(in.dtype(), ShapeRules.broadcast(in.dims(), node.values(1))));
            case "Tile" -> List.of(times(in, node.values(1)));
            case "Pad" -> List.of(padded(in, node.integersOrInput("pads", 1).orElse(List.of())));
            case "Resize", "Upsample" -> List.of(resized(node, in));
            case "DepthToSpace" -> List.of(blocks(in, 1, node.integer("blocksize", 0)));
            case "SpaceToDepth" -> List.of(blocks(in, node.integer("blocksize", 0), 1));
            default -> throw new UnknownShapeException("the operator " + node.type());
        };
    }

    private static KnownShape reshaped(KnownShape in, List<Long> wanted, NodeView node) throws UnknownShapeException {
        boolean zeroCopies = node.integer("allowzero", 0) == 0;
        List<Long> dims = new ArrayList<>();
        long known = 1;
        int open = -1;
        for (int axis = 0; axis < wanted.size(); axis++) {
            long size = wanted.get(axis) == 0 && zeroCopies ? in.dim(axis) : wanted.get(axis);
            if (size < 0) {
                open = axis;
                dims.add(1L);
            } else {
                known *= size;
                dims.add(size);
            }
        }
        if (open >= 0) {
            if (known == 0) {
                throw new UnknownShapeException("a reshape of nothing");
            }
            dims.set(open, in.elements() / known);
        }
        return new KnownShape(in.dtype(), dims);
    }

    private static KnownShape flattened(KnownShape in, int axis) {
        int at = axis < 0 ? axis + in.rank() : axis;
        long rows = in.dims().subList(0, at).stream().reduce(1L, (a, b) -> a * b);
        return KnownShape.of(in.dtype(), rows, in.elements() / Math.max(rows, 1));
    }

    private static KnownShape transposed(KnownShape in, Optional<List<Long>> perm) {
        List<Long> dims = new ArrayList<>();
        if (perm.isEmpty()) {
            dims.addAll(in.dims());
            Collections.reverse(dims);
        } else {
            perm.get().forEach(axis -> dims.add(in.dim(axis.intValue())));
        }
        return new KnownShape(in.dtype(), dims);
    }

    private static KnownShape squeezed(KnownShape in, Optional<List<Long>> axes) {
        List<Long> dims = new ArrayList<>();
        for (int axis = 0; axis < in.rank(); axis++) {
            long here = axis;
            boolean gone = axes.map(list -> list.contains(here) || list.contains(here - in.rank()))
                    .orElse(in.dim(axis) == 1);
            if (!gone) {
                dims.add(in.dim(axis));
            }
        }
        return new KnownShape(in.dtype(), dims);
    }

    private static KnownShape unsqueezed(KnownShape in, List<Long> axes) {
        int rank = in.rank() + axes.size();
        List<Long> at = axes.stream().map(axis -> axis < 0 ? axis + rank : axis).toList();
        List<Long> dims = new ArrayList<>();
        int next = 0;
        for (long axis = 0; axis < rank; axis++) {
            dims.add(at.contains(axis) ? 1L : in.dim(next++));
        }
        return new KnownShape(in.dtype(), dims);
    }

    private static KnownShape concatenated(NodeView node) throws UnknownShapeException {
        KnownShape first = node.input(0);
        int axis = (int) node.integer("axis", 1);
        int at = axis < 0 ? axis + first.rank() : axis;
        long sum = 0;
        for (int i = 0; i < node.proto().getInputCount(); i++) {
            sum += node.input(i).dim(at);
        }
        List<Long> dims = new ArrayList<>(first.dims());
        dims.set(at, sum);
        return new KnownShape(first.dtype(), dims);
    }

    private static List<KnownShape> split(NodeView node, KnownShape in) throws UnknownShapeException {
        int axis = (int) node.integer("axis", 0);
        int at = axis < 0 ? axis + in.rank() : axis;
        int parts = node.proto().getOutputCount();
        Optional<List<Long>> sizes = node.integersOrInput("split", 1);
        long even = (in.dim(at) + parts - 1) / parts;
        List<KnownShape> all = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            int here = part;
            long left = Math.min(even, in.dim(at) - even * part);
            List<Long> dims = new ArrayList<>(in.dims());
            dims.set(at, sizes.map(list -> list.get(here)).orElse(left));
            all.add(new KnownShape(in.dtype(), dims));
        }
        return all;
    }

    private static KnownShape sliced(NodeView node, KnownShape in) throws UnknownShapeException {
        List<Long> starts = node.integersOrInput("starts", 1).orElse(List.of());
        List<Long> ends = node.integersOrInput("ends", 2).orElse(List.of());
        Optional<List<Long>> axes = node.integersOrInput("axes", 3);
        List<Long> steps = node.has(4) ? node.values(4) : List.of();
        List<Long> dims = new ArrayList<>(in.dims());
        for (int i = 0; i < starts.size(); i++) {
            int here = i;
            long axis = axes.map(list -> list.get(here)).orElse((long) i);
            int at = (int) (axis < 0 ? axis + in.rank() : axis);
            long step = i < steps.size() ? steps.get(i) : 1;
            dims.set(at, sliceSize(in.dim(at), starts.get(i), ends.get(i), step));
        }
        return new KnownShape(in.dtype(), dims);
    }

    static long sliceSize(long size, long start, long end, long step) {
        long low = step > 0 ? 0 : -1;
        long high = step > 0 ? size : size - 1;
        long from = Math.max(low, Math.min(high, start < 0 ? start + size : start));
        long to = Math.max(low, Math.min(high, end < 0 && end > -size - 1 ? end + size : end));
        return step > 0 ? Math.max(0, (to - from + step - 1) / step) : Math.max(0, (from - to - step - 1) / -step);
    }

    private static KnownShape gathered(NodeView node, KnownShape in) throws UnknownShapeException {
        int axis = (int) node.integer("axis", 0);
        int at = axis < 0 ? axis + in.rank() : axis;
        List<Long> dims = new ArrayList<>(in.dims().subList(0, at));
        dims.addAll(node.input(1).dims());
        dims.addAll(in.dims().subList(at + 1, in.rank()));
        return new KnownShape(in.dtype(), dims);
    }

    private static KnownShape times(KnownShape in, List<Long> repeats) {
        List<Long> dims = new ArrayList<>();
        for (int axis = 0; axis < in.rank(); axis++) {
            dims.add(in.dim(axis) * repeats.get(axis));
        }
        return new KnownShape(in.dtype(), dims);
    }

    private static KnownShape padded(KnownShape in, List<Long> pads) throws UnknownShapeException {
        if (pads.size() != 2 * in.rank()) {
            throw new UnknownShapeException("a padding of some axes");
        }
        List<Long> dims = new ArrayList<>();
        for (int axis = 0; axis < in.rank(); axis++) {
            dims.add(in.dim(axis) + pads.get(axis) + pads.get(axis + in.rank()));
        }
        return new KnownShape(in.dtype(), dims);
    }

    private static KnownShape resized(NodeView node, KnownShape in) throws UnknownShapeException {
        if (node.has(3)) {
            return new KnownShape(in.dtype(), node.values(3));
        }
        // An attribute at first, then the second input, then the third.
        List<Double> scales = node.attribute("scales")
                .map(AttributeProto::getFloatsList)
                .map(floats -> floats.stream().map(Float::doubleValue).toList())
                .or(() -> node.fractions(node.has(2) ? 2 : 1))
                .filter(list -> list.size() == in.rank())
                .orElseThrow(() -> new UnknownShapeException("a resize's scales"));
        List<Long> dims = new ArrayList<>();
        for (int axis = 0; axis < in.rank(); axis++) {
            dims.add((long) Math.floor(in.dim(axis) * scales.get(axis)));
        }
        return new KnownShape(in.dtype(), dims);
    }

    /** Blocks of channels become blocks of pixels, or the other way round; one of the two sizes is 1. */
    private static KnownShape blocks(KnownShape in, long gathered, long spread) throws UnknownShapeException {
        if (in.rank() != 4 || gathered < 1 || spread < 1) {
            throw new UnknownShapeException("blocks of other than pictures");
        }
        return KnownShape.of(
                in.dtype(),
                in.dim(0),
                in.dim(1) * gathered * gathered / (spread * spread),
                in.dim(2) * spread / gathered,
                in.dim(3) * spread / gathered);
    }
}
