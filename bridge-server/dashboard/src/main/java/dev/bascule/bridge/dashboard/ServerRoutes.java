package dev.bascule.bridge.dashboard;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.reports.change.SeriesDocument;
import dev.bascule.reports.comparison.ComparisonDocument;
import dev.bascule.reports.comparison.training.TrainingComparisonDocument;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.rating.ScoreDocument;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/** What the server tells of itself. Thread-safe. */
final class ServerRoutes {
    private static final String OPEN_API = "openapi.json";
    private static final Map<String, Supplier<String>> SCHEMAS = Map.of(
            "run-v1.json", RunDocuments::schema,
            "comparison-v1.json", ComparisonDocument::schema,
            "training-comparison-v1.json", TrainingComparisonDocument::schema,
            "series-v1.json", SeriesDocument::schema,
            "scores-v1.json", ScoreDocument::schema);

    private final Supplier<?> health;
    private final String build;

    /** @param build sets this server's files apart from those of any other */
    ServerRoutes(Supplier<?> health, String build) {
        this.health = health;
        this.build = build;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/health", Access.OPEN, (context, caller) -> Responses.json(context, health.get())),
                Route.get("/openapi.json", Access.OPEN, this::openApi),
                Route.get("/schemas/{name}", Access.OPEN, this::schema));
    }

    private void openApi(Context context, Caller caller) {
        send(context, openApi());
    }

    private void schema(Context context, Caller caller) {
        String name = context.pathParam("name");
        send(
                context,
                Optional.ofNullable(SCHEMAS.get(name))
                        .orElseThrow(() -> Problem.thrown(
                                ProblemType.NOT_FOUND,
                                "there is no schema '%s'; there are %s"
                                        .formatted(name, new TreeSet<>(SCHEMAS.keySet()))))
                        .get());
    }

    private void send(Context context, String text) {
        if (!Responses.unchanged(context, build)) {
            context.contentType("application/json").result(text);
        }
    }

    /** The file that describes the API. */
    static String openApi() {
        try (InputStream in = ServerRoutes.class.getResourceAsStream(OPEN_API)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks its resource " + OPEN_API);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
