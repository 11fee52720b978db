package dev.bascule.cli;

import dev.bascule.studies.distributed.CommPlan;
import dev.bascule.studies.distributed.CommReport;
import dev.bascule.studies.distributed.DataPlan;
import dev.bascule.studies.distributed.DistributedService;
import dev.bascule.studies.distributed.FaultPlan;
import dev.bascule.studies.distributed.FaultReport;
import dev.bascule.studies.distributed.RankEngine.Facts;
import dev.bascule.studies.distributed.StrategyPlan;
import dev.bascule.studies.distributed.TrainingReport;

/** Nobody asked for ranks. */
class NoRanks implements DistributedService {
    @Override
    public Facts facts(Listener listener) {
        throw new AssertionError("nobody asked what ranks are run by");
    }

    @Override
    public CommReport comm(CommPlan plan, Listener listener) {
        throw new AssertionError("nobody asked ranks to talk");
    }

    @Override
    public TrainingReport data(DataPlan plan, Listener listener) {
        throw new AssertionError("nobody asked ranks to train");
    }

    @Override
    public TrainingReport strategy(StrategyPlan plan, Listener listener) {
        throw new AssertionError("nobody asked ranks to share a network");
    }

    @Override
    public FaultReport faults(FaultPlan plan, Listener listener) {
        throw new AssertionError("nobody asked to harm ranks");
    }
}
