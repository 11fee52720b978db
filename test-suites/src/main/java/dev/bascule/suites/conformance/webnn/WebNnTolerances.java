package dev.bascule.suites.conformance.webnn;

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
import java.util.stream.LongStream;

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
            case "gemm" -> OptionalDouble.of(gemm(call, dims));
            case "matmul" -> OptionalDouble.of(2.0 * dims.get(dims.size() - 1));
            case "softmax" ->
                OptionalDouble.of(3.0 * dims.get(axis(call.argument(1).asInt(1), dims)) + 3);
            case "averagePool2d", "l2Pool2d" -> OptionalDouble.of(window(call, dims) + 2.0);
            case "cumulativeSum" ->
                OptionalDouble.of(Math.max(0, dims.get(axis(call.argument(1).asInt(), dims)) - 1.0));
            case "reduceL1", "reduceProduct", "reduceSum" -> OptionalDouble.of(reduced(call, dims));
            case "reduceL2" -> OptionalDouble.of(2.0 * reduced(call, dims) + 2);
            case "reduceMean" -> OptionalDouble.of(reduced(call, dims) + 2.0);
            case "reduceLogSum" -> OptionalDouble.of(reduced(call, dims) + 18.0);
            case "reduceLogSumExp" -> OptionalDouble.of(2.0 * reduced(call, dims) + 18);
            case "reduceSumSquare" -> OptionalDouble.of(2.0 * reduced(call, dims));
            default -> OptionalDouble.empty();
        };
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
        long channels = input.get(call.word("inputLayout").orElse("nchw").equals("nhwc") ? 3 : 1);
        long area = switch (call.word("filterLayout").orElse("oihw")) {
            case "hwio", "hwoi" -> sizes.get(0) * sizes.get(1);
            case "ohwi", "ihwo" -> sizes.get(1) * sizes.get(2);
            default -> sizes.get(2) * sizes.get(3);
        };
        double groups = Math.max(1, call.option("groups").asLong(1));
        return OptionalDouble.of(area * (channels / groups) * 2);
    }

    private static double gemm(OperatorCall call, List<Long> a) {
        double limit = 2.0 * a.get(call.option("aTranspose").asBoolean() ? 0 : 1);
        if (call.option("alpha").asDouble(1) != 1) {
            limit++;
        }
        double beta = call.option("beta").asDouble(1);
        if (call.word("c").isPresent() && beta != 0) {
            limit += beta == 1 ? 1 : 2;
        }
        return limit;
    }

    private static long window(OperatorCall call, List<Long> input) {
        JsonNode window = call.option("windowDimensions");
        if (window.isArray()) {
            return window.path(0).asLong() * window.path(1).asLong();
        }
        boolean last = call.word("layout").orElse("nchw").equals("nhwc");
        return input.get(last ? 1 : 2) * input.get(last ? 2 : 3);
    }

    private static long reduced(OperatorCall call, List<Long> input) {
        JsonNode axes = call.option("axes");
        LongStream.Builder sizes = LongStream.builder();
        if (axes.isArray()) {
            axes.forEach(axis -> sizes.add(input.get(axis(axis.asInt(), input))));
        } else {
            input.forEach(sizes::add);
        }
        return sizes.build().reduce(1, Math::multiplyExact);
    }

    private static int axis(int axis, List<Long> dims) {
        return Math.floorMod(axis, Math.max(1, dims.size()));
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
