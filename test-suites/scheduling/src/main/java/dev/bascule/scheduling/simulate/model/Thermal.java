package dev.bascule.scheduling.simulate.model;

import java.time.Duration;
import java.util.List;

/**
 * A machine's temperature to first order: it nears {@code ambient + resistance × watts} with the time constant {@code tau}, and what it
 * computes slows down along a curve. Temperatures in °C. Immutable.
 *
 * @param resistance kelvins per watt
 * @param curve in rising order of temperature, one point at least; below the first the speed is 1, above the last it is the last's
 */
public record Thermal(double ambient, double resistance, Duration tau, List<Point> curve) {

    /**
     * The speed at a temperature.
     *
     * @param speed above 0, at most 1
     */
    public record Point(double celsius, double speed) {
        public Point {
            if (!(speed > 0 && speed <= 1) || !Double.isFinite(celsius)) {
                throw new IllegalArgumentException("a speed is above 0 and at most 1");
            }
        }
    }

    public Thermal {
        curve = List.copyOf(curve);
        if (curve.isEmpty() || !(resistance >= 0) || tau.isNegative() || tau.isZero()) {
            throw new IllegalArgumentException("a time constant above zero, and a curve with a point");
        }
        for (int i = 1; i < curve.size(); i++) {
            if (curve.get(i).celsius() <= curve.get(i - 1).celsius()) {
                throw new IllegalArgumentException("the temperatures of a curve rise");
            }
        }
    }

    /** The temperature after a while at a constant power. */
    public double after(double celsius, double watts, Duration elapsed) {
        double end = ambient + resistance * watts;
        return end + (celsius - end) * Math.exp(-(double) elapsed.toNanos() / tau.toNanos());
    }

    /** The speed at a temperature, linear between the points. */
    public double speed(double celsius) {
        Point before = curve.get(0);
        if (celsius < before.celsius()) {
            return 1;
        }
        for (Point point : curve) {
            if (celsius < point.celsius()) {
                double share = (celsius - before.celsius()) / (point.celsius() - before.celsius());
                return before.speed() + share * (point.speed() - before.speed());
            }
            before = point;
        }
        return before.speed();
    }
}
