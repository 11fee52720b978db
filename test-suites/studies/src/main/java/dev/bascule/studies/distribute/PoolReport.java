package dev.bascule.studies.distribute;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What became of the samples.
 *
 * @param devices in the order in which they were given
 * @param ends of each sample that came to one, by its number and in that order
 * @param events all that happened, in order
 * @param wallNanos from the first turn to the last end
 * @param interrupted whether it was stopped from outside
 * @param unfinished the samples without an end
 */
record PoolReport(
        List<Tally> devices,
        Map<Integer, SampleEnd> ends,
        List<SampleEvent> events,
        long wallNanos,
        boolean interrupted,
        List<Integer> unfinished) {

    PoolReport {
        devices = List.copyOf(devices);
        ends = Collections.unmodifiableMap(new TreeMap<>(ends));
        events = List.copyOf(events);
        unfinished = List.copyOf(unfinished);
    }

    /**
     * One device's share.
     *
     * @param answerMillis of each answer that counted, in order: ways and computing
     * @param stolen how many samples it took that were dealt to others
     * @param idleNanos waiting for work
     * @param lost when and why it was lost
     */
    record Tally(
            String name,
            List<Double> answerMillis,
            int stolen,
            long busyNanos,
            long idleNanos,
            Optional<SampleEvent.DeviceLost> lost) {
        Tally {
            answerMillis = List.copyOf(answerMillis);
        }
    }

    /** How a sample ended. */
    sealed interface SampleEnd {
        /** @param device who answered */
        record Right(int device) implements SampleEnd {}

        /** @param how what is wrong with the answer */
        record Wrong(int device, String how) implements SampleEnd {}

        /** Given up. */
        record Failed(String why) implements SampleEnd {}
    }

    /** Samples with a right answer. */
    long right() {
        return ends.values().stream().filter(SampleEnd.Right.class::isInstance).count();
    }

    boolean allLost() {
        return devices.stream().allMatch(device -> device.lost().isPresent());
    }

    /** Breaches of the promise that each sample comes to exactly one end. */
    List<String> breaches(int samples) {
        return SampleTrackerCheck.breaches(samples, events, interrupted || allLost());
    }
}
