package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.CaseRefusal;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.ColumnPlanner;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Target;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.RunnerTrial;
import dev.bascule.studies.reduce.trial.RunnerTrial.Freshness;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.studies.truth.TargetTruth;
import dev.bascule.studies.truth.TruthReport;
import dev.bascule.studies.truth.TruthReport.Absent;
import dev.bascule.studies.truth.TruthRequest;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.studies.truth.TruthService;
import dev.bascule.studies.truth.TruthStudy;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Examines models on this machine. Each call is one of its own; not for concurrent use. */
public final class LocalTruthService implements TruthService {
    private final RunEnvironmentFactory environments;

    public LocalTruthService(RunEnvironmentFactory environments) {
        this.environments = environments;
    }

    @Override
    public TruthReport examine(TruthRequest request, Listener listener) {
        RunListener phases = new RunListener() {
            @Override
            public void phase(String activity) {
                listener.phase(activity);
            }
        };
        RunEnvironment environment = environments.open(request.run(), new TimeBreakdown(), phases);
        try {
            return examine(request, listener, environment);
        } finally {
            if (environment.end()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static TruthReport examine(TruthRequest request, Listener listener, RunEnvironment environment) {
        List<Absent> absent = new ArrayList<>();
        List<Place> places = places(request, environment, absent);
        SuiteCase wanted = request.run().cases().get(0);
        ResolvedModel resolved = environment.resolve(wanted.model().reference());
        PreparedCase testCase = prepared(request, environment, wanted, resolved, places);
        ReproModel whole = new ReproModel(
                OnnxModelFile.open(testCase.artifact().file()).proto(),
                testCase.feeds().step(0));
        Path models = TemporaryFolder.make("bascule-truth");
        Map<Place, RunnerTrial> trials = new LinkedHashMap<>();
        try {
            TruthStudy study =
                    new TruthStudy(whole, () -> Thread.currentThread().isInterrupted());
            places.forEach(place -> trials.put(
                    place,
                    new RunnerTrial(
                            place.source(),
                            place.backend(),
                            place.settings(testCase.settings()),
                            request.stepLimit(),
                            environment.jobIds(),
                            models,
                            Freshness.AFTER_A_FALL)));
            Map<Target, Trial> targets = new LinkedHashMap<>();
            trials.forEach((place, trial) -> targets.put(place.target(), trial));
            List<TargetTruth> truths = study.examine(targets, listener);
            return new TruthReport(
                    testCase.model().name(),
                    testCase.model().sha256(),
                    study.values(),
                    study.passes(),
                    study.exact(),
                    truths,
                    absent,
                    Thread.currentThread().isInterrupted());
        } finally {
            trials.values().forEach(RunnerTrial::close);
            TemporaryFolder.delete(models);
        }
    }

    private static PreparedCase prepared(
            TruthRequest request,
            RunEnvironment environment,
            SuiteCase wanted,
            ResolvedModel resolved,
            List<Place> places) {
        long seed = request.run().invocation().seed();
        PreparedCase testCase =
                environment.fitted(wanted, resolved, seed, environment.prepare(wanted, resolved, seed));
        testCase.feeding().sizing().refused().map(CaseRefusal::failure).ifPresent(LocalTruthService::refuse);
        if (testCase.artifact().format() != ModelFormat.ONNX) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' is no ONNX model, and only of these there is an exact reference"
                            .formatted(testCase.model().name()));
        }
        return testCase;
    }

    private static void refuse(Failure why) {
        throw new BasculeException(why.code(), why.message(), why.remedies().toArray(String[]::new));
    }

    /** @param absent is told of those that are not here and that nobody named */
    private static List<Place> places(TruthRequest request, RunEnvironment environment, List<Absent> absent) {
        List<Place> places = new ArrayList<>();
        for (Chosen chosen : request.targets()) {
            for (Place place : places(request, environment, chosen)) {
                Optional<Failure> missing = place.source().unavailable(place.backend());
                if (missing.isPresent() && chosen.named()) {
                    refuse(missing.get());
                }
                if (missing.isPresent()) {
                    absent.add(new Absent(place.backend().id(), missing.get().message()));
                } else if (!places.contains(place)) {
                    places.add(place);
                }
            }
        }
        if (places.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "no backend that could be examined works here",
                    "bascule doctor");
        }
        return places;
    }

    private static List<Place> places(TruthRequest request, RunEnvironment environment, Chosen chosen) {
        List<Column> columns = new ColumnPlanner(
                        request.run().setup().choice(),
                        environment.browsers(),
                        environment.nativeSource(),
                        environment.machine().hasHardwareGpu())
                .columns(Chain.of(chosen.backend()));
        List<Place> places = columns.stream()
                .map(column -> column.place(chosen.backend()))
                .filter(place ->
                        chosen.browser().isEmpty() || place.source().address().equals(chosen.browser()))
                .toList();
        if (places.isEmpty() && chosen.named()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "no browser takes part that has %s"
                            .formatted(chosen.browser()
                                            .map(browser -> browser + ":")
                                            .orElse("")
                                    + chosen.backend().id()),
                    "bascule list browsers");
        }
        return places;
    }
}
