package dev.bascule.workers.job;

import java.util.function.Consumer;

/** Hears what becomes of a job on this machine. Called from the job's thread. */
@FunctionalInterface
public interface JobTalk extends Consumer<String> {

    /** The job waits for others on this machine. What is spent so is no time of its own, and does not count against its limit. */
    default void waits() {}

    /** It waits no more. */
    default void goesOn() {}

    /** What its submitter tells it meanwhile. */
    default JobFrames frames() {
        return JobFrames.NONE;
    }
}
