package dev.bascule.bridge.dashboard.queue;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.AuditDetails;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Page;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.bridge.dashboard.queue.PoolFacts.JobStanding;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Outlook;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolJob;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolRun;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Standing;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Worker;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Workers and the queue, as far as the coordinator tells. Thread-safe. */
public final class PoolRoutes {
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

    private final WorkerPool pool;

    public PoolRoutes(WorkerPool pool) {
        this.pool = pool;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/workers", Access.READ, this::workers),
                Route.get("/queue", Access.READ, this::runs),
                Route.get("/queue/{run}", Access.READ, this::jobs),
                Route.get("/queue/{run}/jobs/{number}", Access.READ, this::job),
                Route.delete("/queue/{run}", Access.CHANGE, this::cancel));
    }

    record Workers(Standing pool, List<Worker> workers) {}

    /** @param total of all runs; the newest are told */
    record Queue(Standing pool, List<PoolRun> runs, int total) {}

    record Jobs(Standing pool, PoolRun run, List<PoolJob> jobs, Page page) {}

    /** @param outlook of one that waits */
    record JobDetail(Standing pool, PoolJob job, Optional<Outlook> outlook) {}

    private void workers(Context context, Caller caller) {
        Parameters.knowOnly(context);
        Responses.json(context, new Workers(pool.standing(), pool.workers()));
    }

    private void runs(Context context, Caller caller) {
        Parameters.knowOnly(context);
        WorkerPool.Runs runs = pool.runs();
        Responses.json(context, new Queue(pool.standing(), runs.newest(), runs.total()));
    }

    private void jobs(Context context, Caller caller) {
        Parameters.knowOnly(context, "state", "page", "size");
        List<JobStanding> states = Parameters.constants(context, "state", JobStanding.class);
        Page.Wanted wanted = Page.wanted(context);
        PoolRun run = run(context);
        WorkerPool.Part part = pool.jobs(run.run(), Set.copyOf(states), wanted.offset(), wanted.size());
        Responses.json(context, new Jobs(pool.standing(), run, part.jobs(), wanted.of(part.total())));
    }

    private void job(Context context, Caller caller) {
        Parameters.knowOnly(context);
        PoolRun run = run(context);
        String number = context.pathParam("number");
        PoolJob job = Optional.of(number)
                .filter(NUMBER.asMatchPredicate())
                .flatMap(text -> pool.job(run.run(), Integer.parseInt(text)))
                .orElseThrow(() -> Problem.unknown(
                        "the run %s has no job %s".formatted(run.run(), number),
                        "GET /api/v1/queue/{run} has its jobs"));
        Responses.json(context, new JobDetail(pool.standing(), job, pool.outlook(job)));
    }

    private void cancel(Context context, Caller caller) {
        AuditDetails.subject(context, context.pathParam("run"));
        pool.cancel(run(context).run());
        context.status(202);
    }

    private PoolRun run(Context context) {
        String id = context.pathParam("run");
        return pool.run(id)
                .orElseThrow(() -> Problem.unknown(
                        "the pool shows no run '%s'".formatted(id), "GET /api/v1/queue has those that it shows"));
    }
}
