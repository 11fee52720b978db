package dev.bascule.prediction.pool;

import java.time.Duration;
import java.util.List;

/** A limit that by itself stands in the way: were it as is said here and all others as they are, there would be a plan. */
public sealed interface Shortage {

    /** @param lacks where, and how many bytes more that would take; the least over all */
    record Memory(List<Lack> lacks) implements Shortage {
        public Memory {
            lacks = List.copyOf(lacks);
        }
    }

    /** @param place {@code host}, or a device's id */
    record Lack(String place, long bytes) {}

    /** @param needed the least load, in whole percent, that all requests take */
    record Load(double needed) implements Shortage {}

    /** @param needed the shortest deadline that leaves a plan */
    record Deadline(Duration needed) implements Shortage {}

    /** @param needed the most replicas of a model in the plan that there would be */
    record Replicas(int needed) implements Shortage {}
}
