package dev.bascule.prediction.held;

import dev.bascule.prediction.data.CannotRun;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.Medians;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.held.HeldReport.Coverage;
import dev.bascule.prediction.held.HeldReport.Group;
import dev.bascule.prediction.held.HeldReport.Row;
import dev.bascule.prediction.interval.ShareLimits;
import dev.bascule.reports.history.MadePrediction;
import dev.bascule.reports.history.TimedAttempt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Holds what was predicted against what was measured afterwards, with the same inputs on the same target and threads. The first
 * session after a prediction counts, and of several predictions before it the last: each prediction is held once at most, and each
 * session holds one. Who measures chooses what, so that these are no drawn sample; and predictions of one session share what the
 * machine did then. What was imported from other histories is held apart: whoever wrote it may have known what was measured. Stateless.
 */
public final class HeldPredictions {
    private static final double LIMITS = 0.95;
    private static final Comparator<HeldPrediction> NEWEST_FIRST =
            Comparator.comparing((HeldPrediction one) -> one.prediction().at()).reversed();

    private HeldPredictions() {}

    private record Place(String sha256, String inputs, TargetKey target) {}

    /** What was to be held: predictions of one figure, or of intervals of one level, do not replace those of another. */
    private record Line(Place place, MadePrediction.Figure figure, double level) {}

    /**
     * Of a history.
     *
     * @param predictions the oldest first
     * @param attempts in any order
     */
    public static HeldReport of(List<MadePrediction> predictions, List<TimedAttempt> attempts) {
        Map<Place, List<TimedAttempt>> sessions = new HashMap<>();
        attempts.stream()
                .filter(HistoryData::isUsual)
                .filter(attempt -> HistoryData.observed(attempt).isPresent() || CannotRun.isEnd(attempt.outcome()))
                .sorted(Comparator.comparing(attempt -> attempt.origin().startedAt()))
                .forEach(attempt -> sessions.computeIfAbsent(place(attempt), any -> new ArrayList<>())
                        .add(attempt));
        List<MadePrediction> own =
                predictions.stream().filter(one -> !one.imported()).toList();
        List<MadePrediction> imported =
                predictions.stream().filter(MadePrediction::imported).toList();
        Tally tally = tally(own, sessions);
        List<Row> rows = new ArrayList<>(rows(tally.held));
        ofFigures(tally(imported, sessions).held)
                .forEach((words, those) -> rows.add(row(Group.IMPORTED, Group.IMPORTED.words() + words, those, NEVER)));
        return new HeldReport(
                own.size(),
                tally.held.size(),
                tally.failed,
                tally.open,
                tally.replaced,
                imported.size(),
                rows,
                tally.held.stream().sorted(NEWEST_FIRST).toList());
    }

    private static Tally tally(List<MadePrediction> predictions, Map<Place, List<TimedAttempt>> sessions) {
        Map<Line, List<MadePrediction>> lines = new LinkedHashMap<>();
        predictions.forEach(one ->
                lines.computeIfAbsent(line(one), any -> new ArrayList<>()).add(one));
        Tally tally = new Tally();
        lines.forEach((line, made) -> hold(made, sessions.getOrDefault(line.place(), List.of()), tally));
        return tally;
    }

    /** What came of the predictions so far. */
    private static final class Tally {
        private final List<HeldPrediction> held = new ArrayList<>();
        private int failed;
        private int open;
        private int replaced;
    }

    private static Place place(TimedAttempt attempt) {
        return new Place(attempt.subject().sha256(), attempt.subject().inputs(), HistoryData.target(attempt));
    }

    private static Line line(MadePrediction made) {
        return new Line(
                new Place(
                        made.subject().sha256(),
                        made.subject().inputs(),
                        new TargetKey(
                                made.place().machine(),
                                made.place().target(),
                                made.place().threads())),
                made.figure(),
                made.bounds().map(MadePrediction.Bounds::level).orElse(0.0));
    }

    private static void hold(List<MadePrediction> made, List<TimedAttempt> sessions, Tally tally) {
        for (int i = 0; i < made.size(); i++) {
            MadePrediction prediction = made.get(i);
            Optional<MadePrediction> next = i + 1 < made.size() ? Optional.of(made.get(i + 1)) : Optional.empty();
            Optional<TimedAttempt> first = sessions.stream()
                    .filter(attempt -> !attempt.origin().startedAt().isBefore(prediction.at()))
                    .findFirst();
            if (first.isEmpty()) {
                if (next.isPresent()) {
                    tally.replaced++;
                } else {
                    tally.open++;
                }
            } else if (next.filter(later -> !first.get().origin().startedAt().isBefore(later.at()))
                    .isPresent()) {
                tally.replaced++;
            } else {
                Optional<Observation> observed = HistoryData.observed(first.get());
                OptionalDouble millis =
                        observed.map(one -> truth(one, prediction.figure())).orElse(OptionalDouble.empty());
                if (millis.isPresent()) {
                    tally.held.add(new HeldPrediction(prediction, millis.getAsDouble()));
                } else if (observed.isPresent()) {
                    tally.open++;
                } else {
                    tally.failed++;
                }
            }
        }
    }

