package dev.bascule.bridge.dashboard.schedule;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.AuditDetails;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import io.javalin.http.Context;
import java.util.List;

/** Making, changing and deleting schedules. Thread-safe. */
public final class ScheduleRoutes {
    private final ScheduleBook book;

    public ScheduleRoutes(ScheduleBook book) {
        this.book = book;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(
                        "/schedules",
                        Access.READ,
                        (context, caller) -> Responses.json(context, new Schedules(book.states()))),
                Route.post("/schedules", Access.CHANGE, this::add),
                Route.get(
                        "/schedules/{id}",
                        Access.READ,
                        (context, caller) -> Responses.json(context, book.state(context.pathParam("id")))),
                Route.patch("/schedules/{id}", Access.CHANGE, this::change),
                Route.delete("/schedules/{id}", Access.CHANGE, this::delete));
    }

    /** @param schedules those of the command line first, each in the order in which they came */
    record Schedules(List<Scheduler.State> schedules) {}

    private void add(Context context, Caller caller) {
        Scheduler.State made = book.add(Parameters.body(context, ScheduleBook.ScheduleRequest.class), caller.name());
        audit(context, made);
        context.status(201).header("Location", Route.API + "/schedules/" + made.id());
        Responses.json(context, made);
    }

    private void change(Context context, Caller caller) {
        AuditDetails.subject(context, context.pathParam("id"));
        Scheduler.State changed =
                book.change(context.pathParam("id"), Parameters.body(context, ScheduleBook.Change.class));
        audit(context, changed);
        Responses.json(context, changed);
    }

    private static void audit(Context context, Scheduler.State state) {
        AuditDetails.subject(
                context,
                "%s: %s%s %s"
                        .formatted(
                                state.id(),
                                state.paused() ? "paused, " : "",
                                state.cron(),
                                String.join(" ", state.what())));
    }

    private void delete(Context context, Caller caller) {
        AuditDetails.subject(context, context.pathParam("id"));
        book.delete(context.pathParam("id"));
        context.status(204);
    }
}
