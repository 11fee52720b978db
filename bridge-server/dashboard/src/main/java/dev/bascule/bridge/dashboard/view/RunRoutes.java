package dev.bascule.bridge.dashboard.view;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Page;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.export.Reporter;
import dev.bascule.reports.export.Reporters;
import dev.bascule.reports.history.RunHeading;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The runs and their reports. Thread-safe. */
public final class RunRoutes {
    /** The file type in a path, the reporter that makes it, and what it is. */
    private enum Report {
        HTML("html", "html", "text/html; charset=utf-8"),
        MD("md", "md", "text/markdown; charset=utf-8"),
        CSV("csv", "csv", "text/csv; charset=utf-8"),
        XML("xml", "junit", "application/xml; charset=utf-8"),
        JSON("json", "json", "application/json");

        private final String type;
        private final String reporter;
        private final String mediaType;

        Report(String type, String reporter, String mediaType) {
            this.type = type;
            this.reporter = reporter;
            this.mediaType = mediaType;
        }
    }

    private final WatchedHistory history;
    private final RunIndex index;
    private final EntityTags tags;

    public RunRoutes(WatchedHistory history, RunIndex index, EntityTags tags) {
        this.history = history;
        this.index = index;
        this.tags = tags;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/runs", Access.READ, this::list),
                Route.get("/runs/{id}", Access.READ, this::one),
                Route.get("/runs/{id}/report.{type}", Access.READ, this::report));
    }

    /** @param runs the newest first */
    record Runs(List<RunAnswer> runs, Page page) {}

    private void list(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context, "suite", "machine", "since", "page", "size");
        Page.Wanted wanted = Page.wanted(context);
        Optional<String> machine = Parameters.text(context, "machine");
        Optional<String> suite = Parameters.text(context, "suite");
        Optional<Instant> since = Parameters.instant(context, "since");
        Responses.tagged(context, tags.current(), () -> {
            List<RunHeading> runs = index.all().stream()
                    .filter(run -> suite.map(run.suite()::equals).orElse(true))
                    .filter(run ->
                            since.map(first -> !run.startedAt().isBefore(first)).orElse(true))
                    .filter(run -> machine.map(run.machineFingerprint()::equals).orElse(true))
                    .toList();
            return new Runs(wanted.cut(runs).stream().map(RunAnswer::of).toList(), wanted.of(runs.size()));
        });
    }

    private void one(Context context, Caller caller) {
        RunRecord run = found(context.pathParam("id"));
        if (!Responses.unchanged(context, tags.of(run.id()))) {
            context.contentType("application/json").result(RunDocuments.json(run));
        }
    }

    private void report(Context context, Caller caller) {
        String type = context.pathParam("type");
        for (Report report : Report.values()) {
            if (report.type.equals(type)) {
                send(context, found(context.pathParam("id")), report);
                return;
            }
        }
        throw Problem.thrown(
                ProblemType.NOT_FOUND, "there is no report.%s; there are html, md, csv, xml, json".formatted(type));
    }

    private void send(Context context, RunRecord run, Report report) {
        Reporter reporter = Reporters.find(report.reporter)
                .orElseThrow(() -> new IllegalStateException("no reporter " + report.reporter));
        // Not tagged: another build makes another page of the same run.
        context.header("Cache-Control", "no-store")
                .contentType(report.mediaType)
                .result(reporter.render(run));
        if (Parameters.text(context, "download").isPresent()) {
            context.header("Content-Disposition", "attachment; filename=\"%s.%s\"".formatted(run.id(), report.type));
        }
    }

    private RunRecord found(String id) {
        return history.find(id)
                .filter(run -> run.id().equals(id))
                .orElseThrow(() -> Problem.unknown(
                        "the history has no run '%s'".formatted(id), "GET /api/v1/runs has the ids of all runs"));
    }
}
