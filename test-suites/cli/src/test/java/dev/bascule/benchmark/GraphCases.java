package dev.bascule.benchmark;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.benchmark.GraphSketch.Operand;
import dev.bascule.fallback.json.Json;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * WebNN graphs by seed, in the format of web-platform-tests and as small as theirs: most of one operator, some of several in
 * a row. Stateless.
 */
final class GraphCases {
    private static final int MOST_BEFORE = 3;

    /** Draws one operator behind an operand of four dimensions. */
    private interface Step extends BiFunction<GraphSketch, Operand, Operand> {}

    /** Exact in float32 as long as few follow each other, and of four dimensions again. */
    private static final List<Step> EXACT = List.of(
            (sketch, of) -> sketch.map("relu", of, x -> Math.max(0, x)),
            (sketch, of) -> sketch.map("abs", of, Math::abs),
            (sketch, of) -> sketch.map("neg", of, x -> -x),
            (sketch, of) -> sketch.map("floor", of, Math::floor),
            (sketch, of) -> sketch.map("ceil", of, Math::ceil),
            (sketch, of) -> sketch.zip("add", of, sketch.input(of.dims()), Double::sum),
            (sketch, of) -> sketch.zip("sub", of, sketch.constant(of.dims()), (a, b) -> a - b),
            (sketch, of) -> sketch.zip("mul", of, sketch.constant(of.dims()[3]), (a, b) -> a * b),
            (sketch, of) -> sketch.zip("max", of, sketch.input(of.dims()[3]), Math::max),
            (sketch, of) -> sketch.zip("min", of, sketch.constant(1), Math::min),
            GraphCases::clamp,
            GraphCases::transpose,
            GraphCases::reshape,
            GraphCases::concat,
            GraphCases::slice,
            GraphCases::pad,
            GraphCases::matmul,
            GraphCases::conv2d,
            GraphCases::maxPool2d);

    /** What rounds, or leaves fewer dimensions: the last one of its graph. */
    private static final List<Step> LAST = List.of(
            (sketch, of) -> last(sketch, "sigmoid", of, x -> 1 / (1 + Math.exp(-x))),
            (sketch, of) -> last(sketch, "tanh", of, Math::tanh),
            (sketch, of) -> last(sketch, "exp", of, Math::exp),
            GraphCases::softmax,
            GraphCases::reduceSum,
            GraphCases::gemm);

    private GraphCases() {}

    /** So many tests, as the content of one file. */
    static ObjectNode tests(int number, long seed) {
        ObjectNode file = Json.MAPPER.createObjectNode();
        ArrayNode tests = file.putArray("tests");
        Random random = new Random(seed);
        for (int i = 0; i < number; i++) {
            GraphSketch sketch = new GraphSketch(random);
            Operand last = sketch.input(1 + random.nextInt(2), 2, 2 + random.nextInt(4), 2 + random.nextInt(4));
            // Half of them are of one operator.
            int before = Math.max(0, random.nextInt(2 * MOST_BEFORE) - MOST_BEFORE + 1);
            for (int step = 0; step < before; step++) {
                last = any(EXACT, random).apply(sketch, last);
            }
            last = any(random.nextInt(4) == 0 ? LAST : EXACT, random).apply(sketch, last);
            tests.add(sketch.test("graph " + i, last));
        }
        return file;
    }

    private static Step any(List<Step> steps, Random random) {
        return steps.get(random.nextInt(steps.size()));
    }

    /** Kept small, where the function is not flat. */
    private static Operand last(GraphSketch sketch, String operator, Operand of, DoubleUnaryOperator function) {
        return sketch.map(operator, bounded(sketch, of), function);
    }

    private static Operand bounded(GraphSketch sketch, Operand of) {
        return clamped(sketch, of, -4, 4);
    }

    private static Operand clamp(GraphSketch sketch, Operand of) {
        return clamped(sketch, of, -2, 3);
    }

    private static Operand clamped(GraphSketch sketch, Operand of, int low, int high) {
        return sketch.call(
                "clamp",
                call -> call.with("input", of).options().put("minValue", low).put("maxValue", high),
                of.dims(),
                DoubleStream.of(of.values())
                        .map(x -> Math.min(high, Math.max(low, x)))
                        .toArray());
    }

    private static Operand transpose(GraphSketch sketch, Operand of) {
        int[] d = of.dims();
        int[] dims = {d[0], d[1], d[3], d[2]};
        return sketch.call(
                "transpose",
                call -> GraphSketch.numbers(call.with("input", of).options().putArray("permutation"), 0, 1, 3, 2),
                dims,
                filled(dims, at -> of.values()[at(d, at[0], at[1], at[3], at[2])]));
    }

    private static Operand reshape(GraphSketch sketch, Operand of) {
        int[] d = of.dims();
        int[] dims = {d[0], d[1] * d[2], 1, d[3]};
        return sketch.call("reshape", call -> call.with("input", of).with("newShape", dims), dims, of.values());
    }

    private static Operand concat(GraphSketch sketch, Operand of) {
        Operand other = sketch.constant(of.dims());
        int[] d = of.dims();
        int[] dims = {d[0], d[1], d[2], 2 * d[3]};
        return sketch.call(
                "concat",
                call -> {
                    call.arguments()
                            .addObject()
                            .putArray("inputs")
                            .add(of.name())
                            .add(other.name());
                    call.with("axis", 3);
                },
                dims,
                filled(dims, at -> (at[3] < d[3] ? of : other).values()[at(d, at[0], at[1], at[2], at[3] % d[3])]));
    }

