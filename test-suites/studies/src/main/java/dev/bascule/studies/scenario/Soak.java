package dev.bascule.studies.scenario;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.Block;
import dev.bascule.fallback.runner.SessionEnd;
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
        try (ScenarioRunner stage = context.stage()) {
            if (stage.fresh()) {
                SoakMeter meter = SoakMeter.start(stage);
                while (log.cycles() < cycles && stage.isSound()) {
                    cycle(stage, context, meter, log);
                }
                if (stage.isSound()) {
                    meter.peaks().ifPresent(log::peaks);
                }
                notes.addAll(meter.notes());
            }
            notes.addAll(log.notes());
            Optional<ScenarioFailure> trouble =
                    stage.trouble().map(what -> what.during("cycle %d of %d".formatted(log.cycles() + 1, cycles)));
            return new ScenarioFinding(trouble, log.figures(), notes);
        }
    }

    private static void cycle(ScenarioRunner stage, ScenarioContext context, SoakMeter meter, SoakLog log) {
        Optional<ScenarioSession> opened =
                stage.open(context.testCase(), context.place().backend());
        opened.ifPresent(scene -> scene.mustBeRight(context.reference()));
        Optional<Samples> warm = opened.flatMap(scene -> scene.run(ITERATIONS)).map(Block::samples);
        Optional<SessionEnd> closing = opened.flatMap(ScenarioSession::finish);
        // Of a runner that broke at the end there is no memory left to read.
        if (warm.isPresent() && closing.isPresent() && stage.isSound()) {
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
