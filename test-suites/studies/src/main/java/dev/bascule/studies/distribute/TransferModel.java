package dev.bascule.studies.distribute;

import java.util.ArrayList;
import java.util.List;

/**
 * How long tensors are on their way, by their size: a straight line through measured ways, least squares, neither end below
 * zero. Immutable.
 *
 * @param latencyMillis of a way without bytes
 * @param millisPerByte on top
 */
record TransferModel(double latencyMillis, double millisPerByte) {

    /** One way that was measured. */
    record Way(long bytes, double millis) {}

    static TransferModel of(List<Way> ways) {
        if (ways.isEmpty()) {
            throw new IllegalArgumentException("no way was measured");
        }
        List<Way> known = new ArrayList<>(ways);
        double meanBytes = known.stream().mapToLong(Way::bytes).average().orElse(0);
        double meanMillis = known.stream().mapToDouble(Way::millis).average().orElse(0);
        double spread = 0;
        double together = 0;
        for (Way way : known) {
            spread += (way.bytes() - meanBytes) * (way.bytes() - meanBytes);
            together += (way.bytes() - meanBytes) * (way.millis() - meanMillis);
        }
        double slope = spread == 0 ? 0 : Math.max(0, together / spread);
        double latency = meanMillis - slope * meanBytes;
        if (latency < 0) {
            slope = meanBytes == 0 ? 0 : meanMillis / meanBytes;
            latency = 0;
        }
        return new TransferModel(latency, slope);
    }

    double millis(long bytes) {
        return latencyMillis + millisPerByte * bytes;
    }

    /** In bytes a second; infinite where size did not matter. */
    double bandwidth() {
        return 1000 / millisPerByte;
    }
}
