package dev.bascule.bridge.dashboard.view;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Page;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.comparison.training.TrainingComparer;
import dev.bascule.reports.comparison.training.TrainingComparisonDocument;
import dev.bascule.reports.history.TrainingHeading;
import dev.bascule.reports.training.TrainingRun;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Commands that trained, their curves, and two of them held against each other. Thread-safe. */
public final class TrainingRoutes {
    private static final int USUAL_POINTS = 400;
    private static final int MOST_POINTS = 2_000;

    private final WatchedHistory history;
    private final EntityTags tags;

    public TrainingRoutes(WatchedHistory history, EntityTags tags) {
        this.history = history;
        this.tags = tags;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/trainings", Access.READ, this::list),
                Route.get("/trainings/{id}", Access.READ, this::one),
                Route.get("/trainings/{id}/comparison", Access.READ, this::comparison));
    }

    /** @param trainings the newest first */
    record Trainings(List<Heading> trainings, Page page) {}

    /** A command in one line. */
    record Heading(
            String id,
            Instant at,
            String network,
            String data,
            String optimizer,
            List<String> backends,
            Map<Verdict, Integer> verdicts,
            Optional<TrainingHeading.Accuracies> accuracies,
            boolean imported) {
        static Heading of(TrainingHeading heading) {
            Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
            heading.verdicts().forEach(verdict -> verdicts.merge(verdict, 1, Integer::sum));
            return new Heading(
                    heading.command(),
                    heading.at(),
                    heading.network(),
                    heading.data(),
                    heading.optimizer(),
                    heading.backends(),
                    verdicts,
                    heading.accuracies(),
                    heading.imported());
        }
    }

    private void list(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context, "page", "size");
        Page.Wanted wanted = Page.wanted(context);
        Responses.tagged(context, tags.current(), () -> {
            List<TrainingHeading> all = history.trainings();
            return new Trainings(wanted.cut(all).stream().map(Heading::of).toList(), wanted.of(all.size()));
        });
    }

    private void one(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context, "points");
        int points = Parameters.number(context, "points", USUAL_POINTS, 2, MOST_POINTS);
        List<TrainingRun> runs = found(context.pathParam("id"));
        Responses.tagged(context, tags.current(), () -> TrainingAnswer.of(runs, points));
    }

    private void comparison(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context, "candidate", "target");
        OptionalDouble target = share(context);
        String id = context.pathParam("id");
        String other = Parameters.required(context, "candidate");
        if (id.equals(other)) {
            throw Problem.thrown(
                    ProblemType.BAD_REQUEST, "'candidate' is the same training: it shows nothing held against itself");
        }
        List<TrainingRun> baseline = found(id);
        List<TrainingRun> candidate = found(other);
        Responses.tagged(
                context,
                tags.current(),
                () -> TrainingComparisonDocument.of(
                        new TrainingComparer(ComparisonOptions.DEFAULT, target).of(baseline, candidate)));
    }

    private static OptionalDouble share(Context context) {
        Optional<String> said = Parameters.text(context, "target");
        try {
            OptionalDouble share =
                    said.stream().mapToDouble(Double::parseDouble).findFirst();
            if (share.orElse(1) > 0 && share.orElse(1) <= 1) {
                return share;
            }
        } catch (NumberFormatException noNumber) {
            // As one that is no share.
        }
        throw Problem.thrown(ProblemType.BAD_REQUEST, "'target' must be a share above 0 and up to 1");
    }

    private List<TrainingRun> found(String id) {
        List<TrainingRun> runs = history.training(id);
        if (runs.isEmpty()) {
            throw Problem.unknown(
                    "the history has no training '%s'".formatted(id), "GET /api/v1/trainings has the ids of all");
        }
        return runs;
    }
}
