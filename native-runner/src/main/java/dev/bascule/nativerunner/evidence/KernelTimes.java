package dev.bascule.nativerunner.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.work.Kernel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What the kernels of a profile took in each of its inferences, an inference being all that came since the one before had ended.
 * A kernel that runs others, such as a loop, took what is left without them. The profile counts whole microseconds, cut off. An entry
 * that tells no operator, types, shapes or time is left out. Belongs to one thread.
 */
final class KernelTimes implements Consumer<JsonNode> {
    private static final String INFERENCE = "model_run";

    private final KernelShapes shapes;
    private final Map<KernelKind, Integer> kinds = new LinkedHashMap<>();
    private final Map<String, Integer> ran = new HashMap<>();
    private final List<Map<Integer, Sum>> inferences = new ArrayList<>();
    private List<Event> running = new ArrayList<>();

    /** Microseconds by the profile's clock. */
    private record Event(int kind, long thread, long from, long micros) {}

    private record Sum(int count, long micros) {
        Sum plus(long more) {
            return new Sum(count + 1, micros + more);
        }
    }

    /** @param shapes of the same inference without packed weights */
    KernelTimes(KernelShapes shapes) {
        this.shapes = shapes;
    }

    @Override
    public void accept(JsonNode event) {
        if (Profile.isKernel(event)) {
            KernelKind.read(event.path("args")).ifPresent(kind -> add(kind, event));
        } else if (event.path("cat").asText().equals("Session")
                && event.path("name").asText().equals(INFERENCE)) {
            inferences.add(sums(running));
            running = new ArrayList<>();
            ran.clear();
        }
    }

    private void add(KernelKind kind, JsonNode event) {
        String node = Profile.node(event);
        int time = ran.merge(node, 1, Integer::sum) - 1;
        JsonNode from = event.path("ts");
        JsonNode micros = event.path("dur");
        if (KernelKind.isWhole(from) && KernelKind.isWhole(micros)) {
            int number = kinds.computeIfAbsent(shapes.complete(kind, node, time), added -> kinds.size());
            running.add(new Event(number, event.path("tid").asLong(), from.asLong(), micros.asLong()));
        }
    }

    private static Map<Integer, Sum> sums(List<Event> events) {
        long[] own = own(events);
        Map<Integer, Sum> sums = new LinkedHashMap<>();
        for (int i = 0; i < own.length; i++) {
            sums.put(
                    events.get(i).kind(),
                    sums.getOrDefault(events.get(i).kind(), new Sum(0, 0)).plus(own[i]));
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
                kernels.add(kind.taking(count, median(micros) / 1e3));
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
