package dev.bascule.studies.profile;

import java.util.Optional;
import java.util.SortedMap;

/**
 * Time of a transfer as a line: {@code seconds = latency + bytes / bandwidth}, fitted by least squares of the relative errors
 * (weights 1/t²), for small transfers must not vanish beside large ones.
 *
 * @param latencySeconds of a transfer of nothing
 * @param bytesPerSecond of a transfer without end
 */
public record TransferLine(double latencySeconds, double bytesPerSecond) {
    private static final int FEWEST = 3;

    /** No measured time may lie further from the line, as a share of itself: else it is no line, and tells nothing. */
    private static final double FARTHEST = 0.25;

    /** Through points of seconds by bytes; empty for fewer than three, or where they do not lie on a line that grows. */
    public static Optional<TransferLine> fit(SortedMap<Long, Double> points) {
        if (points.size() < FEWEST) {
            return Optional.empty();
        }
        double w = 0;
        double x = 0;
        double y = 0;
        double xx = 0;
        double xy = 0;
        for (var point : points.entrySet()) {
            double seconds = point.getValue();
            double weight = 1 / (seconds * seconds);
            w += weight;
            x += weight * point.getKey();
            y += weight * seconds;
            xx += weight * point.getKey() * point.getKey();
            xy += weight * point.getKey() * seconds;
        }
        double slope = (w * xy - x * y) / (w * xx - x * x);
        double latency = (y - slope * x) / w;
        return slope > 0
                        && latency >= 0
                        && Double.isFinite(slope)
                        && points.entrySet().stream()
                                .allMatch(point -> Math.abs(latency + slope * point.getKey() - point.getValue())
                                        <= FARTHEST * point.getValue())
                ? Optional.of(new TransferLine(latency, 1 / slope))
                : Optional.empty();
    }
}
