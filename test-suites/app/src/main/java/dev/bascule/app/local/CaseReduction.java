package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.reduce.FailureOrigin;
import dev.bascule.studies.reduce.ReduceRequest;
import dev.bascule.studies.reduce.ReduceService.Listener;
import dev.bascule.studies.reduce.ReduceService.Report;
import dev.bascule.studies.reduce.Reducer;
import dev.bascule.studies.reduce.Reduction;
import dev.bascule.studies.reduce.report.ReproEngine;
import dev.bascule.studies.reduce.report.ReproFolder;
import dev.bascule.studies.reduce.trial.PublishedOutputs;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.studies.reduce.trial.TrialOutcome;
import dev.bascule.studies.reduce.trial.ValueTolerance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One case with the two engines that it is reduced by: looks at its data sets, or at the steps of its frames, one after
 * another, and writes what is left of the first that fails. Belongs to one thread.
 */
record CaseReduction(
        ReduceRequest request,
        Listener listener,
        RunEnvironment runEnvironment,
        Column column,
        PreparedCase testCase,
        Trial reference,
        Trial target,
        Reducer reducer) {
    /** Steps of a model fed frame by frame that are looked at for one that fails. */
    private static final int MOST_FRAMES = 8;

    Report play() {
        return request.testCase().map(this::sets).orElseGet(this::frames);
    }

    private Report sets(ConformanceCase one) {
        DataSets.Seen seen = new DataSets(reducer, listener)
                .reduce(OnnxModelFile.open(testCase.artifact().file()).proto(), one);
        return seen.reduction() instanceof Reduction.Reduced reduced
                ? written(reduced, Optional.empty(), seen.failing())
                : new Report(seen.reduction(), Optional.empty());
    }

    /** The first step that fails; one after another, each with the state that the reference has by then. */
    private Report frames() {
        OnnxModelFile file = OnnxModelFile.open(testCase.artifact().file());
        Feeds feeds = testCase.feeds();
        Map<String, Tensor> carried = new LinkedHashMap<>();
        Reduction reduction = new Reduction.NotFailing();
        for (int step = 0; step < Math.min(MOST_FRAMES, feeds.steps()); step++) {
            Map<String, Tensor> inputs = new LinkedHashMap<>(feeds.step(step));
            inputs.putAll(carried);
            ReproModel repro = new ReproModel(file.proto(), inputs);
            reduction = reducer.reduce(repro, step == 0 ? expected() : Optional.empty(), listener.steps());
            if (reduction instanceof Reduction.Reduced reduced) {
                return written(reduced, feeds.steps() > 1 ? Optional.of(step) : Optional.empty(), Optional.empty());
            }
            // Of steps after one that the reference has wrong nothing can be said: they take its state.
            if (!(reduction instanceof Reduction.NotFailing right)
                    || right.note().isPresent()
                    || step + 1 == feeds.steps()) {
                break;
            }
            TrialOutcome outcome = reference.run(repro);
            if (Thread.currentThread().isInterrupted()) {
                return new Report(new Reduction.Interrupted(), Optional.empty());
            }
            if (!(outcome instanceof TrialOutcome.Ran ran)) {
                break;
            }
            feeds.carry()
                    .forEach(
                            (input, output) -> Optional.ofNullable(ran.outputs().get(output))
                                    .ifPresent(tensor -> carried.put(input, tensor)));
        }
        return new Report(reduction, Optional.empty());
    }

    /** What a folder that is no conformance case expects all the same, within what a run allows. */
    private Optional<PublishedOutputs> expected() {
        return testCase.answers()
                .expected()
                .map(expected ->
                        new PublishedOutputs(expected.steps().get(0), expected.rule(), ValueTolerance.OF_ROUNDING));
    }

    private Report written(Reduction.Reduced reduced, Optional<Integer> step, Optional<String> dataSet) {
        FailureOrigin origin = origin(step, dataSet);
        write(reduced, origin, evidence(reduced.repro()));
        return new Report(reduced, Optional.of(origin));
    }

    /** What the engine shows of where it runs; nothing where it does not start any more, or was interrupted. */
    private Optional<RawEvidence> evidence(ReproModel repro) {
        if (Thread.currentThread().isInterrupted()) {
            return Optional.empty();
        }
        try {
            Optional<RawEvidence> shown = target.evidence(repro);
            return Thread.currentThread().isInterrupted() ? Optional.empty() : shown;
        } catch (RuntimeException e) {
            if (e instanceof BasculeException || Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** An interrupted thread cannot write, so that the interrupt has to wait; one that comes meanwhile costs a second try. */
    private void write(Reduction.Reduced reduced, FailureOrigin origin, Optional<RawEvidence> evidence) {
        boolean interrupted = Thread.interrupted();
        ReproEngine engine = PageEngine.of(runEnvironment.engine(), origin.target());
        try {
            ReproFolder.write(request.out(), reduced, origin, evidence, engine);
        } catch (BasculeException e) {
            if (!Thread.interrupted()) {
                throw e;
            }
            interrupted = true;
            ReproFolder.write(request.out(), reduced, origin, evidence, engine);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private FailureOrigin origin(Optional<Integer> step, Optional<String> dataSet) {
        Place place = place();
        return new FailureOrigin(
                testCase.model().name(),
                testCase.model().sha256(),
                place.target(),
                runEnvironment.machine(),
                place.source().capabilities().map(Capabilities::environment).orElse(Map.of()),
                place.settings(testCase.settings())
                        .deviceType()
                        .map(device -> device.name().toLowerCase(Locale.ROOT)),
                testCase.settings().graphOptimization(),
                step,
                dataSet,
                request.run().invocation().command(),
                rerun());
    }

    /** By the rule that it was judged by: a conformance run's, unless that cannot be told how to treat the graph. */
    private String rerun() {
        GraphOptimization level = testCase.settings().graphOptimization();
        List<String> words = new ArrayList<>(
                request.isConformance() ? List.of("conformance", ".") : List.of("run", ".", "--strict"));
        Reproduction.add(words, "--backends", request.backend().id());
        Reproduction.browsers(request.run().setup(), column, words);
        // What was chosen here of itself is named: there is where it fails.
        Place place = place();
        place.source()
                .address()
                .filter(address -> !words.contains("--browsers") && !words.contains("--browser-binary"))
                .ifPresent(address -> Reproduction.add(words, "--browsers", address));
        place.target()
                .engine()
                .build()
                .filter(build -> !words.contains("--build"))
                .ifPresent(build -> Reproduction.add(words, "--build", build));
        if (level != GraphOptimization.ALL) {
            Reproduction.add(words, "--graph-optimization", level.word());
        }
        return words.stream().map(Reproduction::quoted).collect(Collectors.joining(" "));
    }

    private Place place() {
        return column.place(request.backend());
    }
}
