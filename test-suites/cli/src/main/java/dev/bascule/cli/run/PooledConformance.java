package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.orders.ConformanceJobs;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.PooledConformanceService;
import dev.bascule.app.orders.PooledJobs;
import dev.bascule.app.run.RunReports;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.options.OnOptions;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.workers.JoinText;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.studies.conformance.CaseSelection;
import dev.bascule.studies.conformance.CaseSelection.Chosen;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A conformance run on a pool of workers: divides its cases into shards, and merges what comes back.
 *
 * @param choice of cases, as for one machine
 * @param all that were read
 */
record PooledConformance(CliContext context, Config config, OnOptions on, CaseSelection choice, ConformanceCases all) {

    ExitCode run(ConformanceSession session, ConformanceRequest request, Chosen chosen, boolean selfCheck) {
        if (selfCheck || choice.shard().isPresent()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    selfCheck
                            ? "--self-check needs the outputs, which stay with the workers"
                            : "--on divides the cases into shards of its own",
                    selfCheck ? "leave out --on" : "leave out --shard");
        }
        try (JobPool pool = context.services()
                .pool(JoinText.read(on.on().orElseThrow(), context.folder(), config), context.console()::say)) {
            List<RunRecord> apart = new ArrayList<>();
            PooledConformanceService service = new PooledConformanceService(
                    new PooledJobs(pool, on.patience(), on.shown()),
                    on.where(),
                    (asked, workers) -> shards(chosen, workers),
                    new PooledConformanceService.Apart(context::newRunId, apart::add),
                    context.clock(),
                    context.console()::say);
            ExitCode end;
            try {
                end = session.by(() -> service)
                        .run(
                                request,
                                chosen,
                                false,
                                MachineLease.nothing(),
                                HistoryAccess.open(context, config.get(Keys.STORE)));
            } catch (RuntimeException e) {
                keep(session.completion(), apart, chosen);
                throw e;
            }
            List<ExitCode> ends = keep(session.completion(), apart, chosen);
            return ends.isEmpty() ? end : tellApart(request, apart.size() + 1, end);
        }
    }

    /** Each as a run of its own, beside the first. */
    private List<ExitCode> keep(ConformanceCompletion first, List<RunRecord> apart, Chosen chosen) {
        List<ExitCode> ends = new ArrayList<>();
        for (RunRecord run : apart) {
            RunRecord record = run.with(chosen.selection());
            String out = config.find(Keys.OUT)
                    .map(folder -> folder + "-" + (ends.size() + 2))
                    .orElseGet(() -> config.out(".bascule/reports/" + record.id()));
            RunReports reports = WantedReports.prepare(
                    context, config, out, first.reports().list() ? List.of("list") : List.of(), false);
            ConformanceCompletion completion =
                    new ConformanceCompletion(context, reports, first.failOn(), first.known(), false);
            ExpectationFiles.Planned planned =
                    completion.deliver(record, HistoryAccess.open(context, config.get(Keys.STORE)));
            ends.add(completion.judge(record, planned, record.extent().interrupted()));
        }
        return ends;
    }

    /** No run has every cell, so that none of them tells that all is well. */
    private ExitCode tellApart(ConformanceRequest request, int runs, ExitCode end) {
        ErrorReport.print(
                context.console(),
                new Failure(
                        ErrorCode.SHARD_MISSING,
                        "what came back is kept as %d runs, none of which has every cell: workers have unlike versions of a browser or an engine, or unlike systems; each run says which cells are in another"
                                .formatted(runs),
                        List.of("--where 'chrome=153', or a label that like workers have", "bascule queue --on pool")),
                Optional.empty(),
                request.invocation().command());
        return end == ExitCode.OK ? ErrorCode.SHARD_MISSING.exitCode() : end;
    }

    /** A part that holds nothing is none. */
    private List<Chosen> shards(Chosen chosen, int workers) {
        int of = ConformanceJobs.shards(chosen.cases().cases().size(), workers);
        if (of == 1) {
            return List.of(chosen);
        }
        List<Chosen> shards = new ArrayList<>();
        for (int part = 1; part <= of; part++) {
            Selection.Shard shard = Selection.Shard.of(part, of);
            try {
                shards.add(new CaseSelection(
                                choice.filters(), choice.sample(), Optional.of(shard), choice.shuffle(), choice.seed())
                        .from(all));
            } catch (BasculeException e) {
                if (e.code() != ErrorCode.NOTHING_SELECTED_TO_RUN) {
                    throw e;
                }
            }
        }
        return shards;
    }
}
