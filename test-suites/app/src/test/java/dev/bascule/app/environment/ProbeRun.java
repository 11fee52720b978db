package dev.bascule.app.environment;

import dev.bascule.app.local.LocalRunService;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.ScenarioSpec;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A real run of the smallest model, or of another, timed briefly. Stateless. */
final class ProbeRun {
    private ProbeRun() {}

    /** @param folder where the model is written */
    static RunRecord of(Path folder, LocalRunEnvironments environments, BrowserSetup setup, Chain... chains)
            throws IOException {
        Path model = Files.write(folder.resolve("probe.onnx"), ProbeModel.bytes());
        return of(new SuiteModel(model.toString(), "probe", SuiteModel.Feed.NONE), environments, setup, chains);
    }

    static RunRecord of(SuiteModel model, LocalRunEnvironments environments, BrowserSetup setup, Chain... chains) {
        return of(model, environments, setup, List.of(), chains);
    }

    /** With scenarios after the attempts. */
    static RunRecord of(
            SuiteModel model,
            LocalRunEnvironments environments,
            BrowserSetup setup,
            List<ScenarioSpec> scenarios,
            Chain... chains) {
        RunSettings settings = RunSettings.DEFAULT
                .with(CaseKeys.MIN_ITERATIONS, 5)
                .with(CaseKeys.SOFTWARE_ITERATIONS, 5)
                .with(CaseKeys.MIN_DURATION, Duration.ZERO)
                .with(CaseKeys.WARM_UP_LIMIT, Duration.ofMillis(100))
                .with(CaseKeys.MEASURE_LIMIT, Duration.ofSeconds(8));
        SuiteCase wanted = new SuiteCase(
                CaseId.of("probes", "model", model.name(), Map.of()),
                model,
                settings,
                List.of(chains),
                Comparisons.OFF,
                FallbackPolicy.DEFAULT,
                scenarios);
        RunRequest request = new RunRequest(
                new Invocation("probes", "probes", "0".repeat(64), 1, "bascule run " + model.reference()),
                List.of(wanted),
                setup,
                0);
        return new LocalRunService(environments, Clock.systemUTC()).run(request, RunTurn.free(), RunListener.silent());
    }
}
