package dev.bascule.studies.training.peer;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What came of it. Immutable. */
public sealed interface PeerRun {
    /** What each of the ways comes to. */
    <R> R fold(
            Function<? super Ran, ? extends R> whenRan,
            Function<? super Unavailable, ? extends R> whenUnavailable,
            Function<? super Failed, ? extends R> whenFailed);

    /**
     * It went through all steps.
     *
     * @param engine its name and version
     * @param threads that it says it used
     * @param gradients of the first batch's loss by each parameter, before any step; in the precision asked for
     * @param steps in order
     * @param parameters after the last step; in the precision asked for
     */
    record Ran(
            String engine,
            int threads,
            Map<String, Tensor> gradients,
            List<PeerStep> steps,
            Map<String, Tensor> parameters)
            implements PeerRun {
        public Ran {
            gradients = Collections.unmodifiableMap(new LinkedHashMap<>(gradients));
            steps = List.copyOf(steps);
            parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        }

        @Override
        public <R> R fold(
                Function<? super Ran, ? extends R> whenRan,
                Function<? super Unavailable, ? extends R> whenUnavailable,
                Function<? super Failed, ? extends R> whenFailed) {
            return whenRan.apply(this);
        }
    }

    /** It is not on this machine, or lacks what this model needs; its failure says why, and what to do. */
    record Unavailable(Failure failure) implements PeerRun {
        @Override
        public <R> R fold(
                Function<? super Ran, ? extends R> whenRan,
                Function<? super Unavailable, ? extends R> whenUnavailable,
                Function<? super Failed, ? extends R> whenFailed) {
            return whenUnavailable.apply(this);
        }
    }

    /**
     * It began, and was lost or said what cannot be.
     *
     * @param steps that it was through with
     */
    record Failed(Failure failure, List<PeerStep> steps) implements PeerRun {
        public Failed {
            steps = List.copyOf(steps);
        }

        @Override
        public <R> R fold(
                Function<? super Ran, ? extends R> whenRan,
                Function<? super Unavailable, ? extends R> whenUnavailable,
                Function<? super Failed, ? extends R> whenFailed) {
            return whenFailed.apply(this);
        }
    }
}
