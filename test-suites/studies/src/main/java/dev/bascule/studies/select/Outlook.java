package dev.bascule.studies.select;

/** What is known of a candidate before it is tried. A prediction only says what to try first, and what not to. */
public sealed interface Outlook {

    /**
     * A prediction, or a time of an earlier run, with what holds it.
     *
     * @param millis of an inference
     * @param low as little as it may be
     * @param high as much as it may be
     * @param measured whether an earlier run measured it
     */
    record Expected(double millis, double low, double high, boolean measured) implements Outlook {}

    /**
     * It ended badly here before, with the same versions, or its engine declares that it cannot.
     *
     * @param why in one line
     */
    record CannotRun(String why) implements Outlook {}

    /**
     * Others ended badly there, from which it follows that this one may as well: nobody saw it, so that it is tried, after all others.
     *
     * @param why in one line
     */
    record ExpectedToFail(String why) implements Outlook {}

    /**
     * Nothing.
     *
     * @param why in one line
     */
    record Unknown(String why) implements Outlook {}

    /** Tells what is known. */
    @FunctionalInterface
    interface Source {
        Outlook of(Candidate candidate);
    }
}
