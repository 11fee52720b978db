package dev.bascule.studies.distribute;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A check of the events alone that says where they break the promise: each sample comes to exactly one end, no answer of a
 * lost device counts, no sample is given up early or tried for ever. It knows nothing of who made the events. Stateless.
 */
final class SampleTrackerCheck {
    private SampleTrackerCheck() {}

    /**
     * The breaches; none where all is well.
     *
     * @param cutShort whether the run ended before its work did: all devices lost, or interrupted
     */
    static List<String> breaches(int samples, List<SampleEvent> events, boolean cutShort) {
        List<String> breaches = new ArrayList<>();
        Map<Integer, SampleEvent.Taken> open = new HashMap<>();
        Map<Integer, Integer> ends = new HashMap<>();
        Map<Integer, Integer> strikes = new HashMap<>();
        Set<Integer> lost = new HashSet<>();
        for (SampleEvent event : events) {
            if (event instanceof SampleEvent.Taken taken) {
                if (lost.contains(taken.device())) {
                    breaches.add("sample %d was given to device %d, which was lost"
                            .formatted(taken.sample(), taken.device()));
                }
                open.put(taken.ticket(), taken);
            } else if (event instanceof SampleEvent.Settled settled) {
                SampleEvent.Taken taken = open.remove(settled.ticket());
                if (taken == null || taken.sample() != settled.sample() || taken.device() != settled.device()) {
                    breaches.add("sample %d has an answer of device %d that was not at it"
                            .formatted(settled.sample(), settled.device()));
                }
                ends.merge(settled.sample(), 1, Integer::sum);
            } else if (event instanceof SampleEvent.Struck struck) {
                open.remove(struck.ticket());
                strikes.merge(struck.sample(), 1, Integer::sum);
            } else if (event instanceof SampleEvent.GivenUp given) {
                if (strikes.getOrDefault(given.sample(), 0) < SampleTracker.STRIKES) {
                    breaches.add("sample %d was given up after %d tries"
                            .formatted(given.sample(), strikes.getOrDefault(given.sample(), 0)));
                }
                ends.merge(given.sample(), 1, Integer::sum);
            } else if (event instanceof SampleEvent.DeviceLost gone) {
                lost.add(gone.device());
            }
        }
        for (int sample = 0; sample < samples; sample++) {
            int count = ends.getOrDefault(sample, 0);
            if (count > 1) {
                breaches.add("sample %d has %d ends".formatted(sample, count));
            } else if (count == 0 && !cutShort) {
                breaches.add("sample %d was lost: it has no end".formatted(sample));
            }
            if (strikes.getOrDefault(sample, 0) > SampleTracker.STRIKES) {
                breaches.add("sample %d was passed on after %d strikes".formatted(sample, SampleTracker.STRIKES));
            }
        }
        ends.keySet().stream()
                .filter(sample -> sample < 0 || sample >= samples)
                .forEach(sample -> breaches.add("there is no sample %d".formatted(sample)));
        return breaches;
    }
}
