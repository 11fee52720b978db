package dev.bascule.prediction.fit;

/**
 * What tells beforehand how far off a prediction may be. Immutable.
 *
 * @param apart how far two methods that know the same of the model are apart, in natural logarithms; none below 0
 * @param distance to the nearest model that the fit saw: 0 is the same, 1 is another kind of network or 20 times the operations
 * @param size the natural logarithm of the model's operations
 */
public record Circumstance(double apart, double distance, double size) {
    static final int WIDTH = 3;
    /** So that two methods which agree by chance promise no perfect prediction. */
    private static final double LEAST_APART = 0.05;

    private static final double LEAST_DISTANCE = 0.1;
    /** Operations of models lie some 5 apart in logarithms. */
    private static final double SIZES = 5;

    /** Columns of one order. */
    double[] row() {
        return new double[] {Math.log(LEAST_APART + apart), Math.log(LEAST_DISTANCE + distance), size / SIZES};
    }
}
