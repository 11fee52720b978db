package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.DriverSession.Results;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Ships every distinct output of a step once. An iteration whose bytes were shipped before is known to be equal to them,
 * so the host can check every iteration against the reference. Says of each iteration which of the shipped outputs it
 * delivered. Belongs to the job thread.
 */
final class OutputTracker {
    /** Remembered per step and output; one beyond them is shipped again when it comes back: it hides nothing. */
    private static final int REMEMBERED = 8;
    /** Held back while a block runs, so that sending does not disturb it. */
    private static final long HELD_BYTES = 64L << 20;

    private final String job;
    private final List<String> wanted;
    private final MessageSink sink;
    private final Map<String, Shipped> shipped = new HashMap<>();
    private final List<Message.Delivery> delivered = new ArrayList<>();
    private Map<String, Integer> last = Map.of();
    private int times;
    private final List<TensorPacket> held = new ArrayList<>();
    private long heldBytes;
    private long readBytes;
    private int iterations;

    /** What was shipped of an output at a step; the remembered ones by their place among all. */
    private static final class Shipped {
        private final List<Tensor> tensors = new ArrayList<>();
        private final List<Integer> places = new ArrayList<>();
        private int count;
    }

    /** @param wanted the outputs to look at; all when empty */
    OutputTracker(String job, List<String> wanted, MessageSink sink) {
        this.job = job;
        this.wanted = wanted;
        this.sink = sink;
    }

    /** Compares the outputs of an iteration with those seen at its step, and keeps the new ones for {@link #ship}. */
    void observe(int step, int iteration, Results results) throws RefusedException {
        Map<String, Integer> places = new HashMap<>();
        for (String name : wanted.isEmpty() ? results.names() : wanted) {
            Tensor tensor = results.tensor(name);
            readBytes += tensor.data().remaining();
            places.put(name, place(step, iteration, name, tensor));
        }
        iterations++;
        if (times > 0 && !places.equals(last)) {
            delivered.add(new Message.Delivery(times, last));
            times = 0;
        }
        last = places;
        times++;
        if (heldBytes > HELD_BYTES) {
            ship();
        }
    }

    private int place(int step, int iteration, String name, Tensor tensor) {
        Shipped before = shipped.computeIfAbsent(step + "/" + name, key -> new Shipped());
        int known = before.tensors.indexOf(tensor);
        if (known >= 0) {
            return before.places.get(known);
        }
        int place = before.count++;
        if (before.tensors.size() < REMEMBERED) {
            before.tensors.add(tensor);
            before.places.add(place);
        }
        held.add(new TensorPacket(job, "output", name, step, iteration, tensor));
        heldBytes += tensor.data().remaining();
        return place;
    }

    /** Iterations seen so far. */
    int iterations() {
        return iterations;
    }

    /** What they brought out of the engine's memory. */
    long readBytes() {
        return readBytes;
    }

    /** What the iterations since the last call delivered, in order. */
    List<Message.Delivery> delivered() {
        if (times > 0) {
            delivered.add(new Message.Delivery(times, last));
            times = 0;
        }
        List<Message.Delivery> runs = List.copyOf(delivered);
        delivered.clear();
        return runs;
    }

    /** Sends what is new. */
    void ship() {
        held.forEach(sink::send);
        held.clear();
        heldBytes = 0;
    }
}
