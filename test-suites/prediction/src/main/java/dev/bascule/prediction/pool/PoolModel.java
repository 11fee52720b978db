package dev.bascule.prediction.pool;

/**
 * A model that is to be served.
 *
 * @param name each once in a pool
 * @param rate wished, in requests per second
 */
public record PoolModel(String name, double rate) {
    public PoolModel {
        if (!(rate > 0) || Double.isInfinite(rate)) {
            throw new IllegalArgumentException("%s requests per second of %s".formatted(rate, name));
        }
    }
}
