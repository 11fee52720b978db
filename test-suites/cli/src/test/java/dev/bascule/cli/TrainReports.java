package dev.bascule.cli;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Trend;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.decode.CacheSeen;
import dev.bascule.studies.training.Agreement;
import dev.bascule.studies.training.Evaluation;
import dev.bascule.studies.training.GradientJudgement;
import dev.bascule.studies.training.PassTimes;
import dev.bascule.studies.training.PeerTraining;
import dev.bascule.studies.training.Repetition;
import dev.bascule.studies.training.StepTimes;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainingReport;
import dev.bascule.studies.training.TrainingRequest;
import dev.bascule.studies.training.Trajectory;
import dev.bascule.studies.truth.TruthReport.Absent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reports of trainings, and the command line that prints them. */
final class TrainReports {
    final List<TrainingRequest> asked = new ArrayList<>();
    private final Path folder;

    TrainReports(Path folder) {
        this.folder = folder;
    }

    CliHarness.Result run(TrainingReport report, String... words) {
        FakeServices services = new FakeServices();
        services.training = (request, listener) -> {
            asked.add(request);
            return report;
        };
        return new CliHarness(folder, services).run(words);
    }

    static SessionPlacement placement(Backend backend) {
        return new SessionPlacement(
                new Evidence(
                        ProofClass.PROVEN,
                        new Evidence.Where(backend.id(), Optional.of(backend.id()), Optional.of(backend.id())),
                        Map.of(backend.id(), 120),
                        OptionalInt.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        List.of()),
                Optional.empty());
    }

    static GradientJudgement gradients(boolean right) {
        return new GradientJudgement(List.of(new GradientJudgement.Layer(
                "dense1.weight",
                128,
                right ? 1.5 : Double.POSITIVE_INFINITY,
                right ? 2e-7 : 2,
                right ? List.of(0L, 0L) : List.of(64L, 60L),
                OptionalDouble.of(1e-9))));
    }

    static TargetTraining target(Backend backend, CarryLocation state, String seen, boolean right) {
        Agreement same = Agreement.of(List.of(2.5f, 1.25f), List.of(2.5f, 1.25f));
        return new TargetTraining(
                target(backend),
                state,
                42,
                new TargetTraining.Checks(
                        Optional.of(gradients(right)),
                        Optional.of(new Trajectory(List.of(new Trajectory.Step(1, 2.5, 2.5, 0.25, false, false)))),
                        Optional.of(Agreement.of(List.of(2.5f, 1.25f), List.of(2.5f, 1.2500001f))),
                        Optional.of(new Repetition(same, true)),
                        Optional.of(new Repetition(same, true)),
                        List.of(),
                        Optional.of(placement(backend)),
                        Optional.of(placement(backend)),
                        Optional.of(new CacheSeen(List.of(seen), 2, 4))),
                new TargetTraining.Learnt(
                        0,
                        List.of(2.5f, 1.25f),
                        List.of(new Evaluation(2, Duration.ofMillis(30), 90, 100, new Interval(0.825, 0.945))),
                        Optional.empty(),
                        OptionalLong.empty()),
                new TargetTraining.Costs(
                        Phases.NONE,
                        Optional.of(
                                new StepTimes(32, Samples.ofMillis(1, 1), Samples.ofMillis(7, 7), Samples.ofMillis(3))),
                        Optional.empty(),
                        OptionalLong.empty()),
                Optional.empty(),
                List.of("a note"));
    }

    static Target target(Backend backend) {
        return new Target(
                backend,
                Optional.empty(),
                new Engine("onnxruntime", "1.29.0", Optional.empty()),
                DeviceType.CPU,
                Optional.empty(),
                Map.of());
    }

    static TrainingReport report(TargetTraining... targets) {
        return report(List.of(), targets);
    }

    static TrainingReport report(List<PeerTraining> peers, TargetTraining... targets) {
        return new TrainingReport(
                "mlp",
                17226,
                List.of("Add", "MatMul"),
                new TrainingReport.Trained(
                        "digits", "f00d", 1438, 359, 10, 0.1, "adam", 32, 2, false, List.of("drawn")),
                List.of(targets),
                peers,
                List.of(new Absent("webnn", "no browser")),
                false,
                Optional.empty());
    }

    static PeerTraining peer(float second) {
        return new PeerTraining(
                "pytorch",
                42,
                Optional.of("PyTorch 2.7.1 through DJL"),
                OptionalInt.of(2),
                List.of(2.5f, second),
                Optional.of(gradients(true)),
                Optional.of(new Trajectory(List.of(
                        new Trajectory.Step(1, 2.5, 2.5, 0.25, false, false),
                        new Trajectory.Step(2, 1.25, second, 0.5, false, false)))),
                Optional.of(Agreement.of(List.of(2.5f, second), List.of(2.5f, 1.25f))),
                Optional.of(new Evaluation(2, Duration.ofMillis(3), 80, 100, new Interval(0.711, 0.867))),
                new PeerTraining.Times(Samples.ofMillis(4, 4), Samples.ofMillis(5, 5), Samples.ofMillis(6, 6)),
                Optional.empty(),
                List.of());
    }

    /** With what its passes take, 2, 4 and 6 ms, and its memory. */
    static TargetTraining timed(boolean right) {
        TargetTraining plain = target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", right);
        List<Samples> forward = Collections.nCopies(4, Samples.ofMillis(2, 2, 2));
        List<Samples> gradient = Collections.nCopies(4, Samples.ofMillis(4, 4, 4));
        List<Samples> step = Collections.nCopies(4, Samples.ofMillis(6, 6, 6));
        return new TargetTraining(
                plain.target(),
                plain.state(),
                plain.seed(),
                plain.checks(),
                plain.learnt(),
                new TargetTraining.Costs(
                        Phases.NONE,
                        plain.costs().times(),
                        Optional.of(new Trend(1200, Optional.of(new Interval(900, 1500)), 12)),
                        OptionalLong.of(420_000_000),
                        Optional.of(new PassTimes(
                                Samples.concat(forward),
                                Samples.concat(gradient),
                                Samples.concat(step),
                                Ratio.ofPairs(gradient, forward),
                                Ratio.ofPairs(step, forward)))),
                Optional.empty(),
                List.of());
    }
}
