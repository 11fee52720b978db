package dev.bascule.studies.training;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.training.TargetTraining.Checks;
import dev.bascule.studies.training.TargetTraining.Costs;
import dev.bascule.studies.training.TargetTraining.Learnt;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Targets that trained, as a study tells them. */
final class TrainingResults {
    private TrainingResults() {}

    /** One whose gradients were these. */
    static TargetTraining of(GradientJudgement gradients) {
        return of(Backends.WASM, 42, gradients, 1, OptionalLong.empty());
    }

    /** One that made so many steps, right ones. */
    static TargetTraining of(Backend backend, long seed, int steps, OptionalLong reached) {
        return of(
                backend,
                seed,
                new GradientJudgement(List.of(
                        new GradientJudgement.Layer("a", 8, 1, 1e-7, List.of(0L, 0L), OptionalDouble.of(1e-9)))),
                steps,
                reached);
    }

    static TargetTraining of(Backend backend, long seed, GradientJudgement gradients, int steps, OptionalLong reached) {
        return new TargetTraining(
                new Target(
                        backend,
                        Optional.empty(),
                        new Engine("onnxruntime", "1.29.0", Optional.empty()),
                        DeviceType.CPU,
                        Optional.empty(),
                        Map.of()),
                CarryLocation.CPU,
                seed,
                new Checks(
                        Optional.of(gradients),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.of(placement(backend)),
                        Optional.empty()),
                new Learnt(0, Collections.nCopies(steps, 1f), List.of(), Optional.empty(), reached),
                Costs.NONE,
                Optional.empty(),
                List.of());
    }

    private static SessionPlacement placement(Backend backend) {
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
}
