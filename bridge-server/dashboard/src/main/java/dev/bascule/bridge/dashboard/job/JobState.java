package dev.bascule.bridge.dashboard.job;

/** How far a job is. */
public enum JobState {
    /** Another one is being run on this machine. */
    QUEUED,
    RUNNING,
    /** It ran to its end; how its cells went is the run's to say. */
    DONE,
    /** Somebody stopped it, or the server was. What was measured is kept, where anything was. */
    CANCELLED,
    /** It could not be run to its end; its problem says why. */
    FAILED;

    public boolean isOver() {
        return this == DONE || this == CANCELLED || this == FAILED;
    }
}
