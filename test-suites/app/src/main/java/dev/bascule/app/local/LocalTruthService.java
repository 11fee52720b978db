package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.CaseRefusal;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
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
import dev.bascule.studies.truth.TruthService;
import dev.bascule.studies.truth.TruthStudy;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        List<Place> places = ChosenPlaces.of(request.run(), request.targets(), environment, absent);
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
        PreparedCase testCase = environment.fitted(wanted, resolved, seed, environment.prepare(wanted, resolved, seed));
        testCase.feeding().sizing().refused().map(CaseRefusal::failure).ifPresent(ChosenPlaces::refuse);
        if (testCase.artifact().format() != ModelFormat.ONNX) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' is no ONNX model, and only of these there is an exact reference"
                            .formatted(testCase.model().name()));
        }
        return testCase;
    }
}
