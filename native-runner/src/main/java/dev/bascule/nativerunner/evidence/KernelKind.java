package dev.bascule.nativerunner.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.KernelTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What kernels that are put together have in common. Immutable. */
record KernelKind(String operator, String provider, List<KernelTensor> inputs, List<KernelTensor> outputs) {

    /** The kind of a profile's event by its arguments; empty where they do not tell it whole. */
    static Optional<KernelKind> read(JsonNode args) {
        JsonNode operator = args.path("op_name");
        JsonNode provider = args.path("provider");
        if (!operator.isTextual() || !provider.isTextual()) {
            return Optional.empty();
        }
        try {
            Kernel one = new KernelKind(
                            operator.asText(),
                            provider.asText(),
                            tensors(args.path("input_type_shape")),
                            tensors(args.path("output_type_shape")))
                    .taking(1, 0);
            return Optional.of(new KernelKind(one.operator(), one.provider(), one.inputs(), one.outputs()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** @throws IllegalArgumentException where no kernel can be so */
    Kernel taking(int count, double millis) {
        return new Kernel(operator, provider, inputs, outputs, count, millis);
    }

    /** The same, and inputs as another session told them, where those are more: packed weights are none of a kernel's tensors. */
    KernelKind completedBy(KernelKind other) {
        boolean same = operator.equals(other.operator) && outputs.equals(other.outputs);
        return same && other.inputs.size() > inputs.size()
                ? new KernelKind(operator, provider, other.inputs, outputs)
                : this;
    }

    /** {@code [{"float":[1,3,224,224]},{"int64":[]}]}. */
    private static List<KernelTensor> tensors(JsonNode array) {
        if (!array.isArray()) {
            throw new IllegalArgumentException("not an array of tensors");
        }
        List<KernelTensor> tensors = new ArrayList<>();
        for (JsonNode tensor : array) {
            if (tensor.size() != 1 || !tensor.isObject()) {
                throw new IllegalArgumentException("not a type and a shape");
            }
            Map.Entry<String, JsonNode> told = tensor.properties().iterator().next();
            tensors.add(new KernelTensor(told.getKey(), shape(told.getValue())));
        }
        return tensors;
    }

    private static List<Long> shape(JsonNode array) {
        if (!array.isArray()) {
            throw new IllegalArgumentException("not a shape");
        }
        List<Long> shape = new ArrayList<>();
        for (JsonNode size : array) {
            if (!isWhole(size)) {
                throw new IllegalArgumentException("not a size");
            }
            shape.add(size.asLong());
        }
        return shape;
    }

    static boolean isWhole(JsonNode number) {
        return number.isIntegralNumber() && number.canConvertToLong() && number.asLong() >= 0;
    }
}
