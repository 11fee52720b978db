package dev.bascule.benchmark;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.source.ResolvedModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A model with inputs, what its outputs are held against, and native CPU to run it on. Belongs to one thread. */
final class PowerSubject {
    private final PreparedCase testCase;
    private final Map<PowerRule, Reference> references;
    private final LaunchedRunner child;
    private final Duration limit;
    private final Outputs right;

    PowerSubject(ResolvedModel model, long seed, RunnerSource natives, LaunchedRunner child, Duration limit) {
        this.testCase = prepared(model, List.of(seed));
        this.references = PowerRule.references(testCase, natives, limit);
        this.child = child;
        this.limit = limit;
        this.right = outputs(testCase.artifact(), testCase.settings());
    }

    /** A case of the model with the inputs of a seed in each step, and no evidence of where it ran. */
    static PreparedCase prepared(ResolvedModel model, List<Long> seeds) {
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        for (long seed : seeds) {
            new FeedBuilder(model.inspection(), Map.of(), 1, seed, PreparedTensors.NONE)
                    .build(Map.of(), Map.of(), Map.of())
                    .feeds()
                    .step(0)
                    .forEach((name, tensor) -> inputs.computeIfAbsent(name, any -> new ArrayList<>())
                            .add(tensor));
        }
        return new PreparedCase(
                CaseId.of("benchmark", "power", model.info().name(), Map.of()),
                model.info(),
                model.artifact(),
                model.inspection().outputNames(),
                model.inspection().lineages(),
                PreparedCase.Feeding.of(new Feeds(inputs, Map.of())),
                SessionSettings.defaults().withEvidence(false),
                PreparedCase.Answers.NONE,
                Map.of());
    }

    /** What the model gives without a fault, at its first step. */
    Map<String, Tensor> right() {
        return right.steps().get(0);
    }

    /** The rules that call the model without a fault wrong. */
    Set<PowerRule> alarms() {
        return wrong(right);
    }

    /** Judges the model without a fault. */
    void judgeOptimised(PowerTally tally) {
        judge(right, tally);
    }

    /** The same with its graph as it is. */
    void judgeUnoptimised(PowerTally tally) {
        judge(outputs(testCase.artifact(), testCase.settings().asReference()), tally);
    }

    /** Judges another file that takes and gives the same. */
    void judge(ModelArtifact other, PowerTally tally) {
        judge(outputs(other, testCase.settings()), tally);
    }

    private void judge(Outputs outputs, PowerTally tally) {
        tally.add(wrong(outputs), !outputs.steps().equals(right.steps()));
    }

    private Set<PowerRule> wrong(Outputs outputs) {
        Set<PowerRule> wrong = EnumSet.noneOf(PowerRule.class);
        references.forEach((rule, reference) -> {
            if (PowerRule.isWrong(reference, outputs, testCase.feeds().steps())) {
                wrong.add(rule);
            }
        });
        return wrong;
    }

    private Outputs outputs(ModelArtifact artifact, SessionSettings settings) {
        Job job = new Job(
                "power-" + artifact.sha256(),
                Backends.NATIVE_CPU,
                artifact,
                testCase.feeds(),
                testCase.outputs(),
                settings);
        RunnerSession session = child.runner()
                .open(job, limit)
                .result()
                .orElseThrow(() -> new IllegalStateException(testCase.model().name() + " did not open"));
        Outputs outputs = session.firstOutputs();
        session.finish(limit);
        return outputs;
    }
}
