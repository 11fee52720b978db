package dev.bascule.bridge.dashboard.job;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.AuditDetails;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Starting, watching and stopping runs. Thread-safe. */
public final class JobRoutes {
    private final CachedCatalog catalog;
    private final JobQueue queue;
    private final EventStreams streams;
    private final Function<Context, BooleanSupplier> allowed;

    /** @param allowed gives for a request what to ask whether its client may still follow */
    public JobRoutes(
            RunStarter starter,
            JobQueue queue,
            EventStreams streams,
            Function<Context, BooleanSupplier> allowed,
            Clock clock) {
        this.catalog = new CachedCatalog(starter::catalog, queue::isMachineBusy, clock);
        this.queue = queue;
        this.streams = streams;
        this.allowed = allowed;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/catalog", Access.READ, (context, caller) -> Responses.json(context, catalog.get())),
                Route.get("/jobs", Access.READ, (context, caller) -> Responses.json(context, new Jobs(queue.all()))),
                Route.post("/jobs", Access.CHANGE, this::start),
                Route.post("/jobs/check", Access.CHANGE, this::check),
                Route.get("/jobs/{id}", Access.READ, this::one),
                Route.delete("/jobs/{id}", Access.CHANGE, this::cancel),
                Route.get("/events", Access.READ, this::events));
    }

    /** @param jobs the newest first */
    record Jobs(List<JobSnapshot> jobs) {}

    private void start(Context context, Caller caller) {
        JobSnapshot job = queue.add(Parameters.body(context, JobRequest.class), caller.name());
        AuditDetails.subject(context, job.id() + ": " + job.command());
        context.status(202).header("Location", Route.API + "/jobs/" + job.id());
        Responses.json(context, job);
    }

    private void check(Context context, Caller caller) {
        // The page asks with every letter that is typed: the log would be full of it.
        AuditDetails.harmless(context);
        Responses.json(context, queue.check(Parameters.body(context, JobRequest.class)));
    }

    private void one(Context context, Caller caller) {
        Responses.json(context, queue.find(context.pathParam("id")));
    }

    private void cancel(Context context, Caller caller) {
        AuditDetails.subject(context, context.pathParam("id"));
        context.status(202);
        Responses.json(context, queue.cancel(context.pathParam("id")));
    }

    private void events(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context, "after");
        Optional<Long> after = Optional.ofNullable(context.header("Last-Event-ID"))
                .filter(id -> !id.isBlank())
                .or(() -> Parameters.text(context, "after"))
                .map(JobRoutes::eventId);
        streams.open(context, after, allowed.apply(context));
    }

    private static long eventId(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw Problem.thrown(ProblemType.BAD_REQUEST, "'%s' is no event's id".formatted(text));
        }
    }
}