    /** Of its own figure; empty of a minimum that a clock was too coarse for. */
    private static OptionalDouble truth(Observation observed, MadePrediction.Figure figure) {
        return switch (figure) {
            case MEDIAN -> OptionalDouble.of(observed.millis());
            case MINIMUM -> observed.minimum();
        };
    }

    /** A part of those of one figure: a session that holds a median and a minimum is no two trials of anything. */
    private record Part(Group group, String name, List<HeldPrediction> held) {}

    private static List<Row> rows(List<HeldPrediction> held) {
        List<Part> parts = new ArrayList<>();
        ofFigures(held).forEach((words, those) -> {
            parts.add(new Part(Group.ALL, Group.ALL.words() + words, those));
            parts.addAll(
                    parts(Group.REGIME, those, one -> one.prediction().basis().regime() + words));
            parts.addAll(
                    parts(Group.LEVEL, those, one -> one.prediction().basis().level() + words));
            parts.addAll(parts(Group.TARGET, those, one -> target(one) + words));
        });
        int told = parts.stream().mapToInt(part -> byLevel(part.held()).size()).sum();
        return parts.stream()
                .map(part -> row(part.group(), part.name(), part.held(), rings(Math.max(1, told))))
                .toList();
    }

    /** By what is added to the names of rows: nothing for medians. */
    private static Map<String, List<HeldPrediction>> ofFigures(List<HeldPrediction> held) {
        return by(
                held,
                one -> one.prediction().figure() == MadePrediction.Figure.MEDIAN
                        ? ""
                        : ", " + one.prediction().figure().words());
    }

    private static List<Part> parts(Group group, List<HeldPrediction> held, Function<HeldPrediction, String> name) {
        return by(held, name).entrySet().stream()
                .map(part -> new Part(group, part.getKey(), part.getValue()))
                .toList();
    }

    private static String target(HeldPrediction one) {
        MadePrediction.Place place = one.prediction().place();
        return new TargetKey(place.machine(), place.target(), place.threads()).toString();
    }

    private static Map<String, List<HeldPrediction>> by(
            List<HeldPrediction> held, Function<HeldPrediction, String> name) {
        Map<String, List<HeldPrediction>> parts = new TreeMap<>();
        held.forEach(one ->
                parts.computeIfAbsent(name.apply(one), any -> new ArrayList<>()).add(one));
        return parts;
    }

    private static Map<Double, List<HeldPrediction>> byLevel(List<HeldPrediction> part) {
        Map<Double, List<HeldPrediction>> levels = new TreeMap<>();
        part.stream()
                .filter(HeldPrediction::hasInterval)
                .forEach(one -> levels.computeIfAbsent(
                                one.prediction()
                                        .bounds()
                                        .map(MadePrediction.Bounds::level)
                                        .orElseThrow(),
                                any -> new ArrayList<>())
                        .add(one));
        return levels;
    }

    /** Whether so few hits of so many at a level are beyond chance. */
    private interface Alarm {
        boolean rings(int hits, int of, double level);
    }

    private static final Alarm NEVER = (hits, of, level) -> false;

    /** @param told rows by level that may ring: the more, the surer each must be (Bonferroni) */
    private static Alarm rings(int told) {
        return (hits, of, level) ->
                ShareLimits.of(hits, of, 1 - (1 - LIMITS) / told).high() < level;
    }

    private static Row row(Group group, String name, List<HeldPrediction> part, Alarm alarm) {
        List<Coverage> coverage = new ArrayList<>();
        byLevel(part).forEach((level, those) -> {
            int hits = (int) those.stream().filter(HeldPrediction::isWithin).count();
            coverage.add(new Coverage(
                    level, ShareLimits.of(hits, those.size(), LIMITS), alarm.rings(hits, those.size(), level)));
        });
        return new Row(
                group,
                name,
                part.size(),
                Medians.of(part.stream().mapToDouble(HeldPrediction::error).toArray()),
                coverage);
    }
}
