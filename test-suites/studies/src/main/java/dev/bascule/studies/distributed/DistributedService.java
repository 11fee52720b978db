package dev.bascule.studies.distributed;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;

/** Runs ranks on this machine. Each call is one of its own; not for concurrent use. */
public interface DistributedService {
    /**
     * What there is here.
     *
     * @throws BasculeException {@link ErrorCode#PART_UNAVAILABLE} where there is no PyTorch
     */
    RankEngine.Facts facts(Listener listener);

    /** @throws BasculeException {@link ErrorCode#PART_UNAVAILABLE} where there is no PyTorch, or no such link */
    CommReport comm(CommPlan plan, Listener listener);

    /** @throws BasculeException as {@link #comm} */
    TrainingReport data(DataPlan plan, Listener listener);

    /** @throws BasculeException as {@link #comm} */
    TrainingReport strategy(StrategyPlan plan, Listener listener);

    /** @throws BasculeException as {@link #comm} */
    FaultReport faults(FaultPlan plan, Listener listener);

    /** Is told what goes on. */
    interface Listener {
        void phase(String activity);
    }
}
