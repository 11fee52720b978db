package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.orders.ConformanceJobs;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.PooledConformanceService;
import dev.bascule.app.orders.PooledJobs;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.options.OnOptions;
import dev.bascule.cli.workers.JoinText;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
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
            PooledConformanceService service = new PooledConformanceService(
                    new PooledJobs(pool, on.patience()),
                    on.where(),
                    asked -> shards(chosen),
                    context.clock(),
                    context.console()::say);
            return session.by(() -> service)
                    .run(
                            request,
                            chosen,
                            false,
                            MachineLease.nothing(),
                            HistoryAccess.open(context, config.get(Keys.STORE)));
        }
    }

    /** A part that holds nothing is none. */
    private List<Chosen> shards(Chosen chosen) {
        int of = Math.max(1, -Math.floorDiv(-chosen.cases().cases().size(), ConformanceJobs.CASES));
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
