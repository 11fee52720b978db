package dev.bascule.studies.scenario;

import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.suites.suite.ScenarioKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Creates, runs and releases one model over and over in one page, and reads the memory after each release: whether it
 * grows, and whether inferences slow down. The first cycles, in which everything is loaded for the first time, count as
 * warm-up: their samples are kept, but not in the growth.
 *
 * @param cycles how many
 */
record Soak(int cycles) implements Scenario {
    private static final int ITERATIONS = 5;
    private static final int WARM_UP_AT_MOST = 5;

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.SOAK;
    }

    /** Cycles that count as warm-up: a fifth, five at most. */
    static int warmUp(int cycles) {
        return Math.min(WARM_UP_AT_MOST, cycles / 5);
    }

    @Override
    public ScenarioFinding play(ScenarioContext context) {
        SoakLog log = new SoakLog(warmUp(cycles));
        List<String> notes = new ArrayList<>();
        try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
            if (scenarioRunner.fresh()) {
                SoakMeter meter = SoakMeter.start(scenarioRunner);
                while (log.cycles() < cycles && scenarioRunner.isSound()) {
                    cycle(scenarioRunner, context, meter, log);
                }
                if (scenarioRunner.isSound()) {
                    meter.peaks().ifPresent(log::peaks);
                }
                notes.addAll(meter.notes());
            }
            notes.addAll(log.notes());
            Optional<ScenarioFailure> trouble = scenarioRunner
                    .trouble()
                    .map(what -> what.during("cycle %d of %d".formatted(log.cycles() + 1, cycles)));
            return new ScenarioFinding(trouble, log.figures(), notes);
        }
    }

    private static void cycle(ScenarioRunner scenarioRunner, ScenarioContext context, SoakMeter meter, SoakLog log) {
        Optional<ScenarioSession> opened =
                scenarioRunner.open(context.testCase(), context.place().backend());
        opened.ifPresent(scenarioSession -> scenarioSession.mustBeRight(context.reference()));
        Optional<Samples> warm = opened.flatMap(scenarioSession -> scenarioSession.run(ITERATIONS))
                .map(Block::samples);
        Optional<SessionEnd> closing = opened.flatMap(ScenarioSession::finish);
        // Of a runner that broke at the end there is no memory left to read.
        if (warm.isPresent() && closing.isPresent() && scenarioRunner.isSound()) {
            log.add(
                    closing.get().phases().create().map(Soak::millis),
                    closing.get().phases().first().map(Soak::millis),
                    warm.get().median(),
                    meter.read(closing.get()));
        }
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }
}
