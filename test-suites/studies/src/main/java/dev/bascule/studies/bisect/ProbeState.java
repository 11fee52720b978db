package dev.bascule.studies.bisect;

/** What one run of a case in one pair of versions came to. */
public sealed interface ProbeState {

    /** It does not fail in the way that is looked for. */
    record Good(Seen seen) implements ProbeState {}

    /** It fails in that way. */
    record Bad(Seen seen) implements ProbeState {}

    /** Neither yet: another run may tell. */
    record Unclear(Seen seen, String why) implements ProbeState {}

    /** No run of this pair tells: the version cannot be had, or has not got the backend, or the case ends in another way. */
    record CannotSay(String why) implements ProbeState {}
}
