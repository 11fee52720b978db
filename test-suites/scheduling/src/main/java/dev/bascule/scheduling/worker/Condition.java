package dev.bascule.scheduling.worker;

import java.util.OptionalDouble;

/**
 * What a worker's sensors say, as far as it has any. Immutable.
 *
 * @param watts what it draws while it works
 * @param headroomCelsius how far it is from where it throttles; below 0 where it does
 */
public record Condition(OptionalDouble watts, OptionalDouble headroomCelsius) {
    /** Of a machine without sensors. */
    public static final Condition UNKNOWN = new Condition(OptionalDouble.empty(), OptionalDouble.empty());
}
