package dev.bascule.prediction.pool;

/**
 * Replicas of a model on one target of one device.
 *
 * @param share of the model's requests that they answer, more than 0
 * @param rate of these, in requests per second
 */
public record Placement(ReplicaOption option, int replicas, double share, double rate) {

    /** Threads of its own device that they keep busy on average. */
    public double busyThreads() {
        return busyThreads(option.device());
    }

    /** The same of any device. */
    double busyThreads(String device) {
        return option.busyThreads(rate, device);
    }

    /** Of all its replicas. */
    public long hostBytes() {
        return replicas * option.memory().hostBytes();
    }

    /** Of all its replicas, in the device's own memory. */
    public long deviceBytes() {
        return replicas * option.memory().deviceBytes();
    }
}
