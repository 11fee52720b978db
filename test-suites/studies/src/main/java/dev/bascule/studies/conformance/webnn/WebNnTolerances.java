package dev.bascule.studies.conformance.webnn;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How far an operator's output may be off, as WebNN's conformance tests in web-platform-tests say it: constant limits are in
 * {@code tolerances.json}, which names its sources; limits that depend on sizes are here, after {@code
 * webnn/resources/utils.js} ({@code getConv2dPrecisionTolerance} and its like). Those count the lossy operations of the worst
 * serial order, in units in the last place. Stateless.
 */
final class WebNnTolerances {
    private static final JsonNode TABLE = table();

    private WebNnTolerances() {}

    /**
     * What one operator adds to the tolerance of an output.
     *
     * @param ulps units in the last place
     * @param absolute in the output's own measure
     */
    record Share(double ulps, double absolute) {
        static final Share NONE = new Share(0, 0);

        Share plus(Share other) {
            return new Share(ulps + other.ulps, absolute + other.absolute);
        }
    }

    /**
     * An operator's share.
     *
     * @param dtype of the graph's output
     * @return empty where no limit is defined, or where it depends on a size that is not known
     */
    static Optional<Share> share(OperatorCall call, DType dtype, Operands operands) {
        JsonNode constant = TABLE.path("operators").path(call.name());
        if (call.name().equals("resample2d")) {
            return Optional.of(new Share(resample(call, dtype), 0));
        }
        if (!dtype.isFloat()) {
            return Optional.of(
                    new Share(constant.path("ULP").path(dtype.wireName()).asDouble(0), 0));
        }
        for (JsonNode exact : TABLE.path("exact")) {
            if (exact.asText().equals(call.name())) {
                return Optional.of(Share.NONE);
            }
        }
        JsonNode ulps = constant.path("ULP").path(dtype.wireName());
        JsonNode absolute = constant.path("ATOL").path(dtype.wireName());
        if (ulps.isNumber() || absolute.isNumber()) {
            return Optional.of(new Share(ulps.asDouble(0), absolute.asDouble(0)));
        }
        OptionalDouble counted = ofSizes(call, operands);
        return counted.isPresent() ? Optional.of(new Share(counted.getAsDouble(), 0)) : Optional.empty();
    }

    private static OptionalDouble ofSizes(OperatorCall call, Operands operands) {
        Optional<Shape> input = operands.shape(call.argument(0));
        if (input.isEmpty()) {
            return OptionalDouble.empty();
        }
        List<Long> dims = input.get().dims();
        return switch (call.name()) {
            case "conv2d", "convTranspose2d" -> convolution(call, dims, operands);
            case "gemm" -> gemm(call, dims);
            case "matmul" -> size(-1, dims, 2, 0);
            case "softmax" -> size(call.argument(1).asInt(1), dims, 3, 3);
            case "averagePool2d", "l2Pool2d" -> window(call, dims);
            case "cumulativeSum" -> size(call.argument(1).asInt(), dims, 1, -1);
            case "reduceL1", "reduceProduct", "reduceSum" -> reduced(call, dims, 1, 0);
            case "reduceL2" -> reduced(call, dims, 2, 2);
            case "reduceMean" -> reduced(call, dims, 1, 2);
            case "reduceLogSum" -> reduced(call, dims, 1, 18);
            case "reduceLogSumExp" -> reduced(call, dims, 2, 18);
            case "reduceSumSquare" -> reduced(call, dims, 2, 0);
            default -> OptionalDouble.empty();
        };
    }

    /** So much for each element along an axis, and so much once; empty where there is no such axis. */
    private static OptionalDouble size(int axis, List<Long> dims, double each, double once) {
        OptionalInt index = axis(axis, dims);
        return index.isPresent()
                ? OptionalDouble.of(Math.max(0, each * dims.get(index.getAsInt()) + once))
                : OptionalDouble.empty();
    }

