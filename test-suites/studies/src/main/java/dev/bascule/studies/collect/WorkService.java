package dev.bascule.studies.collect;

import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.work.ModelWork;
import java.util.List;
import java.util.function.Predicate;

/** Learns what models ask of a machine. */
public interface WorkService {

    /**
     * The works of a request's models, on native CPU and one thread, each once. A model whose kernels cannot be learned is told of
     * and left out. Interruptible: what is known by then is the result.
     *
     * @param known whether the work of a model of this SHA-256 is wanted no more
     */
    List<ModelWork> works(RunRequest request, Predicate<String> known, RunListener listener);
}
