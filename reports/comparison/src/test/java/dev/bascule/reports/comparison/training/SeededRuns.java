package dev.bascule.reports.comparison.training;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.reports.training.HeldOut;
import dev.bascule.reports.training.TrainingFindings;
import dev.bascule.reports.training.TrainingPlace;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingStep;
import dev.bascule.reports.training.TrainingTask;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.LongToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Trainings of wasm that a test spoils part by part. Immutable.
 *
 * @param loss of a step
 * @param millis of each step
 * @param rightAt answers that are right of 200, after a step
 */
record SeededRuns(
        String command,
        TrainingTask task,
        TrainingPlace place,
        Verdict verdict,
        LongToDoubleFunction loss,
        double millis,
        LongToDoubleFunction rightAt) {
    private static final int EVERY = 10;

    static SeededRuns of(String command) {
        return new SeededRuns(
                command,
                new TrainingTask(
                        "mlp",
                        17_226,
                        new TrainingTask.Data("digits", "f00d".repeat(16), 1438, 200, 10, 0.1),
                        new TrainingTask.Method("adam", OptionalDouble.empty(), OptionalDouble.empty()),
                        32,
                        60,
                        false,
                        0,
                        Optional.empty()),
                new TrainingPlace(
                        Optional.of("d".repeat(64)),
                        "chrome/153/wasm",
                        "wasm",
                        Optional.of("Chrome Headless Shell 153.0.1"),
                        new Engine("onnxruntime-web", "1.29.0", Optional.empty()),
                        Optional.of(false),
                        "cpu",
                        Optional.of("cpu")),
                Verdict.PASS,
                step -> (float) (2.3 * Math.exp(-step / 20.0)),
                4,
                step -> Math.min(190, 100 + 2 * step));
    }

    SeededRuns task(TrainingTask other) {
        return new SeededRuns(command, other, place, verdict, loss, millis, rightAt);
    }

    SeededRuns batch(int size) {
        return task(new TrainingTask(
                task.network(),
                task.parameters(),
                task.data(),
                task.optimizer(),
                size,
                task.plannedSteps(),
                false,
                0,
                task.modelSha256()));
    }

    SeededRuns place(Optional<String> machine, String browser, String engine) {
        return new SeededRuns(
                command,
                task,
                new TrainingPlace(
                        machine,
                        "chrome/" + browser + "/wasm",
                        place.backend(),
                        Optional.of(browser),
                        new Engine("onnxruntime-web", engine, Optional.empty()),
                        place.software(),
                        place.state(),
                        place.stateSeen()),
                verdict,
                loss,
                millis,
                rightAt);
    }

    SeededRuns model(String sha256) {
        return task(new TrainingTask(
                task.network(),
                task.parameters(),
                task.data(),
                task.optimizer(),
                task.batch(),
                task.plannedSteps(),
                task.resident(),
                0,
                Optional.of(sha256)));
    }

    /** Of a chain that came to a backend. */
    SeededRuns chain(String asked, String backend) {
        return new SeededRuns(
                command,
                task,
                new TrainingPlace(
                        place.machine(),
                        "chrome/153/" + backend,
                        backend,
                        place.browser(),
                        place.engine(),
                        place.software(),
                        place.state(),
                        place.stateSeen(),
                        place.settings(),
                        Optional.of(asked)),
                verdict,
                loss,
                millis,
                rightAt);
    }

    SeededRuns settings(int threads, String graphOptimization) {
        return new SeededRuns(
                command,
                task,
                new TrainingPlace(
                        place.machine(),
                        place.target(),
                        place.backend(),
                        place.browser(),
                        place.engine(),
                        place.software(),
                        place.state(),
                        place.stateSeen(),
                        Optional.of(new TrainingPlace.Settings(threads, graphOptimization))),
                verdict,
                loss,
                millis,
                rightAt);
    }

    SeededRuns verdict(Verdict other) {
        return new SeededRuns(command, task, place, other, loss, millis, rightAt);
    }

    SeededRuns loss(LongToDoubleFunction other) {
        return new SeededRuns(command, task, place, verdict, other, millis, rightAt);
    }

    SeededRuns millis(double other) {
        return new SeededRuns(command, task, place, verdict, loss, other, rightAt);
    }

    SeededRuns rightAt(LongToDoubleFunction other) {
        return new SeededRuns(command, task, place, verdict, loss, millis, other);
    }

    /** With seeds from 1 on. */
    List<TrainingRun> seeds(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(this::seed).toList();
    }

    private TrainingRun seed(int seed) {
        return new TrainingRun(
                new TrainingRun.Key(command, seed),
                Instant.EPOCH,
                "0.1.0",
                place,
                new TrainingTask(
                        task.network(),
                        task.parameters(),
                        task.data(),
                        task.optimizer(),
                        task.batch(),
                        task.plannedSteps(),
                        task.resident(),
                        seed,
                        task.modelSha256()),
                new TrainingFindings(
                        verdict,
                        Optional.empty(),
                        verdict.isRight() ? Optional.empty() : Optional.of("a gradient lies 40 σ off"),
                        Optional.empty(),
                        Optional.empty(),
                        new TrainingFindings.Checks(
                                0,
                                OptionalDouble.empty(),
                                Optional.empty(),
                                OptionalInt.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        List.of()),
                LongStream.rangeClosed(1, task.plannedSteps())
                        .mapToObj(step -> new TrainingStep(
                                step,
                                loss.applyAsDouble(step),
                                OptionalDouble.of(0.1),
                                OptionalDouble.of(millis * (1 + 0.002 * seed) + 0.01 * (step % 5))))
                        .toList(),
                LongStream.rangeClosed(1, task.plannedSteps() / EVERY)
                        .map(look -> look * EVERY)
                        .mapToObj(step -> new HeldOut(
                                step,
                                Duration.ofMillis(5 * step),
                                (int) Math.max(0, rightAt.applyAsDouble(step) - seed),
                                task.data().test()))
                        .toList(),
                List.of(),
                false);
    }
}
