package dev.bascule.workers.coordinator;

import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.RunPart;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** What is told of runs. Stateless. */
final class RunViews {
    private RunViews() {}

    /**
     * Some of a run's jobs. Why a job waits takes its time to find out, so that it is asked of those alone that are told.
     *
     * @param states of those that are wanted; none for all
     */
    static RunPart part(Desk desk, Collection<JobEntry> run, Set<JobState> states, int from, int count) {
        List<JobEntry> wanted = run.stream()
                .filter(entry -> states.isEmpty() || states.contains(entry.state()))
                .sorted(Comparator.comparing(entry -> entry.request().number()))
                .toList();
        return new RunPart(
                wanted.stream()
                        .skip(Math.max(0, from))
                        .limit(Math.max(0, Math.min(count, RunPart.MOST)))
                        .map(entry -> entry.status(desk.waits(entry)))
                        .toList(),
                wanted.size());
    }
}
