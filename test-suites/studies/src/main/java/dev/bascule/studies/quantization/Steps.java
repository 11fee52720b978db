package dev.bascule.studies.quantization;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Asks a model step by step, its own outputs fed back. Stateless. */
final class Steps {
    private Steps() {}

    /**
     * Goes through a sample.
     *
     * @param ask the model, which has no outputs once there was trouble
     * @param each is told what was fed and what came
     * @return whether all steps were asked; not so where an output is missing that is to be fed back
     */
    static boolean through(
            Sample sample,
            Function<Map<String, Tensor>, Optional<Map<String, Tensor>>> ask,
            BiConsumer<Map<String, Tensor>, Map<String, Tensor>> each) {
        Map<String, Tensor> carried = Map.of();
        for (Map<String, Tensor> step : sample.steps()) {
            Map<String, Tensor> fed = new HashMap<>(step);
            fed.putAll(carried);
            Optional<Map<String, Tensor>> came = ask.apply(fed);
            if (came.isEmpty()) {
                return false;
            }
            each.accept(fed, came.orElseThrow());
            carried = carried(sample, came.orElseThrow());
            if (carried.size() < sample.then().carry().size()) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, Tensor> carried(Sample sample, Map<String, Tensor> outputs) {
        Map<String, Tensor> carried = new HashMap<>();
        sample.then()
                .carry()
                .forEach((input, output) ->
                        Optional.ofNullable(outputs.get(output)).ifPresent(value -> carried.put(input, value)));
        return carried;
    }

    /**
     * Outputs of all steps, one after the other along a new first axis. Those that are {@code left} out, texts, and those whose shape
     * changes, or that a step does not have, are not among them.
     */
    static Map<String, Tensor> stacked(List<Map<String, Tensor>> steps, Collection<String> left) {
        Map<String, Tensor> all = new HashMap<>();
        steps.get(0).forEach((name, first) -> {
            List<Tensor> each = steps.stream()
                    .flatMap(step -> Optional.ofNullable(step.get(name)).stream())
                    .filter(tensor -> tensor.shape().equals(first.shape()))
                    .toList();
            if (!left.contains(name) && first.dtype() != DType.STRING && each.size() == steps.size()) {
                all.put(name, stacked(each));
            }
        });
        return all;
    }

    private static Tensor stacked(List<Tensor> each) {
        Tensor first = Objects.requireNonNull(each.get(0));
        ByteBuffer bytes = ByteBuffer.allocate(
                each.stream().mapToInt(tensor -> tensor.data().remaining()).sum());
        each.forEach(tensor -> bytes.put(tensor.data()));
        List<Long> dims = new ArrayList<>(List.of((long) each.size()));
        dims.addAll(first.shape().dims());
        return Tensor.of(first.dtype(), new Shape(dims), bytes.array());
    }
}
