package dev.bascule.cli.bisect;

import dev.bascule.app.config.Config;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.PooledJobs;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.Services;
import dev.bascule.cli.options.OnOptions;
import dev.bascule.cli.workers.JoinText;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.studies.bisect.BisectListener;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectRequest;

/**
 * A bisection on a worker of a pool.
 *
 * @param on the pool, and what is asked of the worker
 */
record PooledBisect(CliContext context, Config config, OnOptions on) {

    /** What makes no sense together. */
    static void refuse(OnOptions on, boolean fetch) {
        on.refuseAlone();
        if (on.on().isPresent() && fetch) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--fetch and --on exclude each other: a worker installs nothing for others",
                    "bascule install onnxruntime-web@VERSION on the worker's machine, for each version, then start that"
                            + " worker again");
        }
    }

    /** It is timed where it runs: here nothing is waited for. */
    BisectReport bisect(BisectRequest request, BisectListener listener) {
        ModelResolver models = new ModelResolver(
                CacheFolder.of(context.environment(), context.home()), HubSettings.of(context.environment()));
        try (JobPool pool = context.services()
                .pool(JoinText.read(on.on().orElseThrow(), context.folder(), config), context.console()::say)) {
            Services.BisectPool workers = new Services.BisectPool(
                    new PooledJobs(pool, on.patience(), on.shown()), on.where(), models, context::newRunId);
            return context.interrupts()
                    .during(() -> context.services()
                            .bisect(workers)
                            .bisect(request, RunTurn.of(MachineLease.nothing()), listener));
        }
    }
}
