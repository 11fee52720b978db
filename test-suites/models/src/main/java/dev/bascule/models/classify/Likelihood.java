package dev.bascule.models.classify;

/**
 * How often answers with as strong evidence were right, over networks of known kind that the rules were not written with. Immutable.
 *
 * @param right networks of which every model was answered rightly
 * @param networks that were tried; models of one network at several sizes count once, for they resemble each other
 * @param models of these networks
 */
public record Likelihood(int right, int networks, int models) {
    static final Likelihood NOTHING = new Likelihood(0, 0, 0);

    /**
     * By Laplace's rule of succession (1814), {@code (right + 1) / (networks + 2)}: a half where nothing was tried, and never 1.
     */
    public double probability() {
        return (right + 1.0) / (networks + 2.0);
    }

    Likelihood plus(Likelihood other) {
        return new Likelihood(right + other.right, networks + other.networks, models + other.models);
    }

    /** Such as {@code right for 15 of 17 unseen networks (20 models)}. */
    public String basis() {
        return "right for %d of %d unseen networks (%d models)".formatted(right, networks, models);
    }
}
