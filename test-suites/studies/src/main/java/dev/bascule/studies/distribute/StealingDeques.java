package dev.bascule.studies.distribute;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Which sample a device takes next: what came back from another, then its own from the head, then from the tail of the
 * longest other deque. Samples are numbers from 0. Not thread-safe: {@link ReplicaPool} guards it.
 */
final class StealingDeques {
    private final List<Deque<Integer>> own = new ArrayList<>();
    private final List<Returned> returned = new ArrayList<>();
    private final boolean[] retired;

    /** A sample that a device did not finish. */
    private record Returned(int sample, int by) {}

    /**
     * A sample to run.
     *
     * @param from the device that it was dealt to, where it was stolen
     */
    record Turn(int sample, Optional<Integer> from) {}

    /** Deals the samples in runs of neighbors, as even as can be. */
    StealingDeques(int devices, int samples) {
        for (int device = 0; device < devices; device++) {
            Deque<Integer> deque = new ArrayDeque<>();
            long first = (long) device * samples / devices;
            long end = (device + 1L) * samples / devices;
            for (long sample = first; sample < end; sample++) {
                deque.addLast((int) sample);
            }
            own.add(deque);
        }
        retired = new boolean[devices];
    }

    /** Empty when nothing is left for this device now; something may still come back. */
    Optional<Turn> next(int device) {
        for (Returned back : returned) {
            if (back.by() != device || isLast(device)) {
                returned.remove(back);
                return Optional.of(new Turn(back.sample(), Optional.empty()));
            }
        }
        Integer mine = own.get(device).pollFirst();
        if (mine != null) {
            return Optional.of(new Turn(mine, Optional.empty()));
        }
        int busiest = busiest();
        Integer stolen = own.get(busiest).pollLast();
        return stolen == null ? Optional.empty() : Optional.of(new Turn(stolen, Optional.of(busiest)));
    }

    private int busiest() {
        int busiest = 0;
        for (int device = 1; device < own.size(); device++) {
            if (own.get(device).size() > own.get(busiest).size()) {
                busiest = device;
            }
        }
        return busiest;
    }

    /** A sample that this device did not finish goes to another one, as long as there is one. */
    void putBack(int sample, int by) {
        returned.add(new Returned(sample, by));
    }

    /** The device is gone; what is in its deque is there to be stolen. */
    void retire(int device) {
        retired[device] = true;
    }

    private boolean isLast(int device) {
        for (int other = 0; other < retired.length; other++) {
            if (other != device && !retired[other]) {
                return false;
            }
        }
        return true;
    }

    int left(int device) {
        return own.get(device).size();
    }
}
