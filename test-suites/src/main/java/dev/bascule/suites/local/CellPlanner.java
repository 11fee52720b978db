package dev.bascule.suites.local;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.nativerunner.devices.DeviceSurvey;
import dev.bascule.nativerunner.devices.LocalSystem;
import dev.bascule.suites.execution.AbsentSource;
import dev.bascule.suites.execution.Column;
import dev.bascule.suites.execution.ColumnPlanner;
import dev.bascule.suites.execution.PreparedCase;
import dev.bascule.suites.execution.RunnerSource;
import dev.bascule.suites.execution.TimeLedger;
import dev.bascule.suites.models.ModelSource;
import dev.bascule.suites.service.BrowserChoice;
import dev.bascule.suites.service.RunListener;
import dev.bascule.suites.service.RunRequest;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.workload.FreeMemory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Makes the cells of a request: each case with its model and inputs, on each of its columns. Stateless. */
final class CellPlanner {
    private CellPlanner() {}

    static List<PlannedCell> plan(RunRequest request, Workbench bench, TimeLedger ledger, RunListener listener) {
        List<PlannedCell> plan = new ArrayList<>();
        Supplier<List<Device>> devices = CellPlanner::devices;
        for (SuiteCase wanted : request.cases()) {
            ModelFormat format =
                    ModelSource.parse(wanted.model().reference(), Path.of("")).format();
            List<Column> wantedColumns = columns(wanted, format, request, bench);
            if (format == ModelFormat.TORCHSCRIPT
                    && wanted.chains().stream().anyMatch(chain -> chain.first().side() == Side.BROWSER)) {
                listener.note("%s is TorchScript, which no browser opens: native backends only"
                        .formatted(wanted.model().name()));
            }
            if (wantedColumns.isEmpty() || Thread.currentThread().isInterrupted()) {
                continue;
            }
            Set<RunnerSource> pages = new LinkedHashSet<>();
            wantedColumns.forEach(column -> pages.addAll(column.browsers()));
            BatchFit.Ready ready = ledger.time(
                    "models and inputs",
                    () -> new BatchFit(() -> FreeMemory.ofHost().within(backends(wantedColumns)))
                            .fit(wanted, one -> bench.prepare(one, request.seed(), pages), listener));
            tellGenerated(wanted, ready.kase(), listener);
            wantedColumns.forEach(column -> {
                BatchFit.warn(ready.kase(), column.chain().first(), devices, listener);
                plan.add(cell(request, ready, column));
            });
        }
        if (plan.isEmpty() && !Thread.currentThread().isInterrupted()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN, "no case has a target among the browsers and backends selected");
        }
        return plan;
    }

    /** By files alone: a run waits for no tool. A reader that fails costs its own devices. */
    private static List<Device> devices() {
        return DeviceSurvey.quick(new LocalSystem()).hardware().devices();
    }

    private static List<Column> columns(SuiteCase wanted, ModelFormat format, RunRequest request, Workbench bench) {
        Optional<RunnerSource> nativeSource = bench.nativeSource().forFormat(format);
        List<RunnerSource> browsers = browsers(request, bench).stream()
                .flatMap(browser -> browser.forFormat(format).stream())
                .toList();
        boolean browsersOpenIt = format == ModelFormat.ONNX || !browsers.isEmpty();
        ColumnPlanner planner = new ColumnPlanner(
                browsersOpenIt ? request.browsers() : new BrowserChoice.None(),
                browsers,
                nativeSource.orElseGet(bench::nativeSource),
                bench.machine().hasHardwareGpu());
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
                ready.wanted(), ready.kase(), column, Reproduction.line(request, ready.wanted(), column));
    }

    /** The cell of half the batch. */
    static PlannedCell halved(RunRequest request, PlannedCell cell, Workbench bench) {
        return cell(
                request,
                BatchFit.halved(cell.wanted(), one -> bench.prepare(one, request.seed(), cell.browsers())),
                cell.column());
    }

    /**
     * The browsers; where there is none, and native targets are asked for as well, a stand-in whose cells say so, for what
     * else was asked for runs all the same.
     */
    private static List<RunnerSource> browsers(RunRequest request, Workbench bench) {
        boolean anyNative = request.cases().stream()
                .flatMap(wanted -> wanted.chains().stream())
                .anyMatch(chain -> chain.first().side() == Side.NATIVE);
        return bench.browsers().isEmpty() && anyNative
                ? List.of(AbsentSource.browser(bench.defects()))
                : bench.browsers();
    }

    /** A user who named some inputs may think that they were all. */
    private static void tellGenerated(SuiteCase wanted, PreparedCase kase, RunListener listener) {
        if (wanted.model().inputs().isEmpty()) {
            return;
        }
        kase.notes().forEach((name, note) -> {
            if (name.startsWith("input ") && note.startsWith("generated")) {
                String input = name.substring("input ".length());
                listener.note("%s: input '%s' was %s; give it with --input %s=..."
                        .formatted(kase.model().name(), input, note, input));
            }
        });
    }
}
