package dev.bascule.studies.pool;

import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import java.util.function.Function;

/** Serves pools on this machine. */
public interface PoolService {

    /**
     * Works with a host, which is gone afterwards.
     *
     * @param run whose browsers can be used, and whose models are served
     */
    <T> T during(RunRequest run, RunListener listener, Function<PoolHost, T> work);
}
