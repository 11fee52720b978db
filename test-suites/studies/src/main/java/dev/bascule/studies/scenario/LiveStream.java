package dev.bascule.studies.scenario;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.run.Figure;
import dev.bascule.suites.suite.ScenarioKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sound in real time: the page plays it through its AudioWorklet, which cuts frames for the model; whether the model keeps
 * up, how late its answers are, and whether they are those that the same frames give without any hurry.
 *
 * @param seconds of sound
 */
record LiveStream(int seconds) implements Scenario {

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.STREAM;
    }

    @Override
    public ScenarioFinding play(ScenarioContext context) {
        return context.sound()
                .fold(
                        sound -> play(context, sound),
                        why -> ScenarioFinding.of(new ScenarioFailure(Verdict.UNSUPPORTED, why)));
    }

    private ScenarioFinding play(ScenarioContext context, StreamInput.Sound sound) {
        StreamRequest request = sound.request(Duration.ofSeconds(seconds));
        try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
            Optional<StreamReport> report =
                    scenarioRunner.fresh() ? stream(scenarioRunner, context, request) : Optional.empty();
            if (report.isPresent()) {
                return compared(scenarioRunner, context, sound, request, report.get());
            }
            ScenarioFailure trouble = scenarioRunner.trouble().orElseThrow();
            return trouble.verdict() == Verdict.UNSUPPORTED
                    ? rendered(context, sound, request, trouble)
                    : ScenarioFinding.of(trouble);
        }
    }

    /** Without a device to play on, the same frames through the same worklet as fast as the browser renders them. */
    private static ScenarioFinding rendered(
            ScenarioContext context, StreamInput.Sound sound, StreamRequest request, ScenarioFailure trouble) {
        try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
            StreamRequest offline = new StreamRequest(
                    request.audio(),
                    request.sampleRate(),
                    request.frameSamples(),
                    request.input(),
                    request.length(),
                    request.queueFrames(),
                    request.speed(),
                    true,
                    request.contextSamples());
            Optional<StreamReport> report =
                    scenarioRunner.fresh() ? stream(scenarioRunner, context, offline) : Optional.empty();
            if (report.isEmpty()) {
                return ScenarioFinding.of(trouble);
            }
            ScenarioFinding finding = compared(scenarioRunner, context, sound, offline, report.get());
            return new ScenarioFinding(
                    finding.trouble().or(() -> Optional.of(trouble)), finding.figures(), finding.notes());
        }
    }

    private static Optional<StreamReport> stream(
            ScenarioRunner scenarioRunner, ScenarioContext context, StreamRequest request) {
        Optional<ScenarioSession> scenarioSession =
                scenarioRunner.open(context.testCase(), context.place().backend());
        scenarioSession.ifPresent(open -> open.mustBeRight(context.reference()));
        Optional<StreamReport> report = scenarioSession.flatMap(open -> open.stream(request));
        scenarioSession.ifPresent(ScenarioSession::finish);
        return report;
    }

    /** The frames that were processed, again in a session of their own and without hurry. */
    private static ScenarioFinding compared(
            ScenarioRunner scenarioRunner,
            ScenarioContext context,
            StreamInput.Sound sound,
            StreamRequest request,
            StreamReport report) {
        List<Figure> figures = new ArrayList<>(StreamFigures.of(report, request));
        List<String> notes = new ArrayList<>(StreamFigures.notes(report, request));
        if (report.processed() == 0) {
            scenarioRunner.stumble(new ScenarioFailure(
                    Verdict.FAILED,
                    Failure.of(
                            ErrorCode.EXECUTION_FAILED, "no frame was processed, so there are no outputs to compare")));
            return new ScenarioFinding(scenarioRunner.trouble(), figures, notes);
        }
        StreamReplay replay = new StreamReplay(context.testCase(), sound, report);
        Optional<Outputs> calm = scenarioRunner
                .open(replay.testCase(), context.place().backend())
                .flatMap(scenarioSession -> scenarioSession.finish().map(closing -> scenarioSession.first()));
        calm.ifPresent(outputs -> {
            OutputChange change = OutputChange.between(
                    outputs, replay.streamed(), context.testCase().rounding());
            if (Double.isFinite(change.maxAbs())) {
                figures.add(Figure.single("greatest output change", "1", change.maxAbs()));
            }
            notes.add(
                    change.bitwise()
                            ? "outputs are bit for bit those of the same frames without hurry"
                            : "outputs differ from those of the same frames without hurry by up to %.3g"
                                    .formatted(change.maxAbs()));
            if (change.outside() > 0) {
                scenarioRunner.stumble(ScenarioFailure.wrong(
                        "streamed outputs are not those of the same frames without hurry: %d of %d values lie outside the tolerance"
                                .formatted(change.outside(), change.values())));
            }
        });
        return new ScenarioFinding(scenarioRunner.trouble(), figures, notes);
    }
}
