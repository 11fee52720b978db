package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunLookup;
import dev.bascule.app.run.RunReports;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.MachineTurn;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.VersionMatrix.Slice;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Runs the same cases with one version after the other, each as {@code run} does with a record of its own. A version that is
 * not to be had is left out, and says why.
 *
 * @param axis of what there are versions
 * @param shelf where they come from
 * @param published where they may be fetched, the releases that there are
 * @param request the run, whatever its version
 */
record OverRuns(
        CliContext context,
        Config config,
        Axis axis,
        VersionShelf shelf,
        Optional<List<ReleaseVersion>> published,
        RunRequest request) {
    /**
     * What came of it.
     *
     * @param slices the oldest version first
     * @param runs the run of each version that has one
     * @param costs what fallbacks cost elsewhere
     * @param broken what broke a run off that was to be broken off by nothing
     */
    record Found(
            List<Slice> slices,
            Map<String, String> runs,
            ElsewhereCosts costs,
            ExitCode end,
            Optional<RuntimeException> broken) {

        /** The end, once all of this was shown: as what broke a run off would have ended it. */
        ExitCode ended() {
            broken.ifPresent(why -> {
                throw why instanceof RunAbortedException aborted ? aborted.unwrapped() : why;
            });
            return end;
        }
    }

    /** How to run a version, or why not. */
    private record Ready(ReleaseVersion version, Optional<BrowserSetup> setup, String why) {
        static Ready not(ReleaseVersion version, String why) {
            return new Ready(version, Optional.empty(), why);
        }
    }

    /** Those that are known, in any order; npm's as well where the shelf may fetch. */
    static List<ReleaseVersion> known(VersionShelf shelf, Axis axis) {
        return shelf.versions(axis).stream()
                .flatMap(version -> ReleaseVersion.parse(version).stream())
                .toList();
    }

    /** @throws BasculeException {@link ErrorCode#NOTHING_RAN} where no version is to be had */
    Found of(List<ReleaseVersion> versions) {
        // Before anything is measured: a download is noise, and what is missing is told at once.
        List<Ready> ready = context.interrupts()
                .during(() -> versions.stream().map(this::ready).toList());
        if (context.interrupts().requested()) {
            throw new BasculeException(
                    ErrorCode.RUN_INTERRUPTED, "stopped while versions were fetched; nothing was run");
        }
        ready.stream()
                .filter(one -> one.setup().isEmpty())
                .forEach(one -> context.console()
                        .complain("%s %s is left out: %s".formatted(axis.product(), one.version(), one.why())));
        if (ready.stream().allMatch(one -> one.setup().isEmpty())) {
            throw new BasculeException(
                    ErrorCode.NOTHING_RAN,
                    "none of these versions is to be had: "
                            + ready.stream().map(Ready::why).distinct().collect(Collectors.joining("; ")),
                    "--fetch fetches versions from npm",
                    "bascule install %s@VERSION".formatted(axis.part()));
        }
        return run(ready);
    }

    private Ready ready(ReleaseVersion version) {
        if (version.isStable()
                && published.filter(known -> !known.contains(version)).isPresent()) {
            return Ready.not(version, "npm has no version %s of %s".formatted(version, axis.product()));
        }
        try {
            VersionShelf.Copy copy = shelf.fetch(axis, version.toString(), context.console()::say);
            if (copy instanceof VersionShelf.Copy.Missing missing) {
                return Ready.not(version, missing.why());
            }
            BrowserSetup setup = request.setup();
            return new Ready(
                    version,
                    Optional.of(
                            copy instanceof VersionShelf.Copy.Here here && axis == Axis.BROWSER
                                    ? setup.withBinary(here.place())
                                    : setup.withEngineVersion(version)),
                    "");
        } catch (BasculeException e) {
            if (e.code().exitCode() == ExitCode.ENVIRONMENT
                    || e.code().exitCode() == ExitCode.INFRASTRUCTURE
                    || OverTally.OF_THE_VERSION.contains(e.code())) {
                return Ready.not(version, e.failure().message());
            }
            throw e;
        }
    }

    private Found run(List<Ready> ready) {
        OverTally tally = new OverTally();
        MachineLease turn = new StoreTurn(
                        context, MachineTurn.lock(context, request), config.get(Keys.STORE), history -> {})
                .take(MachineUse.TIMED, request.whenBusy(), request.invocation().command());
        try (turn) {
            for (Ready one : ready) {
                String version = one.version().toString();
                Optional<String> over = one.setup().isEmpty() ? Optional.of(one.why()) : tally.over();
                if (over.isPresent()) {
                    tally.left(version, over.get());
                } else {
                    context.console().say("%s %s".formatted(axis.product(), version));
                    run(with(one.setup().orElseThrow()), version, turn, tally);
                }
            }
        }
        try {
            tally.requireRuns();
        } catch (RunAbortedException e) {
            throw e.unwrapped();
        }
        // The history cannot be read with a pending interrupt; the tally remembers it.
        Thread.interrupted();
        return found(ready, tally);
    }

    /** What other versions gave stays, whatever becomes of this one. */
    private void run(RunRequest own, String version, MachineLease turn, OverTally tally) {
        try {
            tally.ran(version, own.id(), run(own, version, turn));
        } catch (RunAbortedException e) {
            tally.keep(version, e);
            failed(own, version, e, e.reason(), tally);
        } catch (RuntimeException e) {
            failed(own, version, e, e, tally);
        }
    }

    private void failed(RunRequest own, String version, RuntimeException as, Throwable reason, OverTally tally) {
        if (context.interrupts().requested() || Thread.currentThread().isInterrupted()) {
            if (!tally.runs().isEmpty()) {
                ErrorReport.print(
                        context.console(),
                        Failure.of(
                                ErrorCode.RUN_INTERRUPTED,
                                "stopped while %s %s ran".formatted(axis.product(), version)),
                        Optional.of(as),
                        request.invocation().command());
            }
            tally.stopped(version, as);
        } else if (reason instanceof BasculeException known) {
            ErrorReport.print(
                    context.console(),
                    known.failure(),
                    Optional.of(known),
                    own.invocation().command());
            tally.failed(version, known);
        } else {
            tally.broken(version, as);
        }
    }

    private ExitCode run(RunRequest own, String version, MachineLease turn) {
        String out = config.find(Keys.OUT)
                .map(folder -> folder + "/" + version)
                .orElseGet(() -> config.out(".bascule/reports/" + own.id()));
        // Not printed one by one: the matrix after the last run has them all.
        RunReports reports = WantedReports.prepare(context, config, out, List.of(), false);
        return new RunSession(context, reports, config.get(Keys.FAIL_ON))
                .runOrAbort(own, turn, HistoryAccess.open(context, config.get(Keys.STORE)));
    }

    private RunRequest with(BrowserSetup setup) {
        Invocation asked = request.invocation();
        return new RunRequest(
                new Invocation(context.newRunId(), asked.suite(), asked.suiteHash(), asked.seed(), asked.command()),
                request.cases(),
                setup,
                request.retries(),
                request.whenBusy(),
                request.workers(),
                request.fetched());
    }

    private Found found(List<Ready> ready, OverTally tally) {
        try (History history = HistoryOpening.await(HistoryAccess.open(context, config.get(Keys.STORE)))) {
            List<Slice> slices = new ArrayList<>();
            List<CaseResult> all = new ArrayList<>();
            for (Ready one : ready) {
                String version = one.version().toString();
                List<CaseResult> cells = tally.kept(version)
                        .or(() -> tally.run(version).map(run -> RunLookup.find(history, run)))
                        .map(CaseResult::allOf)
                        .orElse(List.of());
                all.addAll(cells);
                slices.add(new Slice(version, cells, tally.absent(version)));
            }
            return new Found(slices, tally.runs(), ElsewhereLookup.of(all, history), tally.end(), tally.broken());
        }
    }
}
