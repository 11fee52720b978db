package dev.bascule.suites.execution;

import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.Feeds;
import dev.bascule.fallback.runner.Inference;
import dev.bascule.fallback.runner.Outputs;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Judges what a session makes of a case's published sets beyond the one that is timed: one untimed inference each. Sets of other
 * shapes get a session of their own, for engines may have planned for the first one's.
 *
 * @param timed what the session was opened with
 * @param sets all of the case's sets
 * @param timeout for each of them
 */
record FurtherSets(Feeds timed, List<PublishedSet> sets, Duration timeout) {

    /**
     * Judges them.
     *
     * @param session that is open, and stays so unless there is a fault
     * @param another opens a session for inputs of other shapes
     * @return the first fault; empty where every set was run
     */
    Optional<Fault> judge(RunnerSession session, OutputChecker checker, Function<Feeds, Reply<RunnerSession>> another) {
        for (PublishedSet set : sets.subList(Math.min(1, sets.size()), sets.size())) {
            if (set.expected().isEmpty()) {
                continue;
            }
            Map<String, Tensor> inputs = set.feeds().step(0);
            Reply<Map<String, Tensor>> got = isAlike(inputs, timed.step(0))
                    ? session.infer(inputs, timeout).map(Inference::outputs)
                    : alone(another.apply(set.feeds()));
            if (got instanceof Reply.Failed<Map<String, Tensor>> failed) {
                return Optional.of(failed.fault());
            }
            checker.checkSet(set.name(), inputs, set.expected(), got.result().orElseThrow());
        }
        return Optional.empty();
    }

    private Reply<Map<String, Tensor>> alone(Reply<RunnerSession> opened) {
        if (opened instanceof Reply.Failed<RunnerSession> failed) {
            return new Reply.Failed<>(failed.fault());
        }
        RunnerSession session = opened.result().orElseThrow();
        Map<String, Tensor> outputs = new HashMap<>();
        for (Outputs.Output output : session.firstOutputs().all()) {
            outputs.put(output.name(), output.tensor());
        }
        return session.finish(timeout).map(closing -> outputs);
    }

    private static boolean isAlike(Map<String, Tensor> one, Map<String, Tensor> other) {
        return shapes(one).equals(shapes(other));
    }

    private static Map<String, Shape> shapes(Map<String, Tensor> tensors) {
        Map<String, Shape> shapes = new HashMap<>();
        tensors.forEach((name, tensor) -> shapes.put(name, tensor.shape()));
        return shapes;
    }
}
