package dev.bascule.prediction.pool;

/**
 * What a request takes beside computing: measured on a replica that was asked as often as the pool will be. Means, for load is a mean.
 *
 * @param millis the ways to the process and back, in which the replica answers nobody else
 * @param processorMillis processor time of its processes beyond that of computing
 */
public record RequestOverhead(double millis, double processorMillis) {
    public RequestOverhead {
        if (!(millis >= 0 && processorMillis >= 0) || Double.isInfinite(millis) || Double.isInfinite(processorMillis)) {
            throw new IllegalArgumentException("an overhead of %s and %s ms".formatted(millis, processorMillis));
        }
    }
}
