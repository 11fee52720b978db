package dev.bascule.reports.document;

import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.run.SoundClip;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.document.RunDocument.FigurePart;
import dev.bascule.reports.document.RunDocument.ScenarioPart;
import dev.bascule.reports.document.RunDocument.SoundPart;
import java.util.List;

/** Makes the document's part of a scenario, and a scenario of its part. Stateless. */
final class ScenarioParts {
    private ScenarioParts() {}

    /**
     * @param target the document's name for where it was
     */
    static ScenarioPart part(ScenarioRun run, String target) {
        return new ScenarioPart(
                run.scenario(),
                run.caseId().toString(),
                run.modelName(),
                target,
                run.verdict(),
                run.failure().map(AttemptWriter::error),
                run.observed().figures().stream().map(ScenarioParts::part).toList(),
                run.observed().notes(),
                run.observed().sounds().stream()
                        .map(clip -> new SoundPart(clip.name(), clip.wav()))
                        .toList(),
                run.span().startedAt(),
                AttemptWriter.millis(run.span().elapsed()),
                run.reproduce());
    }

    private static FigurePart part(Figure figure) {
        return new FigurePart(
                figure.name(),
                figure.unit(),
                figure.samples(),
                figure.value(),
                figure.interval().map(ends -> List.of(ends.low(), ends.high())),
                Reasons.of(figure));
    }

    static ScenarioRun run(ScenarioPart part, Target target) {
        return new ScenarioRun(
                part.scenario(),
                CaseId.parse(part.caseId()),
                part.model(),
                target,
                part.verdict(),
                part.failure().map(AttemptParser::failure),
                new ScenarioRun.Observed(
                        part.figures().stream().map(ScenarioParts::figure).toList(),
                        part.notes(),
                        part.sounds().stream()
                                .map(sound -> new SoundClip(sound.name(), sound.wav()))
                                .toList()),
                new Span(part.startedAt(), AttemptParser.duration(part.elapsedMs())),
                part.reproduce());
    }

    private static Figure figure(FigurePart part) {
        return new Figure(
                part.name(),
                part.unit(),
                part.samples(),
                part.value(),
                part.interval().map(ends -> new Interval(ends.get(0), ends.get(1))));
    }
}
