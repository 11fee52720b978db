package dev.bascule.fallback.protocol;

import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Gathers the outputs of steps and the state after them. What was not asked for, came twice or has another shape is not kept, so that a
 * runner which sends more and more of it fills no heap. Whether a value is finite is no question here. Belongs to its session's thread.
 */
final class AdvanceCollector {
    private final int number;
    private final AdvanceRequest request;
    private final Map<String, Kind> wanted;
    private final Map<String, Kind> read;
    private final List<Map<String, Tensor>> outputs = new ArrayList<>();
    private final Map<String, Tensor> state = new LinkedHashMap<>();
    private Optional<String> unfit = Optional.empty();
    private Optional<Long> begun = Optional.empty();

    /** What a tensor is without its values. */
    record Kind(DType dtype, Shape shape) {
        static Kind of(Tensor tensor) {
            return new Kind(tensor.dtype(), tensor.shape());
        }

        @Override
        public String toString() {
            return dtype.wireName() + shape;
        }
    }

    /**
     * @param wanted what each step is to bring, by name
     * @param read what is to be brought after the last
     */
    AdvanceCollector(int number, AdvanceRequest request, Map<String, Kind> wanted, Map<String, Kind> read) {
        this.number = number;
        this.request = request;
        this.wanted = Map.copyOf(wanted);
        this.read = Map.copyOf(read);
    }

    /** Takes a packet; the last one of the answer comes out. */
    Optional<Message.Advanced> take(Packet packet) {
        if (packet instanceof Packet.TensorPacket tensor && tensor.iteration() == number) {
            if (tensor.role().equals("output")) {
                begin();
                output(tensor);
            } else if (tensor.role().equals("state")) {
                begin();
                keep(tensor, read, state);
            }
        }
        if (packet instanceof Message.Advanced done && done.number() == number) {
            begin();
            return Optional.of(done);
        }
        return Optional.empty();
    }

    private void begin() {
        begun = begun.or(() -> Optional.of(System.nanoTime()));
    }

    /** When the answer began to come, in nanoseconds: the steps were over by then. */
    long begun() {
        return begun.orElseThrow();
    }

    private void output(Packet.TensorPacket tensor) {
        int step = tensor.step();
        if (step < 0 || step >= request.steps().size()) {
            refuse("'%s' is of step %d of %d"
                    .formatted(tensor.name(), step, request.steps().size()));
            return;
        }
        while (outputs.size() <= step) {
            outputs.add(new LinkedHashMap<>());
        }
        keep(tensor, wanted, outputs.get(step));
    }

    private void keep(Packet.TensorPacket packet, Map<String, Kind> asked, Map<String, Tensor> kept) {
        Kind kind = Kind.of(packet.tensor());
        Optional<Kind> expected = Optional.ofNullable(asked.get(packet.name()));
        if (expected.isEmpty()) {
            refuse("nobody asked for the %s '%s'".formatted(packet.role(), packet.name()));
        } else if (!expected.get().equals(kind)) {
            refuse("'%s' is %s and not %s".formatted(packet.name(), kind, expected.get()));
        } else if (kept.putIfAbsent(packet.name(), packet.tensor()) != null) {
            refuse("'%s' of step %d came twice".formatted(packet.name(), packet.step()));
        }
    }

    private void refuse(String why) {
        if (unfit.isEmpty()) {
            unfit = Optional.of(why);
        }
    }

    /** Why what came is not what was asked for; empty where it is. */
    Optional<String> gap(Message.Advanced done) {
        int steps = done.stepMs().size();
        if (unfit.isPresent()) {
            return unfit;
        }
        if (steps < 1 || steps > request.steps().size()) {
            return Optional.of(
                    "%d of %d steps ran".formatted(steps, request.steps().size()));
        }
        if (!Stream.of(done.feedMs(), done.stepMs(), List.of(done.readBackMs(), done.elapsedMs()))
                .flatMap(List::stream)
                .allMatch(millis -> millis >= 0 && millis < Double.POSITIVE_INFINITY)) {
            return Optional.of("a time that it tells is none");
        }
        if (done.feedMs().size() != steps) {
            return Optional.of(
                    "%d steps were fed %d times".formatted(steps, done.feedMs().size()));
        }
        if (steps < request.steps().size() && Wire.millis(done.elapsedMs()).compareTo(request.limit()) < 0) {
            return Optional.of("it ended after %d of %d steps, %.1f ms on, where it had %.1f ms"
                    .formatted(
                            steps,
                            request.steps().size(),
                            done.elapsedMs(),
                            request.limit().toNanos() / 1e6));
        }
        if (outputs.size() > steps) {
            return Optional.of("it ran %d steps and brought outputs of step %d".formatted(steps, outputs.size() - 1));
        }
        for (int step = 0; step < steps; step++) {
            Map<String, Tensor> brought = step < outputs.size() ? outputs.get(step) : Map.of();
            Optional<String> missing = missing(wanted, brought, "step " + step);
            if (missing.isPresent()) {
                return missing;
            }
        }
        return missing(read, state, "the state");
    }

    private static Optional<String> missing(Map<String, Kind> asked, Map<String, Tensor> brought, String where) {
        return new TreeSet<>(asked.keySet())
                .stream()
                        .filter(name -> !brought.containsKey(name))
                        .findFirst()
                        .map(name -> "%s came without '%s'".formatted(where, name));
    }

    /** Of each step that ran, once nothing is missing. */
    List<Map<String, Tensor>> outputs(int steps) {
        while (outputs.size() < steps) {
            outputs.add(Map.of());
        }
        return outputs;
    }

    Map<String, Tensor> state() {
        return state;
    }
}
