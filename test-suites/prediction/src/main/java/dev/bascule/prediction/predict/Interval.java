package dev.bascule.prediction.predict;

/**
 * What holds the true time with at least the level's probability, where the model is as the data's are. Immutable.
 *
 * @param low in milliseconds
 * @param high in milliseconds
 * @param level such as 0.9
 */
public record Interval(double low, double high, double level) {

    /** Half of its width, as a share of its middle on the logarithmic scale. */
    public double halfWidth() {
        return Math.sqrt(high / low) - 1;
    }
}
