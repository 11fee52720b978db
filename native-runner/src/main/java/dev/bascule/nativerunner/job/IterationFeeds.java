package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.DriverSession.Feed;
import dev.bascule.fallback.driver.DriverSession.Results;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The feeds of each iteration. Iteration i uses step i mod K; an input with a tensor for step 0 alone keeps it at every
 * step; a carried input takes the previous step's output, and its own tensor again when the steps start over. Belongs to
 * the job thread.
 */
final class IterationFeeds {
    private final List<Feed> feeds = new ArrayList<>();
    private final Map<String, String> carry;
    private Optional<Results> previous = Optional.empty();
    private int iteration;

    IterationFeeds(DriverSession session, List<Map<String, Tensor>> steps, Map<String, String> carry)
            throws RefusedException {
        this.carry = carry;
        for (Map<String, Tensor> step : steps) {
            feeds.add(session.feed(feeds.isEmpty() || !session.takesPartialFeeds() ? step : without(step, carry)));
        }
    }

    /** A cache of a step would be a copy that nobody runs. */
    private static Map<String, Tensor> without(Map<String, Tensor> step, Map<String, String> carry) {
        Map<String, Tensor> rest = new LinkedHashMap<>(step);
        rest.keySet().removeAll(carry.keySet());
        return rest;
    }

    /** The tensors of each step, from the frames that came before the job. */
    static List<Map<String, Tensor>> arrange(List<TensorPacket> inputs, int count) throws RefusedException {
        List<Map<String, Tensor>> steps = byStep(inputs, count);
        for (Map<String, Tensor> step : steps) {
            steps.get(0).forEach(step::putIfAbsent);
        }
        return steps;
    }

    /** What each step is given of its own. */
    static List<Map<String, Tensor>> byStep(List<TensorPacket> inputs, int count) throws RefusedException {
        List<Map<String, Tensor>> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(new LinkedHashMap<>());
        }
        for (TensorPacket input : inputs) {
            if (input.step() >= count) {
                throw new RefusedException(
                        "InputMismatch",
                        "input '%s' is for step %d, but there are %d steps"
                                .formatted(input.name(), input.step(), count));
            }
            steps.get(input.step()).put(input.name(), input.tensor());
        }
        return steps;
    }

    /** Number of the iteration to come; 0 is the first inference. */
    int iteration() {
        return iteration;
    }

    int count() {
        return feeds.size();
    }

    int step() {
        return iteration % feeds.size();
    }

    /** The feed of the first step: the session's own tensors. */
    Feed own() {
        return feeds.get(0);
    }

    /** The feed of the iteration to come. */
    Feed feed() throws RefusedException {
        Feed feed = feeds.get(step());
        return previous.isPresent() ? feed.carrying(carry, previous.get()) : feed;
    }

    /** Takes the results of the iteration just run, keeps them where the next one is fed from them, and frees the rest. */
    void advance(Results results) {
        previous.ifPresent(Results::close);
        iteration++;
        if (carry.isEmpty() || step() == 0) {
            results.close();
            previous = Optional.empty();
        } else {
            previous = Optional.of(results);
        }
    }

    /** Frees what is kept. */
    void release() {
        previous.ifPresent(Results::close);
        previous = Optional.empty();
    }

    /** Frees the feeds too, before their session closes; no iteration comes after it. */
    void releaseAll() {
        release();
        feeds.forEach(Feed::release);
    }
}
