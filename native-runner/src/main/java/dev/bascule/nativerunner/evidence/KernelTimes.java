package dev.bascule.nativerunner.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.KernelTensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the kernels of a profile took in each of its inferences, an inference being all that came since the one before had ended.
 * A kernel that runs others, such as a loop, took what is left without them. The profile counts whole microseconds, cut off. An entry
 * that tells no operator, types, shapes or time is left out. Belongs to one thread.
 */
final class KernelTimes implements Consumer<JsonNode> {
    private static final String INFERENCE = "model_run";

    private final Map<Kind, Integer> kinds = new LinkedHashMap<>();
    private final List<Map<Integer, Sum>> inferences = new ArrayList<>();
    private List<Event> running = new ArrayList<>();

    /** Kernels that are put together. */
    private record Kind(String operator, String provider, List<KernelTensor> inputs, List<KernelTensor> outputs) {}

    /** Microseconds by the profile's clock. */
    private record Event(int kind, long thread, long from, long micros) {}

    private record Sum(int count, long micros) {
        Sum plus(long more) {
            return new Sum(count + 1, micros + more);
        }
    }

    @Override
    public void accept(JsonNode event) {
        if (Profile.isKernel(event)) {
            kind(event.path("args")).ifPresent(kind -> add(kind, event));
        } else if (event.path("cat").asText().equals("Session")
                && event.path("name").asText().equals(INFERENCE)) {
            inferences.add(sums(running));
            running = new ArrayList<>();
        }
    }

    private void add(Kind kind, JsonNode event) {
        JsonNode from = event.path("ts");
        JsonNode micros = event.path("dur");
        if (isWhole(from) && isWhole(micros)) {
            int number = kinds.computeIfAbsent(kind, added -> kinds.size());
            running.add(new Event(number, event.path("tid").asLong(), from.asLong(), micros.asLong()));
        }
    }

    private static Optional<Kind> kind(JsonNode args) {
        JsonNode operator = args.path("op_name");
        JsonNode provider = args.path("provider");
        if (!operator.isTextual() || !provider.isTextual()) {
            return Optional.empty();
        }
        try {
            // What a kernel cannot be, it says itself.
            Kernel whole = new Kernel(
                    operator.asText(),
                    provider.asText(),
                    tensors(args.path("input_type_shape")),
                    tensors(args.path("output_type_shape")),
                    1,
                    0);
            return Optional.of(new Kind(whole.operator(), whole.provider(), whole.inputs(), whole.outputs()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
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
        List<Long> shape = new ArrayList<>();
        for (JsonNode size : array) {
            if (!isWhole(size)) {
                throw new IllegalArgumentException("not a size");
            }
            shape.add(size.asLong());
        }
        if (!array.isArray()) {
            throw new IllegalArgumentException("not a shape");
        }
        return shape;
    }

    private static boolean isWhole(JsonNode number) {
        return number.isIntegralNumber() && number.canConvertToLong() && number.asLong() >= 0;
    }

    private static Map<Integer, Sum> sums(List<Event> events) {
        long[] own = own(events);
        Map<Integer, Sum> sums = new LinkedHashMap<>();
        for (int i = 0; i < own.length; i++) {
            sums.put(events.get(i).kind(), sums.getOrDefault(events.get(i).kind(), new Sum(0, 0)).plus(own[i]));
        }
        return sums;
    }

    /** Of each event what is left of its time without those that ran within it; sorts them. */
    private static long[] own(List<Event> events) {
        events.sort(Comparator.comparingLong(Event::thread)
                .thenComparingLong(Event::from)
                .thenComparing(Event::micros, Comparator.reverseOrder()));
        long[] own = events.stream().mapToLong(Event::micros).toArray();
        Deque<Integer> around = new ArrayDeque<>();
        for (int i = 0; i < own.length; i++) {
            Event event = events.get(i);
            while (!around.isEmpty() && !isWithin(event, events.get(around.element()))) {
                around.pop();
            }
            if (!around.isEmpty()) {
                int outer = around.element();
                own[outer] = Math.max(0, own[outer] - event.micros());
            }
            around.push(i);
        }
        return own;
    }

    private static boolean isWithin(Event event, Event outer) {
        return event.thread() == outer.thread() && event.from() - outer.from() < outer.micros();
    }

    /**
     * The kernels of an inference, and the medians of what they took.
     *
     * @param warmUps inferences at the beginning that do not count
     * @param timed how many follow them
     * @return empty where the profile has another number of inferences, and so is not whole
     */
    List<Kernel> kernels(int warmUps, int timed) {
        if (inferences.size() != warmUps + timed) {
            return List.of();
        }
        List<Map<Integer, Sum>> counted = inferences.subList(warmUps, inferences.size());
        List<Kernel> kernels = new ArrayList<>();
        kinds.forEach((kind, number) -> {
            long[] counts = new long[timed];
            long[] micros = new long[timed];
            for (int i = 0; i < timed; i++) {
                Sum sum = counted.get(i).getOrDefault(number, new Sum(0, 0));
                counts[i] = sum.count();
                micros[i] = sum.micros();
            }
            int count = (int) Math.round(median(counts));
            if (count > 0) {
                kernels.add(new Kernel(
                        kind.operator(), kind.provider(), kind.inputs(), kind.outputs(), count, median(micros) / 1e3));
            }
        });
        return kernels;
    }

    private static double median(long[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
    }
}
