package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.DriverSession.Results;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Ships every distinct output of a step once. An iteration whose bytes were shipped before is known to be equal to them,
 * so the host can check every iteration against the reference. Belongs to the job thread.
 */
final class OutputTracker {
    /** Remembered per step and output; one beyond them is shipped again when it comes back: it hides nothing. */
    private static final int REMEMBERED = 8;
    /** Held back while a block runs, so that sending does not disturb it. */
    private static final long HELD_BYTES = 64L << 20;

    private final String job;
    private final List<String> wanted;
    private final Outlet outlet;
    private final Map<String, List<Tensor>> seen = new HashMap<>();
    private final List<TensorPacket> held = new ArrayList<>();
    private long heldBytes;

    /** @param wanted the outputs to look at; all when empty */
    OutputTracker(String job, List<String> wanted, Outlet outlet) {
        this.job = job;
        this.wanted = wanted;
        this.outlet = outlet;
    }

    /** Compares the outputs of an iteration with those seen at its step, and keeps the new ones for {@link #ship}. */
    void observe(int step, int iteration, Results results) throws RefusedException {
        for (String name : wanted.isEmpty() ? results.names() : wanted) {
            Tensor tensor = results.tensor(name);
            List<Tensor> known = seen.computeIfAbsent(step + "/" + name, key -> new ArrayList<>());
            if (known.contains(tensor)) {
                continue;
            }
            if (known.size() < REMEMBERED) {
                known.add(tensor);
            }
            held.add(new TensorPacket(job, "output", name, step, iteration, tensor));
            heldBytes += tensor.data().remaining();
        }
        if (heldBytes > HELD_BYTES) {
            ship();
        }
    }

    /** Sends what is new. */
    void ship() {
        held.forEach(outlet::send);
        held.clear();
        heldBytes = 0;
    }
}
