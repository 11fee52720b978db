package dev.bascule.studies.distribute;

import java.util.List;

/** What happened to samples and devices, each with nanoseconds since the start. */
sealed interface SampleEvent {

    long at();

    /** @param ticket of this try; each try has its own */
    record Taken(int sample, int device, int ticket, long at) implements SampleEvent {}

    /** Its answer counts. */
    record Settled(int sample, int device, int ticket, long at) implements SampleEvent {}

    /** An answer that came when it did not count any more: of a device that was given up, or to a sample that has one. */
    record Dropped(int sample, int device, int ticket, long at) implements SampleEvent {}

    /** The try came to nothing, and the sample is to be passed on, or given up. */
    record Struck(int sample, int device, int ticket, String why, long at) implements SampleEvent {}

    /** The sample is to be tried no more. */
    record GivenUp(int sample, String why, long at) implements SampleEvent {}

    /** @param inFlight the samples that it had not answered */
    record DeviceLost(int device, String why, List<Integer> inFlight, long at) implements SampleEvent {
        public DeviceLost {
            inFlight = List.copyOf(inFlight);
        }
    }
}
