package dev.bascule.scheduling.simulate.model;

/**
 * A parameter, and where it comes from. Immutable.
 *
 * @param from what measured it, for people; empty where nobody says
 */
public record Labelled<T>(T value, Origin origin, String from) {

    public static <T> Labelled<T> assumed(T value) {
        return new Labelled<>(value, Origin.ASSUMED, "");
    }

    public static <T> Labelled<T> measured(T value, String from) {
        return new Labelled<>(value, Origin.MEASURED, from);
    }
}
