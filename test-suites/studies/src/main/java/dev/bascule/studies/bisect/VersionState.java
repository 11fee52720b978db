package dev.bascule.studies.bisect;

/** What is held of a pair of versions after enough runs. */
public sealed interface VersionState {

    record Good(Tally tally) implements VersionState {}

    record Bad(Tally tally) implements VersionState {}

    record CannotSay(String why) implements VersionState {}

    default String word() {
        return this instanceof Good ? "good" : this instanceof Bad ? "bad" : "cannot say";
    }

    default boolean isKnown() {
        return !(this instanceof CannotSay);
    }

    /** Whether both are known, and one is good and the other bad. */
    default boolean differsFrom(VersionState other) {
        return isKnown() && other.isKnown() && this instanceof Good != other instanceof Good;
    }
}
