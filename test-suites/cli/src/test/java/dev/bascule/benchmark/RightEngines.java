package dev.bascule.benchmark;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Reply;
import dev.bascule.models.source.ResolvedModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Engines that are taken for right, in processes of their own. Belongs to one thread. */
final class RightEngines {
    private final RunnerSource natives;
    private final Duration limit;
    private int jobs;

    RightEngines(RunnerSource natives, Duration limit) {
        this.natives = natives;
        this.limit = limit;
    }

    /** An engine, and how it takes a model. */
    private record Engine(String name, Backend backend, SessionSettings settings) {}

    /** Another order of sums each, and another rewriting of the graph. */
    private static List<Engine> all() {
        SessionSettings usual = SessionSettings.defaults().withEvidence(false);
        return List.of(
                new Engine("native CPU", Backends.NATIVE_CPU, usual),
                new Engine("native CPU unoptimised", Backends.NATIVE_CPU, usual.asReference()),
                new Engine("OpenVINO", Backends.OPENVINO, usual));
    }

    /**
     * Runs a model on each of them with the inputs of several seeds, one a step. Each step of an engine is a cell.
     */
    void judge(ResolvedModel model, List<Long> seeds, FalseAlarmTally tally) {
        PreparedCase testCase = PowerSubject.prepared(model, seeds);
        Reference exact = PowerRule.exact(testCase, natives, limit);
        if (exact.kind() != Numerics.Reference.EXACT || exact.noise().stream().anyMatch(Map::isEmpty)) {
            throw new IllegalStateException("no exact reference with noise");
        }
        for (Engine engine : all()) {
            IsolatedRunner lane = natives.lane(engine.backend());
            if (lane.start().isPresent()) {
                tally.refused(engine.name());
                continue;
            }
            Job job = new Job(
                    "alarm-" + jobs++,
                    engine.backend(),
                    testCase.artifact(),
                    testCase.feeds(),
                    testCase.outputs(),
                    engine.settings());
            Reply<CheckedSession> opened = lane.open(job, limit);
            if (opened.result().isEmpty()) {
                tally.refused(engine.name());
                continue;
            }
            CheckedSession session = opened.result().get();
            for (int step = 0; step < seeds.size(); step++) {
                OutputChecker checker = new OutputChecker(of(exact, step));
                Outputs outputs = of(session.firstOutputs(), step);
                checker.requireAll(outputs);
                checker.check(outputs, 1);
                tally.add("%s, seed %d".formatted(engine.name(), seeds.get(step)), checker.result());
            }
            session.finish();
        }
    }

    private static Reference of(Reference all, int step) {
        return new Reference(
                all.kind(),
                List.of(all.steps().get(step)),
                all.notJudged(),
                all.rule(),
                List.of(all.noise().get(step)),
                all.narrow().isEmpty() ? List.of() : List.of(all.narrow().get(step)));
    }

    private static Outputs of(Outputs all, int step) {
        return new Outputs(all.all().stream()
                .filter(output -> output.step() == step)
                .map(output -> new Outputs.Output(output.name(), 0, 0, output.tensor()))
                .toList());
    }
}
