package dev.bascule.studies.training;

import dev.bascule.bridge.direct.RealBrowsers;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.network.Networks;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import dev.bascule.training.step.StepForm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/** Small networks, right ones and with planted faults, in real native children. */
final class NativeTrainings implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    static final int STEPS = 24;
    static final int EXACT = 6;

    private final BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
    private final Launcher launcher = new NativeLauncher(bridge.runnerSocket());
    private final RunnerSource source = source(launcher);
    private final JobIds ids = new JobIds();
    private final Path folder;

    NativeTrainings(Path folder) {
        this.folder = folder;
    }

    private RunnerSource source(Launcher how) {
        return source(Side.NATIVE, how);
    }

    private RunnerSource source(Side side, Launcher how) {
        return new RunnerSource(side.name().toLowerCase(Locale.ROOT), side, how, bridge, LIMIT, new TimeBreakdown());
    }

    static TrainingTask task(LabelledData data) {
        return task("mlp", data);
    }

    static TrainingTask task(String network, LabelledData data) {
        return task(network, data, "adam", StepForm.PLAIN);
    }

    static TrainingTask task(String network, LabelledData data, String optimizer, StepForm form) {
        return new TrainingTask(
                Networks.of(network, data.sample(), data.classes().size()),
                data,
                Optimizers.of(optimizer, OptimizerSettings.DEFAULTS),
                16,
                false,
                OptionalDouble.empty(),
                form);
    }

    static TrainingLimits limits() {
        return new TrainingLimits(LIMIT, LIMIT, STEPS, EXACT, 12, OptionalDouble.empty());
    }

    TrainingStudy study(TrainingTask task, TrainingLimits limits) {
        return new TrainingStudy(task, limits, TrainingStart.ANEW, folder, source, ids, () -> false, activity -> {});
    }

    TargetTraining train(TrainingStudy study, UnaryOperator<TrainingModels> planted) {
        return train(study, source, List.of(42L), planted).get(0);
    }

    List<TargetTraining> train(TrainingStudy study, List<Long> seeds, UnaryOperator<TrainingModels> planted) {
        return train(study, source, seeds, planted);
    }

    /** @param runner what stands between the study and the child */
    TargetTraining trainBehind(TrainingStudy study, UnaryOperator<Launcher> runner) {
        RunnerSource other = source(runner.apply(launcher));
        try {
            return train(study, other, List.of(42L), models -> models).get(0);
        } finally {
            other.close();
        }
    }

    /** On wasm in a real browser, for tests with its tag. */
    TargetTraining trainInPage(TrainingStudy study) {
        Launcher page = RealBrowsers.launcher(bridge, RealBrowsers.shell());
        try (RunnerSource browser = source(Side.BROWSER, page)) {
            return train(study, new Place(browser, Backends.WASM), List.of(42L), models -> models)
                    .get(0);
        }
    }

    private static List<TargetTraining> train(
            TrainingStudy study, RunnerSource where, List<Long> seeds, UnaryOperator<TrainingModels> planted) {
        return train(study, new Place(where, Backends.NATIVE_CPU), seeds, planted);
    }

    private static List<TargetTraining> train(
            TrainingStudy study, Place place, List<Long> seeds, UnaryOperator<TrainingModels> planted) {
        return study.train(place, List.of(CarryLocation.CPU), SessionSettings.defaults(), seeds, planted);
    }

    @Override
    public void close() {
        source.close();
        bridge.close();
    }
}
