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

    private static final double MOST_WATTS = 1e5;
    private static final double MOST_CELSIUS = 300;

    /** Without figures that no machine has, such as of a sensor that is not wired. */
    public Condition credible() {
        boolean power = watts.orElse(0) >= 0 && watts.orElse(0) <= MOST_WATTS;
        boolean heat = Math.abs(headroomCelsius.orElse(0)) <= MOST_CELSIUS;
        return power && heat
                ? this
                : new Condition(
                        power ? watts : OptionalDouble.empty(), heat ? headroomCelsius : OptionalDouble.empty());
    }
}
