package dev.bascule.execution.work;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.work.ModelWork;
import java.util.Optional;

/** What tracing a model came to. */
public sealed interface Traced {

    /** @param work with at least one kernel, unless the engine had computed the whole graph beforehand */
    record Done(ModelWork work) implements Traced {
        @Override
        public Optional<ModelWork> result() {
            return Optional.of(work);
        }
    }

    /** @param failure why there is no work */
    record Failed(Failure failure) implements Traced {
        @Override
        public Optional<ModelWork> result() {
            return Optional.empty();
        }
    }

    Optional<ModelWork> result();
}
