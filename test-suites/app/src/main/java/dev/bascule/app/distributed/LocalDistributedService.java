package dev.bascule.app.distributed;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FolderTree;
import dev.bascule.models.packages.Commands;
import dev.bascule.models.packages.SystemCommands;
import dev.bascule.studies.distributed.CommPlan;
import dev.bascule.studies.distributed.CommReport;
import dev.bascule.studies.distributed.DataPlan;
import dev.bascule.studies.distributed.DistributedService;
import dev.bascule.studies.distributed.DistributedStudy;
import dev.bascule.studies.distributed.FaultPlan;
import dev.bascule.studies.distributed.FaultReport;
import dev.bascule.studies.distributed.RankEngine;
import dev.bascule.studies.distributed.StrategyPlan;
import dev.bascule.studies.distributed.TrainingReport;
import java.io.IOException;
import java.nio.file.Path;

/** Ranks on this machine. Each call is one of its own; not for concurrent use. */
public final class LocalDistributedService implements DistributedService {
    private final HostEnvironment host;
    private final Commands commands;

    public LocalDistributedService() {
        this(HostEnvironment.ofProcess(), new SystemCommands());
    }

    LocalDistributedService(HostEnvironment host, Commands commands) {
        this.host = host;
        this.commands = commands;
    }

    @Override
    public RankEngine.Facts facts(Listener listener) {
        return engine(listener).facts();
    }

    @Override
    public CommReport comm(CommPlan plan, Listener listener) {
        return study(listener).comm(plan);
    }

    @Override
    public TrainingReport strategy(StrategyPlan plan, Listener listener) {
        return study(listener).strategy(plan);
    }

    @Override
    public TrainingReport data(DataPlan plan, Listener listener) {
        return study(listener).data(plan);
    }

    @Override
    public FaultReport faults(FaultPlan plan, Listener listener) {
        try {
            Path folder = RankFolder.create("checkpoints");
            try {
                return study(listener).faults(plan, folder);
            } finally {
                FolderTree.deleteQuietly(folder);
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "no folder for checkpoints: " + e.getMessage());
        }
    }

    private DistributedStudy study(Listener listener) {
        return new DistributedStudy(engine(listener), listener);
    }

    private RankEngine engine(Listener listener) {
        listener.phase("looking for a Python with PyTorch");
        try {
            TorchPython python = TorchPython.find(host, commands)
                    .orElseThrow(() -> new BasculeException(
                            ErrorCode.PART_UNAVAILABLE,
                            "no Python with PyTorch and gloo is on this machine",
                            "bascule install " + TorchPython.PART,
                            "or name one of your own: %s=/path/of/python3".formatted(TorchPython.VARIABLE)));
            return new TorchRun(python, host);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BasculeException(ErrorCode.RUN_INTERRUPTED, "it was interrupted");
        }
    }
}
