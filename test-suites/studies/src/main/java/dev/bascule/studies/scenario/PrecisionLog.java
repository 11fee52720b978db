package dev.bascule.studies.scenario;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.run.Figure;
import dev.bascule.models.workload.Accuracy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a search for a precision measured and met with, candidate by candidate, and which of them is in. Belongs to one
 * thread.
 */
final class PrecisionLog {
    /** The model's own precision, which the others are held against. */
    static final String OWN = "own";

    private final double limit;
    private final long ownBytes;
    private final List<Figure> figures = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Fit> fits = new ArrayList<>();
    private boolean partial;

    /**
     * @param limit of an error relative to an output's greatest magnitude
     * @param ownBytes of the model's file as it is
     */
    PrecisionLog(double limit, long ownBytes) {
        this.limit = limit;
        this.ownBytes = ownBytes;
    }

    /** One that is in: its name, and how fast it is. */
    private record Fit(String name, Ratio ratio) {}

    void note(String text) {
        notes.add(text);
    }

    void modelFile(String name, long bytes) {
        figures.add(Figure.single("model file: " + name, "bytes", (double) bytes));
    }

    void placed(String name, SessionPlacement where) {
        partial |= where.isPartial();
        notes.add("%s: %s".formatted(name, where.words()));
    }

    void unstable(String name, ScenarioSession scenarioSession) {
        if (!scenarioSession.isStable()) {
            notes.add("%s: not stable when its warm-up ended: its samples may hold some of it".formatted(name));
        }
    }

    void trouble(String name, ScenarioRunner scenarioRunner) {
        boolean unsupported = scenarioRunner
                .trouble()
                .filter(why -> why.verdict() == Verdict.UNSUPPORTED)
                .isPresent();
        notes.add("%s: rejected, %s: %s"
                .formatted(
                        name,
                        unsupported ? "unsupported by the backend" : "it did not run to its end",
                        scenarioRunner
                                .trouble()
                                .map(why -> why.failure().code() + ": "
                                        + why.failure().message())
                                .orElse("too quick for the clock, no ratio")));
    }

    /**
     * One that ran to its end where it was asked to.
     *
     * @param doubt why it may not have computed in its precision; empty where something shows that it did
     */
    void compared(
            String name,
            Accuracy accuracy,
            InterleavedTiming timing,
            ComputedPrecision computed,
            Optional<String> doubt) {
        figures.add(Figure.single("Cast nodes run: " + name, "1", (double) computed.casts()));
        if (figures.stream().noneMatch(figure -> figure.name().equals("latency: " + OWN))) {
            figures.add(InterleavedTiming.latency("latency: " + OWN, timing.other()));
            modelFile(OWN, ownBytes);
        }
        figures.add(InterleavedTiming.latency("latency: " + name, timing.own()));
        figures.add(timing.ratioFigure("ratio: " + name));
        figures.add(Figure.single("error: " + name, "1", accuracy.error()));
        figures.add(Figure.single("cosine: " + name, "1", accuracy.cosine()));
        if (accuracy.rows() > 0) {
            figures.add(Figure.single("top-1 agreement: " + name, "1", (double) accuracy.top1() / accuracy.rows()));
        }
        if (!accuracy.within(limit)) {
            notes.add("%s: rejected, %s".formatted(name, accuracy.complaint(limit)));
        } else if (timing.ratio().ci95().filter(ends -> ends.high() < 1).isEmpty()) {
            notes.add("%s: rejected, not surely faster: %.3g times as long as the model's own"
                            .formatted(name, timing.ratio().value())
                    + timing.ratio()
                            .ci95()
                            .map(ends -> " (%.3g to %.3g)".formatted(ends.low(), ends.high()))
                            .orElse(""));
        } else if (doubt.isPresent()) {
            notes.add("%s: rejected, nothing shows that it computed in it: %s".formatted(name, doubt.get()));
        } else {
            fits.add(new Fit(name, timing.ratio()));
        }
    }

    /** The fastest of those that are in, or the model's own. */
    void choose() {
        Fit best = null;
        for (Fit fit : fits) {
            if (best == null || fit.ratio().value() < best.ratio().value()) {
                best = fit;
            }
        }
        for (Fit fit : fits) {
            if (!fit.equals(best)) {
                notes.add("%s: rejected, slower than %s".formatted(fit.name(), best == null ? "" : best.name()));
            }
        }
        notes.add(
                0,
                best == null
                        ? "chosen: the model's own precision, for no other is both right enough and surely faster"
                        : "chosen: %s, %.3g times as long as the model's own"
                                .formatted(best.name(), best.ratio().value()));
    }

    void chooseNothing() {
        notes.add(0, "nothing is chosen: the search did not come to its end");
    }

    ScenarioFinding finding(Optional<ScenarioFailure> trouble) {
        return new ScenarioFinding(trouble, figures, notes, partial);
    }
}
