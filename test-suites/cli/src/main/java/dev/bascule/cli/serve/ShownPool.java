package dev.bascule.cli.serve;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.KnownMachines;
import dev.bascule.app.orders.PoolSight;
import dev.bascule.bridge.dashboard.queue.PoolFacts;
import dev.bascule.bridge.dashboard.queue.WorkerPool;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.workers.CoordinatorPlace;
import dev.bascule.cli.workers.JoinText;
import dev.bascule.cli.workers.RunningCoordinator;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.history.History;
import dev.bascule.workers.join.JoinAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The pool that a server shows, with what it stands on. Closed by whoever opened it, after the dashboard. */
final class ShownPool implements AutoCloseable {
    private final Deque<Runnable> closing = new ArrayDeque<>();
    private final WorkerPool shown;
    private final Optional<CoordinatorWatch> watch;

    private ShownPool() {
        this.shown = WorkerPool.none();
        this.watch = Optional.empty();
    }

    private ShownPool(CliContext context, RunningCoordinator own, String reproduce) {
        closing.push(own::close);
        DashboardPool pool = opened(PoolSight.of(own.coordinator()), PoolFacts.Kind.OWN, own.url(), context);
        this.shown = pool;
        CoordinatorWatch begun = CoordinatorWatch.over(own.coordinator()::await, why -> {
            pool.end(why.failure().message());
            ErrorReport.print(context.console(), why.failure(), Optional.of(why), reproduce);
            context.console()
                    .say("the dashboard goes on without it; jobs are in its file, and go on with the next start");
        });
        closing.push(begun::close);
        this.watch = Optional.of(begun);
    }

    private ShownPool(CliContext context, JobPool elsewhere, String url) {
        closing.push(elsewhere::close);
        this.shown = opened(elsewhere, PoolFacts.Kind.ELSEWHERE, url, context);
        this.watch = Optional.empty();
    }

    private DashboardPool opened(PoolSight sight, PoolFacts.Kind kind, String url, CliContext context) {
        try {
            DashboardPool pool = DashboardPool.of(sight, kind, url, DashboardPool.Pace.USUAL, context.clock());
            closing.push(pool::close);
            return pool;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Opens what the options say: a coordinator within this process, a view of another one, or nothing.
     *
     * @param history the dashboard's, which times are predicted from
     * @param reproduce the command line
     */
    static ShownPool open(
            CliContext context, PoolViewOptions options, Config config, History history, String reproduce) {
        Optional<CoordinatorPlace> place = options.place(config, context.folder(), Path.of(config.get(Keys.STORE)));
        if (place.isPresent()) {
            RunningCoordinator own = RunningCoordinator.start(
                    context,
                    place.orElseThrow(),
                    options.options(),
                    config.get(Keys.SEED),
                    () -> KnownMachines.shipped().plus(history),
                    // What is printed may be a document of runs.
                    context.console()::say);
            context.console().say("the coordinator is reached at %s: %s".formatted(own.url(), own.where()));
            context.console()
                    .say(
                            "the server holds the history: a run that is sent from this folder needs a --store of its own");
            return new ShownPool(context, own, reproduce);
        }
        if (options.on().isPresent()) {
            JoinAddress address = JoinText.read(options.on().orElseThrow(), context.folder(), config);
            return new ShownPool(context, context.services().pool(address, context.console()::say), address.url());
        }
        return new ShownPool();
    }

    WorkerPool shown() {
        return shown;
    }

    /** How the server exits: as the coordinator within this process did where that ended by itself, or else as it would. */
    ExitCode exit(ExitCode usual) {
        return watch.map(coordinator -> coordinator.exit(usual)).orElse(usual);
    }

    @Override
    public void close() {
        while (!closing.isEmpty()) {
            closing.pop().run();
        }
    }
}
