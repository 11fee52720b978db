package dev.bascule.cli.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.orders.CasesJobs;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.JobsOutcome;
import dev.bascule.app.orders.LostCells;
import dev.bascule.app.orders.MachineRecords;
import dev.bascule.app.orders.PoolJob;
import dev.bascule.app.orders.PooledJobs;
import dev.bascule.app.run.RunReports;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.OnOptions;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.cli.workers.JoinText;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.scheduling.worker.Inventory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A run on a pool of workers: sends its jobs, and delivers what comes back as one run for each machine.
 *
 * @param elsewhere whether what failed for a reason of the hardware is tried on other hardware
 * @param json whether stdout gets the document
 */
record PooledRun(CliContext context, Config config, OnOptions on, boolean elsewhere, boolean json) {

    ExitCode run(RunRequest request) {
        // A store that cannot be opened is told before anything is sent.
        HistoryOpening.await(HistoryAccess.open(context, config.get(Keys.STORE)))
                .close();
        RunReports reports = WantedReports.of(context, config, request.id(), json);
        try {
            return context.interrupts().during(() -> deliver(request, reports, gather(request)));
        } catch (RuntimeException e) {
            reports.folder().abandon();
            throw e;
        }
    }

    /** What came back, and what did not. */
    private record Gathered(
            MachineRecords records, List<JobsOutcome.Lost> lost, List<UnrunCell> notRun, boolean interrupted) {}

    private Gathered gather(RunRequest request) {
        CasesJobs.refuseLocal(request.setup());
        ModelResolver models = new ModelResolver(
                CacheFolder.of(context.environment(), context.home()), HubSettings.of(context.environment()));
        MachineRecords records = new MachineRecords(request);
        try (JobPool pool = context.services()
                        .pool(JoinText.read(on.on().orElseThrow(), context.folder(), config), context.console()::say);
                Progress progress = Progress.on(context.console())) {
            PooledJobs pooled = new PooledJobs(pool, on.patience(), on.shown());
            List<PoolJob> jobs =
                    new CasesJobs(models, on.where(), elsewhere, inventories(pooled, progress::note)).of(request);
            progress.planned(jobs.stream().mapToInt(PoolJob::cells).sum());
            Told told = new Told(records, progress, context, new ArrayList<>(), new ArrayList<>());
            JobsOutcome outcome = pooled.run(request.id(), jobs, told);
            List<JobsOutcome.Lost> lost = new ArrayList<>(outcome.lost());
            lost.addAll(told.refused());
            return new Gathered(records, lost, LostCells.of(jobs, told.taken(), lost), outcome.interrupted());
        }
    }

    private static List<Inventory> inventories(PooledJobs pooled, Consumer<String> talk) {
        try {
            return pooled.inventories(talk);
        } catch (InterruptedException e) {
            throw new BasculeException(ErrorCode.RUN_INTERRUPTED, "stopped before anything was sent");
        }
    }

    /** Takes each result when it comes. */
    private record Told(
            MachineRecords records,
            Progress progress,
            CliContext context,
            List<PoolJob> taken,
            List<JobsOutcome.Lost> refused)
            implements PooledJobs.Listener {
        @Override
        public void say(String what) {
            progress.note(what);
        }

        @Override
        public void sent(String what) {
            progress.note(what);
        }

        @Override
        public void done(JobsOutcome.Done job) {
            try {
                records.add(job, context.clock().instant())
                        .runs()
                        .forEach(run -> progress.finished(new RunListener.Cell(run.caseId(), run.chain()), run));
                taken.add(job.job());
            } catch (BasculeException e) {
                refused.add(new JobsOutcome.Lost(job.job(), e.failure()));
            }
        }
    }

