package dev.bascule.bridge.dashboard.job;

import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.fallback.attempt.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job as it stands at one moment.
 *
 * @param by who started it, or the schedule that did
 * @param cells how many it runs; empty until it has found that out
 * @param finished how many of them are done
 * @param phase what it is doing
 * @param run the id of its run, once the history has it
 * @param verdicts of the cells that are done, as they stand
 * @param problem why it failed
 */
public record JobSnapshot(
        String id,
        JobState state,
        String by,
        Instant createdAt,
        Optional<Instant> startedAt,
        Optional<Instant> finishedAt,
        JobRequest request,
        String suite,
        String command,
        Optional<Integer> cells,
        int finished,
        Optional<String> phase,
        Optional<String> run,
        Map<Verdict, Integer> verdicts,
        Optional<Problem> problem) {

    /**
     * Everything of a job.
     *
     * @param planned its cases and chains
     * @param progress its cells in the order in which they began, one for each browser
     * @param log what was noted, the oldest first
     * @param lastEvent the newest event that this takes into account: follow on from there
     */
    public record Detail(
            JobSnapshot job,
            List<RunStarter.PlannedCase> planned,
            List<CellProgress> progress,
            List<LogLine> log,
            long lastEvent) {}

    /**
     * @param verdict empty while it is running
     * @param backend that it rests on
     * @param medianMs of the warm inferences of a right attempt; empty where there are none
     * @param reason why it is no plain pass
     * @param cell its id in the history, once that has it
     */
    public record CellProgress(
            int number,
            String caseId,
            List<String> chain,
            Optional<Verdict> verdict,
            Optional<String> target,
            Optional<String> backend,
            Optional<Double> medianMs,
            Optional<String> reason,
            boolean retried,
            Optional<String> cell) {}

    /** @param kind {@code phase} or {@code note} */
    public record LogLine(Instant at, String kind, String text) {}
}