    private static Operand slice(GraphSketch sketch, Operand of) {
        int[] d = of.dims();
        int[] dims = {d[0], d[1], d[2], (d[3] + 1) / 2};
        int first = d[3] - dims[3];
        return sketch.call(
                "slice",
                call -> call.with("input", of).with("starts", 0, 0, 0, first).with("sizes", dims),
                dims,
                filled(dims, at -> of.values()[at(d, at[0], at[1], at[2], at[3] + first)]));
    }

    private static Operand pad(GraphSketch sketch, Operand of) {
        int[] d = of.dims();
        int[] dims = {d[0], d[1], d[2] + 1, d[3] + 2};
        return sketch.call(
                "pad",
                call -> call.with("input", of)
                        .with("beginningPadding", 0, 0, 1, 1)
                        .with("endingPadding", 0, 0, 0, 1),
                dims,
                filled(dims, at -> inside(of, at[0], at[1], at[2] - 1, at[3] - 1, 0)));
    }

    private static Operand matmul(GraphSketch sketch, Operand of) {
        int[] d = of.dims();
        int width = 3;
        Operand right = sketch.constant(d[3], width);
        int[] dims = {d[0], d[1], d[2], width};
        return sketch.call(
                "matmul",
                call -> call.with("a", of).with("b", right),
                dims,
                filled(
                        dims,
                        at -> IntStream.range(0, d[3])
                                .mapToDouble(k ->
                                        of.values()[at(d, at[0], at[1], at[2], k)] * right.values()[k * width + at[3]])
                                .sum()));
    }

    /** Two channels of 2 x 2, padded so that no output is empty. */
    private static Operand conv2d(GraphSketch sketch, Operand of) {
        int[] d = of.dims();
        int[] f = {2, d[1], 2, 2};
        Operand filter = sketch.constant(f);
        int[] dims = {d[0], f[0], d[2] + 1, d[3] + 1};
        return sketch.call(
                "conv2d",
                call -> GraphSketch.numbers(
                        call.with("input", of).with("filter", filter).options().putArray("padding"), 1, 1, 1, 1),
                dims,
                filled(dims, at -> {
                    double sum = 0;
                    for (int c = 0; c < d[1]; c++) {
                        for (int y = 0; y < 2; y++) {
                            for (int x = 0; x < 2; x++) {
                                sum += inside(of, at[0], c, at[2] + y - 1, at[3] + x - 1, 0)
                                        * filter.values()[at(f, at[1], c, y, x)];
                            }
                        }
                    }
                    return sum;
                }));
    }

    private static Operand maxPool2d(GraphSketch sketch, Operand of) {
        int[] d = of.dims();
        int[] dims = {d[0], d[1], d[2], d[3] - Math.min(1, d[3] - 1)};
        int wide = d[3] - dims[3] + 1;
        return sketch.call(
                "maxPool2d",
                call -> GraphSketch.numbers(call.with("input", of).options().putArray("windowDimensions"), 1, wide),
                dims,
                filled(
                        dims,
                        at -> IntStream.range(0, wide)
                                .mapToDouble(x -> of.values()[at(d, at[0], at[1], at[2], at[3] + x)])
                                .max()
                                .orElseThrow()));
    }

    private static Operand softmax(GraphSketch sketch, Operand given) {
        Operand of = bounded(sketch, given);
        int[] d = of.dims();
        return sketch.call("softmax", call -> call.with("input", of).with("axis", 3), d, filled(d, at -> {
            double sum = IntStream.range(0, d[3])
                    .mapToDouble(k -> Math.exp(of.values()[at(d, at[0], at[1], at[2], k)]))
                    .sum();
            return Math.exp(of.values()[at(d, at)]) / sum;
        }));
    }

    private static Operand reduceSum(GraphSketch sketch, Operand of) {
        int[] d = of.dims();
        int[] dims = {d[0], d[1], d[2]};
        double[] values = new double[GraphSketch.product(dims)];
        for (int i = 0; i < of.size(); i++) {
            values[i / d[3]] += of.values()[i];
        }
        return sketch.call(
                "reduceSum",
                call -> GraphSketch.numbers(call.with("input", of).options().putArray("axes"), 3),
                dims,
                values);
    }

    private static Operand gemm(GraphSketch sketch, Operand given) {
        int width = given.dims()[3];
        int[] flat = {given.size() / width, width};
        Operand of =
                sketch.call("reshape", call -> call.with("input", given).with("newShape", flat), flat, given.values());
        Operand right = sketch.constant(width, 2);
        Operand bias = sketch.constant(2);
        int[] dims = {flat[0], 2};
        double[] values = new double[GraphSketch.product(dims)];
        for (int i = 0; i < values.length; i++) {
            values[i] = bias.values()[i % 2];
            for (int k = 0; k < width; k++) {
                values[i] += of.values()[i / 2 * width + k] * right.values()[k * 2 + i % 2];
            }
        }
        return sketch.call(
                "gemm", call -> call.with("a", of).with("b", right).options().put("c", bias.name()), dims, values);
    }

    private interface Element {
        double at(int[] place);
    }

    private static double[] filled(int[] dims, Element element) {
        double[] values = new double[GraphSketch.product(dims)];
        for (int i = 0; i < values.length; i++) {
            int[] place = {
                i / (dims[1] * dims[2] * dims[3]), i / (dims[2] * dims[3]) % dims[1], i / dims[3] % dims[2], i % dims[3]
            };
            values[i] = element.at(place);
        }
        return values;
    }

    private static double inside(Operand of, int n, int c, int y, int x, double otherwise) {
        int[] d = of.dims();
        return y < 0 || y >= d[2] || x < 0 || x >= d[3] ? otherwise : of.values()[at(d, n, c, y, x)];
    }

    private static int at(int[] dims, int... place) {
        return ((place[0] * dims[1] + place[1]) * dims[2] + place[2]) * dims[3] + place[3];
    }
}
