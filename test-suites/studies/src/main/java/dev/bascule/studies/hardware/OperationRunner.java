package dev.bascule.studies.hardware;

import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunService;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.operator.Operation;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes one operator down a chain, as {@code bascule run op:…} does: the same evidence, judge and verdict as any model.
 *
 * @param runs where it runs
 * @param machine what it takes its turn at
 * @param browsers which take part where the chain is a browser's
 */
public record OperationRunner(RunService runs, MachineLock machine, BrowserSetup browsers) {
    private static final String SUITE = "operation";

    /**
     * Runs it once, with one timed inference, and keeps each rung's attempt.
     *
     * @param inputs given ones by name ({@code a}, {@code b}); what is left out is drawn from the seed
     */
    public CaseRun execute(
            String runId,
            Operation operation,
            Map<String, InputSource> inputs,
            Chain chain,
            long seed,
            RunListener listener) {
        SuiteModel model = new SuiteModel(
                operation.toString(),
                operation.name(),
                new SuiteModel.Feed(inputs, Optional.empty(), Map.of(), Map.of(), Map.of()));
        SuiteCase wanted = new SuiteCase(
                CaseId.of(SUITE, "model", operation.name(), Map.of()), model, once(), List.of(chain), Comparisons.OFF);
        RunRequest request = new RunRequest(
                new Invocation(
                        runId,
                        SUITE,
                        Sha256.of(operation.onnx()),
                        seed,
                        "bascule run %s --backends none --chain '%s'".formatted(operation, chain)),
                List.of(wanted),
                browsers,
                0);
        MachineLock lock = request.isMeasuredHere() ? machine : MachineLock.none();
        try (MachineLease turn = lock.take(
                MachineUse.TIMED, request.whenBusy(), request.invocation().command(), listener::waiting)) {
            return runs.run(request, RunTurn.of(turn), listener).runs().get(0);
        }
    }

    private static RunSettings once() {
        return RunSettings.DEFAULT
                .with(CaseKeys.MIN_ITERATIONS, 1)
                .with(CaseKeys.SOFTWARE_ITERATIONS, 1)
                .with(CaseKeys.MIN_DURATION, Duration.ZERO)
                .with(CaseKeys.WARM_UP_LIMIT, Duration.ZERO)
                .with(CaseKeys.MEASURE_LIMIT, Duration.ofSeconds(1));
    }
}