    private ExitCode deliver(RunRequest request, RunReports reports, Gathered gathered) {
        List<MachineRecords.OfMachine> machines =
                gathered.records().records(context::newRunId, gathered.interrupted(), gathered.notRun());
        if (machines.isEmpty()) {
            reports.folder().abandon();
            if (gathered.interrupted()) {
                throw new BasculeException(ErrorCode.RUN_INTERRUPTED, "stopped before anything came back");
            }
            tell(gathered.lost(), request);
            throw new BasculeException(
                    ErrorCode.NOTHING_RAN,
                    "nothing ran: no job came back with a result",
                    "bascule queue --on URL#TOKEN");
        }
        List<ExitCode> ends = new ArrayList<>();
        if (machines.size() == 1) {
            ends.add(new RunSession(context, reports, config.get(Keys.FAIL_ON))
                    .finish(machines.get(0).record(), HistoryAccess.open(context, config.get(Keys.STORE))));
        } else {
            reports.folder().abandon();
            machines.forEach(machine -> ends.add(delivered(machine, machines, request)));
            together(machines);
        }
        machines.forEach(machine -> context.console()
                .say("%s on %s: %s, run %s"
                        .formatted(
                                machine.worker(),
                                machine.record().machine().cpu().name(),
                                Figures.counted(machine.record().runs().size(), "cell"),
                                machine.record().id())));
        tell(gathered.lost(), request);
        return worst(ends, gathered.lost());
    }

    /** What cannot be delivered is told, and keeps no other from it. */
    private ExitCode delivered(
            MachineRecords.OfMachine machine, List<MachineRecords.OfMachine> all, RunRequest request) {
        try {
            return deliver(machine, all);
        } catch (BasculeException e) {
            ErrorReport.print(
                    context.console(),
                    new Failure(
                            e.code(),
                            "the run of %s: %s"
                                    .formatted(machine.worker(), e.failure().message()),
                            e.failure().remedies()),
                    Optional.empty(),
                    request.invocation().command());
            return e.code().exitCode();
        }
    }

    /** Into a folder of its own; the matrix after the last has them all. */
    private ExitCode deliver(MachineRecords.OfMachine machine, List<MachineRecords.OfMachine> all) {
        String id = machine.record().id();
        boolean only = all.stream()
                        .filter(other -> other.worker().equals(machine.worker()))
                        .count()
                == 1;
        String out = config.find(Keys.OUT)
                .map(folder -> folder + "/" + machine.worker() + (only ? "" : "-" + id))
                .orElseGet(() -> config.out(".bascule/reports/" + id));
        RunReports reports = WantedReports.prepare(context, config, out, List.of(), false);
        return new RunSession(context, reports, config.get(Keys.FAIL_ON))
                .finish(machine.record(), HistoryAccess.open(context, config.get(Keys.STORE)));
    }

    private void together(List<MachineRecords.OfMachine> machines) {
        if (json) {
            ObjectNode document = Json.MAPPER.createObjectNode().put("schemaVersion", 1);
            ArrayNode runs = document.putArray("runs");
            machines.forEach(machine -> runs.add(tree(machine.record())));
            JsonText.print(context.console(), document);
            return;
        }
        List<CaseResult> cells = machines.stream()
                .flatMap(machine -> CaseResult.allOf(machine.record()).stream())
                .toList();
        try (History history = HistoryOpening.await(HistoryAccess.open(context, config.get(Keys.STORE)))) {
            context.console()
                    .print(PrintedReports.matrix(cells, ElsewhereLookup.of(cells, history), context.console()));
        }
    }

    private static JsonNode tree(RunRecord record) {
        try {
            return Json.MAPPER.readTree(PrintedReports.document(record));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a run document that is no JSON", e);
        }
    }

    /** What did not run, and why; alike ones once. */
    private void tell(List<JobsOutcome.Lost> lost, RunRequest request) {
        lost.stream().map(JobsOutcome.Lost::why).distinct().forEach(why -> {
            List<String> jobs = lost.stream()
                    .filter(one -> one.why().equals(why))
                    .map(one -> one.job().what())
                    .toList();
            ErrorReport.print(
                    context.console(),
                    new Failure(
                            why.code(),
                            "%s: not run: %s".formatted(String.join("; ", jobs), why.message()),
                            why.remedies()),
                    Optional.empty(),
                    request.invocation().command());
        });
    }

    /** An interrupt before all; a failure before what was not run, which comes before a run in which all is fine. */
    private static ExitCode worst(List<ExitCode> ends, List<JobsOutcome.Lost> lost) {
        for (ExitCode code : List.of(ExitCode.INTERRUPTED, ExitCode.BUG, ExitCode.FAILURES)) {
            if (ends.contains(code)) {
                return code;
            }
        }
        return lost.stream()
                .map(one -> one.why().code().exitCode())
                .filter(code -> code != ExitCode.OK)
                .findFirst()
                .orElseGet(() -> ends.contains(ExitCode.OK) ? ExitCode.OK : ends.get(0));
    }
}
