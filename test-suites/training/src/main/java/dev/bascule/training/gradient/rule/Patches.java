package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What lies under a window at each of its places, and the way back. Elements stay the very numbers that they were, but for sums on
 * the way back. A window's steps are made by Reshape, for not every backend slices in steps. Immutable.
 *
 * @param planes batch × channels
 */
record Patches(Operators on, Window window, long planes) {

    /** A cell of the window: its number among the phases of a step, and how many whole steps it is away. */
    private record Cell(long phase, List<Long> steps) {}

    /**
     * Takes them.
     *
     * @param x [batch, channels, …]
     * @param padding what stands outside of it
     * @return [planes, cells, places]
     */
    Symbol taken(Symbol x, double padding) {
        Symbol plane = on.reshape(x, shape(Stream.of(planes), each(Window.Axis::large)));
        Symbol padded = padded(
                plane,
                each(Window.Axis::before),
                each(axis -> blocks(axis) * axis.stride() - axis.before() - axis.large()),
                1,
                padding);
        Symbol split = on.transpose(on.reshape(padded, interleaved()), apart());
        Symbol phases = on.reshape(split, shape(Stream.of(planes, phases()), each(Patches::blocks)));
        if (isTiled()) {
            return on.reshape(part(phases, 0, phases(), zeros()), Shape.of(planes, window.cells(), window.places()));
        }
        List<Symbol> cells = cells().stream()
                .map(cell ->
                        on.reshape(part(phases, cell.phase(), 1, cell.steps()), Shape.of(planes, 1, window.places())))
                .toList();
        return joined(cells);
    }

    /**
     * The sum, at each element, of what belongs to it in any patch.
     *
     * @param patches [planes, cells, places]
     * @param x the shape of what they were taken of
     */
    Symbol spread(Symbol patches, Shape x) {
        List<Symbol> phases = new ArrayList<>();
        if (isTiled()) {
            phases.add(placed(patches, zeros()));
        } else {
            List<Cell> cells = cells();
            for (long phase = 0; phase < phases(); phase++) {
                long here = phase;
                phases.add(IntStream.range(0, cells.size())
                        .filter(cell -> cells.get(cell).phase() == here)
                        .mapToObj(cell -> placed(
                                on.slice(patches, 1, cell, cell + 1L),
                                cells.get(cell).steps()))
                        .reduce(on::add)
                        .orElseGet(() ->
                                on.filled(patches.dtype(), shape(Stream.of(planes, 1L), each(Patches::blocks)), 0)));
            }
        }
        Symbol split = on.reshape(
                joined(phases),
                shape(Stream.concat(Stream.of(planes), each(Window.Axis::stride)), each(Patches::blocks)));
        Symbol padded = on.reshape(
                on.transpose(split, together()), shape(Stream.of(planes), each(axis -> blocks(axis) * axis.stride())));
        List<Long> from = each(Window.Axis::before).toList();
        return on.reshape(sliced(padded, 1, from, each(Window.Axis::large).toList()), x);
    }

    /** How many whole steps all of it takes, padding included. */
    private static long blocks(Window.Axis axis) {
        long most = Math.max(axis.before() + axis.large(), axis.stride() * (axis.small() - 1) + axis.reach());
        return (most + axis.stride() - 1) / axis.stride();
    }

    private boolean isTiled() {
        return window.axes().stream().allMatch(Window.Axis::isTiled);
    }

    private long phases() {
        return each(Window.Axis::stride).reduce(1L, Math::multiplyExact);
    }

    /** In row-major order. */
    private List<Cell> cells() {
        List<Cell> cells = List.of(new Cell(0, List.of()));
        for (Window.Axis axis : window.axes()) {
            List<Cell> longer = new ArrayList<>();
            for (Cell cell : cells) {
                for (long i = 0; i < axis.kernel(); i++) {
                    long offset = i * axis.dilation();
                    List<Long> steps = new ArrayList<>(cell.steps());
                    steps.add(offset / axis.stride());
                    longer.add(new Cell(cell.phase() * axis.stride() + offset % axis.stride(), steps));
                }
            }
            cells = longer;
        }
        return cells;
    }

    /** Some phases, from these steps on as many places as the window takes. */
    private Symbol part(Symbol phases, long first, long count, List<Long> steps) {
        List<Long> from = new ArrayList<>(List.of(first));
        from.addAll(steps);
        return sliced(
                phases,
                1,
                from,
                Stream.concat(Stream.of(count), each(Window.Axis::small)).toList());
    }

    /** What was taken from these steps on, back among zeros. */
    private Symbol placed(Symbol part, List<Long> steps) {
        Symbol spatial = on.reshape(part, shape(Stream.of(planes, part.dim(1)), each(Window.Axis::small)));
        List<Window.Axis> axes = window.axes();
        return padded(
                spatial,
                steps.stream(),
                IntStream.range(0, axes.size())
                        .mapToObj(i -> blocks(axes.get(i)) - axes.get(i).small() - steps.get(i)),
                2,
                0);
    }

    private Symbol padded(Symbol a, Stream<Long> begin, Stream<Long> end, int axis, double value) {
        Stream<Long> none = Stream.generate(() -> 0L).limit(axis);
        long[] pads = Stream.of(none, begin, Stream.generate(() -> 0L).limit(axis), end)
                .flatMap(each -> each)
                .mapToLong(Long::longValue)
                .toArray();
        return LongStream.of(pads).allMatch(each -> each == 0)
                ? a
                : on.graph().op("Pad", List.of(a, on.longs(pads), on.scalar(a, value)));
    }

    private Symbol sliced(Symbol a, int axis, List<Long> from, List<Long> sizes) {
        if (a.shape().dims().subList(axis, a.rank()).equals(sizes)) {
            return a;
        }
        long[] starts = from.stream().mapToLong(Long::longValue).toArray();
        long[] ends = IntStream.range(0, sizes.size())
                .mapToLong(i -> starts[i] + sizes.get(i))
                .toArray();
        long[] axes = LongStream.range(axis, a.rank()).toArray();
        return on.graph().op("Slice", List.of(a, on.longs(starts), on.longs(ends), on.longs(axes)));
    }

    private Symbol joined(List<Symbol> parts) {
        return parts.size() == 1 ? parts.get(0) : on.graph().op("Concat", parts, Attributes.integer("axis", 1));
    }

    private Shape interleaved() {
        return new Shape(Stream.concat(
                        Stream.of(planes),
                        window.axes().stream().flatMap(axis -> Stream.of(blocks(axis), axis.stride())))
                .toList());
    }

    /** From planes, and a block and a phase for each axis, to planes, phases, blocks. */
    private long[] apart() {
        int rank = window.rank();
        return IntStream.rangeClosed(0, 2 * rank)
                .mapToLong(i -> i == 0 ? 0 : i <= rank ? 2L * i : 2L * (i - rank) - 1)
                .toArray();
    }

    private long[] together() {
        int rank = window.rank();
        return IntStream.rangeClosed(0, 2 * rank)
                .mapToLong(i -> i == 0 ? 0 : i % 2 == 1 ? rank + (i + 1L) / 2 : i / 2)
                .toArray();
    }

    private List<Long> zeros() {
        return window.axes().stream().map(axis -> 0L).toList();
    }

    private Stream<Long> each(Function<Window.Axis, Long> size) {
        return window.axes().stream().map(size);
    }

    private static Shape shape(Stream<Long> first, Stream<Long> rest) {
        return new Shape(Stream.concat(first, rest).toList());
    }
}
