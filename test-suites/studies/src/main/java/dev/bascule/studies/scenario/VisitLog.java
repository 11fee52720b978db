package dev.bascule.studies.scenario;

import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Figure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The phases of visits of one kind, in the order in which they were made. Belongs to one thread. */
final class VisitLog {
    /** A fact of the page: milliseconds to load the engine; 0 where it was loaded already. */
    private static final String ENGINE_LOAD = "engineLoadMs";

    private final String name;
    private final List<Double> fetch = new ArrayList<>();
    private final List<Double> engine = new ArrayList<>();
    private final List<Double> create = new ArrayList<>();
    private final List<Double> first = new ArrayList<>();

    VisitLog(String name) {
        this.name = name;
    }

    void add(SessionEnd closing) {
        Phases phases = closing.phases();
        phases.fetch().ifPresent(time -> fetch.add(millis(time)));
        closing.evidence().flatMap(VisitLog::engineLoad).ifPresent(engine::add);
        phases.create().ifPresent(time -> create.add(millis(time)));
        phases.first().ifPresent(time -> first.add(millis(time)));
    }

    private static Optional<Double> engineLoad(RawEvidence evidence) {
        try {
            return Optional.ofNullable(evidence.environment().get(ENGINE_LOAD))
                    .map(Double::parseDouble)
                    .filter(millis -> millis >= 0);
        } catch (NumberFormatException notATime) {
            return Optional.empty();
        }
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }

    /** Fetch, engine start, create and first inference, as far as they were seen. */
    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        addTo(figures, "create", create);
        addTo(figures, "first inference", first);
        addTo(figures, "engine start", engine);
        addTo(figures, "fetch", fetch);
        return figures;
    }

    private void addTo(List<Figure> figures, String phase, List<Double> samples) {
        if (!samples.isEmpty()) {
            figures.add(Figure.ofTimes(
                    name + ": " + phase,
                    Samples.ofMillis(
                            samples.stream().mapToDouble(Double::doubleValue).toArray())));
        }
    }
}
