package dev.bascule.studies.replicas;

import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.step.TrainingGraph;
import java.util.Map;

/**
 * What must go over a replica's connection in a round: the tensors alone. Immutable.
 *
 * @param parameters bytes of all of them, which is what the gradients have, too
 * @param samples bytes of its part of the batch with the targets
 * @param tensors how many tensors go either way when it shows what it was fed
 */
public record Theory(long parameters, long samples, int tensors) {
    private static final long LOSS = 4;
    /** A frame's header and the messages beside it. */
    private static final long HEADER = 1024;

    private static final int MESSAGES = 16;

    static Theory of(TrainingGraph graph) {
        long all = bytes(graph.state());
        long samples = graph.state().entrySet().stream()
                .filter(each -> each.getKey().equals(TrainingGraph.SAMPLES)
                        || each.getKey().equals(TrainingGraph.TARGETS))
                .mapToLong(each -> each.getValue().data().remaining())
                .sum();
        return new Theory(
                all - samples,
                samples,
                2 * graph.carry().size() + graph.parameters().size() + 1);
    }

    private static long bytes(Map<String, Tensor> tensors) {
        return tensors.values().stream()
                .mapToLong(tensor -> tensor.data().remaining())
                .sum();
    }

    /**
     * Of one piece.
     *
     * @param shown whether it shows what it was fed
     */
    public WireTraffic of(boolean shown) {
        return of(shown, 1);
    }

    /** @param pieces each of which it is asked for by itself */
    WireTraffic of(boolean shown, int pieces) {
        long fed = parameters + samples;
        return new WireTraffic(pieces * fed, pieces * (parameters + LOSS + (shown ? fed : 0)));
    }

    /** Whether what was counted is that and no more than headers and messages beside it. */
    boolean explains(WireTraffic counted, boolean shown, int pieces) {
        WireTraffic least = of(shown, pieces);
        long beside = pieces * HEADER * (tensors + MESSAGES);
        return counted.sent() >= least.sent()
                && counted.received() >= least.received()
                && counted.sent() <= least.sent() + beside
                && counted.received() <= least.received() + beside;
    }
}
