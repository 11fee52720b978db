package dev.bascule.bridge.dashboard.view;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Page;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.reports.history.QuantizationHeading;
import dev.bascule.reports.quantization.QuantizationRun;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Commands that made models smaller, and what each is worth where. Thread-safe. */
public final class QuantizationRoutes {
    private final WatchedHistory history;
    private final EntityTags tags;

    public QuantizationRoutes(WatchedHistory history, EntityTags tags) {
        this.history = history;
        this.tags = tags;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/quantizations", Access.READ, this::list),
                Route.get("/quantizations/{id}", Access.READ, this::one));
    }

    /** @param quantizations the newest first */
    record Quantizations(List<Heading> quantizations, Page page) {}

    /** A command in one line. */
    record Heading(
            String id,
            Instant at,
            String model,
            String data,
            int made,
            List<QuantizationHeading.Target> targets,
            boolean interrupted,
            boolean imported) {
        static Heading of(QuantizationHeading heading) {
            return new Heading(
                    heading.command(),
                    heading.at(),
                    heading.model(),
                    heading.data(),
                    heading.made(),
                    heading.targets(),
                    heading.interrupted(),
                    heading.imported());
        }
    }

    private void list(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context, "page", "size");
        Page.Wanted wanted = Page.wanted(context);
        Responses.tagged(context, tags.current(), () -> {
            List<QuantizationHeading> all = history.quantizations();
            return new Quantizations(wanted.cut(all).stream().map(Heading::of).toList(), wanted.of(all.size()));
        });
    }

    private void one(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context);
        String id = context.pathParam("id");
        QuantizationRun run = history.quantization(id)
                .orElseThrow(() -> Problem.unknown(
                        "the history has no quantisation '%s'".formatted(id),
                        "GET /api/v1/quantizations has the ids of all"));
        Responses.tagged(context, tags.current(), () -> QuantizationAnswer.of(run));
    }
}
