package dev.bascule.workers.ledger;

import java.time.Instant;

/**
 * How far a run is: how many of its jobs stand where. Immutable.
 *
 * @param owner id of the token that sent it
 * @param submitted when its first job came, by the coordinator's clock
 */
public record RunStatus(
        String run, String owner, Instant submitted, int waiting, int placed, int done, int failed, int cancelled) {

    /** One of which nothing is known but where it comes from. */
    public static RunStatus none(String run, String owner, Instant submitted) {
        return new RunStatus(run, owner, submitted, 0, 0, 0, 0, 0);
    }

    /** With one job more. */
    public RunStatus with(JobState state) {
        return plus(1, state);
    }

    /** With one job less. */
    public RunStatus without(JobState state) {
        return plus(-1, state);
    }

    private RunStatus plus(int more, JobState state) {
        return new RunStatus(
                run,
                owner,
                submitted,
                waiting + more * one(state, JobState.WAITING),
                placed + more * one(state, JobState.PLACED),
                done + more * one(state, JobState.DONE),
                failed + more * one(state, JobState.FAILED),
                cancelled + more * one(state, JobState.CANCELLED));
    }

    private static int one(JobState state, JobState counted) {
        return state == counted ? 1 : 0;
    }
}
