package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.Workers;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.source.AbsentSource;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.ColumnPlanner;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.run.ModelSupply;
import dev.bascule.models.source.ModelSource;
import dev.bascule.models.source.ModelSupplies;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.nativerunner.devices.DeviceSurvey;
import dev.bascule.nativerunner.devices.LocalSystem;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes the cells of a request: each case with its model and inputs, on each of its columns. Workers get models ready, this
 * thread makes inputs and references of those that are; nothing is timed yet. Belongs to one thread.
 */
final class CellPlanner {
    private static final String GETTING_READY = "models and inputs";
    private static final String DOWNLOADING = "downloading models";

    private final RunRequest request;
    private final RunEnvironment environment;
    private final Workers workers;
    private final TimeBreakdown times;
    private final RunListener listener;
    private final Map<String, ModelSupply> supplies = new LinkedHashMap<>();

    CellPlanner(
            RunRequest request,
            RunEnvironment environment,
            Workers workers,
            TimeBreakdown times,
            RunListener listener) {
        this.request = request;
        this.environment = environment;
        this.workers = workers;
        this.times = times;
        this.listener = listener;
    }

    /** A case and where it is to run. */
    private record Placed(SuiteCase wanted, List<Column> columns) {}

    List<PlannedCell> plan() {
        List<Placed> cases = placed();
        List<String> references = cases.stream()
                .map(one -> one.wanted().model().reference())
                .distinct()
                .toList();
        if (!request.fetchedFor().isZero()) {
            times.book(DOWNLOADING, request.fetchedFor());
        }
        List<PlannedCell> plan = new ArrayList<>();
        try (Workers.Batch<ResolvedModel> models = workers.begin(references.stream()
                .<Supplier<ResolvedModel>>map(reference -> () -> environment.resolve(reference))
                .toList())) {
            Supplier<List<Device>> devices = CellPlanner::devices;
            for (Placed one : cases) {
                if (Thread.currentThread().isInterrupted()) {
                    return plan;
                }
                String reference = one.wanted().model().reference();
                ResolvedModel model = times.time(
                        GETTING_READY,
                        () -> models.await(references.indexOf(reference)),
                        got -> got.download().isPresent() ? DOWNLOADING : GETTING_READY);
                supplies.putIfAbsent(
                        reference,
                        ModelSupplies.of(
                                reference,
                                model,
                                Optional.ofNullable(request.fetched().get(reference))));
                plan.addAll(cells(one, model, devices));
            }
        }
        if (plan.isEmpty() && !Thread.currentThread().isInterrupted()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN, "no case has a target among the browsers and backends selected");
        }
        return plan;
    }

    /** How the models came here, as far as it got. */
    List<ModelSupply> supplies() {
        return List.copyOf(supplies.values());
    }

    /** The cases that have a column. Asks the sources, which belong to this thread. */
    private List<Placed> placed() {
        List<Placed> placed = new ArrayList<>();
        for (SuiteCase wanted : request.cases()) {
            ModelFormat format =
                    ModelSource.parse(wanted.model().reference(), Path.of("")).format();
            List<Column> columns = columns(wanted, format, request, environment);
            if (format == ModelFormat.TORCHSCRIPT
                    && wanted.chains().stream().anyMatch(chain -> chain.first().side() == Side.BROWSER)) {
                listener.note("%s is TorchScript, which no browser opens: native backends only"
                        .formatted(wanted.model().name()));
            }
            if (!columns.isEmpty()) {
                placed.add(new Placed(wanted, columns));
            }
        }
        return placed;
    }

    private List<PlannedCell> cells(Placed one, ResolvedModel model, Supplier<List<Device>> devices) {
        BatchFit.Ready ready = times.time(
                GETTING_READY,
                () -> new BatchFit(
                                () -> FreeMemory.ofHost().within(backends(one.columns())),
                                BatchFit.Growth.measured(backends(one.columns())))
                        .fit(
                                one.wanted(),
                                testCase -> environment.prepare(
                                        testCase, model, request.invocation().seed()),
                                listener));
        ready = fitted(ready, model);
        tellGenerated(one.wanted(), ready.testCase(), listener);
        List<PlannedCell> cells = new ArrayList<>();
        for (Column column : one.columns()) {
            BatchFit.warn(ready.testCase(), column.chain().first(), devices, listener);
            cells.add(cell(request, ready, column));
        }
        if (ready.testCase().feeding().sizing().refused().isEmpty()
                && one.columns().stream().anyMatch(CellPlanner::mayRun)) {
            // While workers get the next models ready. What comes of it, a failure too, is kept for the attempts.
            environment
                    .references(one.wanted().settings().get(CaseKeys.TIMEOUT))
                    .of(ready.testCase());
        }
        return cells;
    }

    private BatchFit.Ready fitted(BatchFit.Ready ready, ResolvedModel model) {
        PreparedCase testCase =
                environment.fitted(ready.wanted(), model, request.invocation().seed(), ready.testCase());
        testCase.feeding()
                .sizing()
                .refused()
                .ifPresent(why -> listener.note("%s is not run: %s"
                        .formatted(testCase.id(), why.failure().message())));
        // What is known of the batch stays known of it.
        return new BatchFit.Ready(
                ready.wanted(),
                Optional.ofNullable(ready.testCase().notes().get("batch"))
                        .map(note -> testCase.withNote("batch", note))
                        .orElse(testCase));
    }

    /** Whether an attempt will ask for a reference. Of a browser that is not started it is not known, so it may. */
    private static boolean mayRun(Column column) {
        return column.chain().rungs().stream()
                .anyMatch(backend -> backend.side() == Side.BROWSER
                        || column.place(backend).source().unavailable(backend).isEmpty());
    }

    /** By files alone: a run waits for no tool. A reader that fails costs its own devices. */
    private static List<Device> devices() {
        return DeviceSurvey.quick(new LocalSystem()).hardware().devices();
    }

    private static List<Column> columns(
            SuiteCase wanted, ModelFormat format, RunRequest request, RunEnvironment environment) {
        Optional<RunnerSource> nativeSource = environment.nativeSource().forFormat(format);
        List<RunnerSource> browsers = browsers(request, environment).stream()
                .flatMap(browser -> browser.forFormat(format).stream())
                .toList();
        boolean browsersOpenIt = format == ModelFormat.ONNX || !browsers.isEmpty();
        ColumnPlanner planner = new ColumnPlanner(
                browsersOpenIt ? request.setup().choice() : new BrowserChoice.None(),
                browsers,
                nativeSource.orElseGet(environment::nativeSource),
                environment.machine().hasHardwareGpu());
        List<Column> columns = new ArrayList<>();
        for (Chain chain : wanted.chains()) {
            columns.addAll(planner.columns(chain));
        }
        return columns;
    }

    private static Set<Backend> backends(List<Column> columns) {
        Set<Backend> backends = new LinkedHashSet<>();
        columns.forEach(column -> backends.addAll(column.chain().rungs()));
        return backends;
    }

    private static PlannedCell cell(RunRequest request, BatchFit.Ready ready, Column column) {
        return new PlannedCell(
                ready.wanted(),
                ready.testCase(),
                column,
                Reproduction.line(
                        request,
                        ready.wanted(),
                        ready.testCase().feeding().sizing().dims(),
                        column));
    }

    /** The cell of half the batch. */
    static PlannedCell halved(RunRequest request, PlannedCell cell, RunEnvironment environment) {
        return cell(
                request,
                BatchFit.halved(
                        cell.wanted(),
                        one -> environment.prepare(one, request.invocation().seed())),
                cell.column());
    }

    /**
     * The browsers; where there is none, and native targets are asked for as well, a stand-in whose cells say so, for what
     * else was asked for runs all the same.
     */
    private static List<RunnerSource> browsers(RunRequest request, RunEnvironment environment) {
        boolean anyNative = request.cases().stream()
                .flatMap(wanted -> wanted.chains().stream())
                .anyMatch(chain -> chain.first().side() == Side.NATIVE);
        return environment.browsers().isEmpty() && anyNative
                ? List.of(AbsentSource.browser(environment.defects()))
                : environment.browsers();
    }

    /** A user who named some inputs may think that they were all. */
    private static void tellGenerated(SuiteCase wanted, PreparedCase testCase, RunListener listener) {
        if (wanted.model().feed().inputs().isEmpty()) {
            return;
        }
        for (String input : testCase.feeding().sizing().generated()) {
            listener.note("%s: input '%s' was %s; give it with --input %s=..."
                    .formatted(testCase.model().name(), input, testCase.notes().get("input " + input), input));
        }
    }
}