    private static double resample(OperatorCall call, DType dtype) {
        if (call.word("mode").filter("linear"::equals).isEmpty()) {
            return 0;
        }
        return dtype == DType.FLOAT32 ? 84 : dtype == DType.FLOAT16 ? 10 : 1;
    }

    /** A product and a sum for each element of the filter that one output sees. */
    private static OptionalDouble convolution(OperatorCall call, List<Long> input, Operands operands) {
        Optional<Shape> filter = operands.shape(call.argument(1)).filter(shape -> shape.rank() == 4);
        if (filter.isEmpty() || input.size() != 4) {
            return OptionalDouble.empty();
        }
        List<Long> sizes = filter.get().dims();
        OptionalInt channels = switch (call.word("inputLayout").orElse("nchw")) {
            case "nchw" -> OptionalInt.of(1);
            case "nhwc" -> OptionalInt.of(3);
            default -> OptionalInt.empty();
        };
        // The default of a transposed one has its height and width at the same places.
        OptionalInt height = switch (call.word("filterLayout").orElse("oihw")) {
            case "hwio", "hwoi" -> OptionalInt.of(0);
            case "ohwi", "ihwo" -> OptionalInt.of(1);
            case "oihw", "iohw" -> OptionalInt.of(2);
            default -> OptionalInt.empty();
        };
        if (channels.isEmpty() || height.isEmpty()) {
            return OptionalDouble.empty();
        }
        long area = sizes.get(height.getAsInt()) * sizes.get(height.getAsInt() + 1);
        double groups = Math.max(1, call.option("groups").asLong(1));
        return OptionalDouble.of(area * (input.get(channels.getAsInt()) / groups) * 2);
    }

    private static OptionalDouble gemm(OperatorCall call, List<Long> a) {
        if (a.size() != 2) {
            return OptionalDouble.empty();
        }
        double limit = 2.0 * a.get(call.option("aTranspose").asBoolean() ? 0 : 1);
        if (call.option("alpha").asDouble(1) != 1) {
            limit++;
        }
        double beta = call.option("beta").asDouble(1);
        if (call.word("c").isPresent() && beta != 0) {
            limit += beta == 1 ? 1 : 2;
        }
        return OptionalDouble.of(limit);
    }

    private static OptionalDouble window(OperatorCall call, List<Long> input) {
        if (input.size() != 4) {
            return OptionalDouble.empty();
        }
        JsonNode window = call.option("windowDimensions");
        if (window.isArray()) {
            return OptionalDouble.of(window.path(0).asLong() * window.path(1).asLong() + 2.0);
        }
        return switch (call.word("layout").orElse("nchw")) {
            case "nchw" -> OptionalDouble.of(input.get(2) * input.get(3) + 2.0);
            case "nhwc" -> OptionalDouble.of(input.get(1) * input.get(2) + 2.0);
            default -> OptionalDouble.empty();
        };
    }

    /** So much for each element that is reduced to one, and so much once; empty where there is no such axis. */
    private static OptionalDouble reduced(OperatorCall call, List<Long> input, double each, double once) {
        JsonNode axes = call.option("axes");
        long elements = 1;
        if (axes.isArray()) {
            for (JsonNode axis : axes) {
                OptionalInt index = axis(axis.asInt(), input);
                if (index.isEmpty()) {
                    return OptionalDouble.empty();
                }
                elements = Math.multiplyExact(elements, input.get(index.getAsInt()));
            }
        } else {
            elements = input.stream().reduce(1L, Math::multiplyExact);
        }
        return OptionalDouble.of(each * elements + once);
    }

    /** A negative one counts from the end. */
    private static OptionalInt axis(int axis, List<Long> dims) {
        return axis >= -dims.size() && axis < dims.size()
                ? OptionalInt.of(Math.floorMod(axis, dims.size()))
                : OptionalInt.empty();
    }

    private static JsonNode table() {
        try (InputStream in = WebNnTolerances.class.getResourceAsStream("tolerances.json")) {
            if (in == null) {
                throw new IllegalStateException("not in this build: tolerances.json");
            }
            return Json.MAPPER.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
