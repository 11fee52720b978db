package dev.bascule.prediction.pool;

import java.util.List;
import java.util.Optional;

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
     */
    record Why(String model, Optional<Next> next) {}

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
     * @param servable the greatest share of all rates that the limits as they are would leave a plan for
     */
    record Infeasible(List<Shortage> shortages, double servable) implements PoolResult {
        public Infeasible {
            shortages = List.copyOf(shortages);
        }
    }

    /** @param models of which no time or no memory is known anywhere, so that there is nothing to plan with */
    record Unknown(List<PoolModel> models) implements PoolResult {
        public Unknown {
            models = List.copyOf(models);
        }
    }
}
