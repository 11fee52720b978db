package dev.bascule.prediction.pool;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What came of planning. */
public sealed interface PoolResult {

    /** @param reasons one for each model */
    record Planned(PoolPlan plan, List<Why> reasons) implements PoolResult {
        public Planned {
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * Why a model is where it is.
     *
     * @param next the best plan that uses none of the places which the model has; empty where no other keeps the limits
     * @param proven whether that was shown; else the time was over, and there may be a better one, or one at all
     */
    record Why(String model, Optional<Next> next, boolean proven) {}

    /**
     * The next best.
     *
     * @param placements of the model
     * @param addedLoad over all devices, in shares of a device; below the solver's tolerance it is 0
     * @param addedReplicas over all models; where the load is the same, fewer won
     */
    record Next(List<Placement> placements, double addedLoad, int addedReplicas) {
        public Next {
            placements = List.copyOf(placements);
        }
    }

    /**
     * The limits leave no plan.
     *
     * @param shortages each limit which alone would have to give way; none where only several together would do
     * @param servable the greatest share of all rates that the limits as they are would leave a plan for; empty where none was
     *     found in time
     * @param complete whether all that was looked for was searched to its end; else less of a limit may do, another one as well,
     *     and more may be servable
     */
    record Infeasible(List<Shortage> shortages, OptionalDouble servable, boolean complete) implements PoolResult {
        public Infeasible {
            shortages = List.copyOf(shortages);
        }
    }

    /** No plan was found, and none was ruled out: the time was over, or the solver gave no answer. */
    record Undecided() implements PoolResult {}

    /** @param models of which no time or no memory is known anywhere, so that there is nothing to plan with */
    record Unknown(List<PoolModel> models) implements PoolResult {
        public Unknown {
            models = List.copyOf(models);
        }
    }
}
