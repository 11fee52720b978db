package dev.bascule.execution.attempt;

import dev.bascule.execution.cases.PublishedSet;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.SessionResult;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A case's published sets beyond the one that is timed, and the judgement of what a session makes of them: one untimed
 * inference each. Sets of other shapes get a session of their own, for engines may have planned for the first one's; it is
 * opened when the first is closed, for a runner has one at a time.
 *
 * @param timed what the session was opened with
 * @param sets all of the case's sets
 * @param timeout for each of them
 */
record AdditionalDataSets(Feeds timed, List<PublishedSet> sets, Duration timeout) {

    /**
     * Judges those that an open session takes.
     *
     * @param session stays open unless there is a fault, which it keeps
     */
    void judgeAlike(CheckedSession session, OutputChecker checker) {
        judge(
                checker,
                this::isAlike,
                set -> session.infer(set.feeds().step(0), timeout).map(Inference::outputs));
    }

    /**
     * Judges the others.
     *
     * @param alone runs the case on inputs of other shapes, in a session of their own; none is open
     * @return the first fault; empty where every set was run
     */
    Optional<Fault> judgeOthers(OutputChecker checker, Function<Feeds, Reply<SessionResult>> alone) {
        return judge(
                checker, set -> !isAlike(set), set -> alone.apply(set.feeds()).map(AdditionalDataSets::outputs));
    }

    private static Map<String, Tensor> outputs(SessionResult result) {
        Map<String, Tensor> outputs = new HashMap<>();
        result.outputs().steps().forEach(outputs::putAll);
        return outputs;
    }

    private Optional<Fault> judge(
            OutputChecker checker,
            Predicate<PublishedSet> which,
            Function<PublishedSet, Reply<Map<String, Tensor>>> runs) {
        for (PublishedSet set : sets.subList(Math.min(1, sets.size()), sets.size())) {
            if (set.expected().isEmpty() || !which.test(set)) {
                continue;
            }
            Reply<Map<String, Tensor>> got = runs.apply(set);
            if (got instanceof Reply.Failed<Map<String, Tensor>> failed) {
                return Optional.of(failed.fault());
            }
            checker.checkSet(
                    set.name(),
                    set.feeds().step(0),
                    set.expected(),
                    got.result().orElseThrow());
        }
        return Optional.empty();
    }

    private boolean isAlike(PublishedSet set) {
        return shapes(set.feeds().step(0)).equals(shapes(timed.step(0)));
    }

    private static Map<String, Shape> shapes(Map<String, Tensor> tensors) {
        Map<String, Shape> shapes = new HashMap<>();
        tensors.forEach((name, tensor) -> shapes.put(name, tensor.shape()));
        return shapes;
    }
}
