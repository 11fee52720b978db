package dev.bascule.studies.reduce.trial;

import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** What came of one trial. */
public sealed interface TrialOutcome {
    /** What either case comes to. */
    <R> R fold(
            Function<? super Map<String, Tensor>, ? extends R> whenRan, Function<? super Fault, ? extends R> whenFell);

    /** It ran; these are its outputs. */
    record Ran(Map<String, Tensor> outputs) implements TrialOutcome {
        public Ran {
            outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
        }

        @Override
        public <R> R fold(
                Function<? super Map<String, Tensor>, ? extends R> whenRan,
                Function<? super Fault, ? extends R> whenFell) {
            return whenRan.apply(outputs);
        }
    }

    /** It was refused, crashed, or did not answer in time. */
    record Fell(Fault fault) implements TrialOutcome {
        @Override
        public <R> R fold(
                Function<? super Map<String, Tensor>, ? extends R> whenRan,
                Function<? super Fault, ? extends R> whenFell) {
            return whenFell.apply(fault);
        }
    }
}
