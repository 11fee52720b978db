package dev.bascule.scheduling.simulate.model;

/**
 * What a machine draws, in watts. Immutable.
 *
 * @param idle while it does nothing
 * @param lane further for each lane that works
 */
public record Power(double idle, double lane) {
    public Power {
        if (!(idle >= 0 && lane >= 0)) {
            throw new IllegalArgumentException("a machine draws power");
        }
    }
}
