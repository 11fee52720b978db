package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.FailOn;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunReports;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.options.ExpectationOptions;
import dev.bascule.cli.options.FailOnOption;
import dev.bascule.cli.options.ReportOptions;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.conformance.MissingCells;
import dev.bascule.studies.conformance.RunMerger;
import dev.bascule.studies.conformance.ShardCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "merge",
        abbreviateSynopsis = true,
        description = {
            "Makes one run of the run.json of several shards of a conformance run: the worst verdict of each cell wins.",
            "They must be of the same cases, browsers and engines, and have the cases of the shard that they say they are.",
            "A shard, a column of one or a case that is missing is a failure; --fail-on never takes a part as it is.",
            "Runs with measured times are refused: `compare` and `matrix` read several of them from the history."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule merge shard-1/run.json shard-2/run.json --out all",
            "  bascule merge shard-* --expectations known.yaml --reporter junit=tests.xml"
        })
public final class MergeCommand extends CliCommand {
    @Parameters(arity = "1..*", paramLabel = "RUN.json", description = "A run.json, or a folder that holds one.")
    private List<Path> files = List.of();

    @Mixin
    private final ExpectationOptions expectations = new ExpectationOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final FailOnOption failOn = new FailOnOption();

    MergeCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(expectations.flags(), report.flags(), failOn.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        ExpectationFiles files = ExpectationFiles.of(context().folder(), config, expectations.update());
        String id = context().newRunId();
        List<RunMerger.Part> parts = this.files.stream().map(this::part).toList();
        ExpectationFiles known =
                files.ofParts(parts.stream().map(RunMerger.Part::run).toList());
        RunRecord merged = RunMerger.merge(parts, id, commandLine());
        RunReports reports = WantedReports.of(context(), config, id, report.json());
        noteMachines(parts);
        ConformanceCompletion completion =
                new ConformanceCompletion(context(), reports, config.get(Keys.FAIL_ON), known, true);
        ExpectationFiles.Planned planned =
                completion.deliver(merged, HistoryAccess.open(context(), config.get(Keys.STORE)));
        boolean missing = complainAboutMissing(merged);
        // What an interrupted run does not have, it says by being one.
        boolean lacking = !merged.extent().interrupted() && complainAboutLacking(MissingCells.of(parts), merged);
        boolean fewer = !merged.extent().interrupted() && complainAboutFewer(merged);
        boolean unread = complainAboutUnread(merged);
        ExitCode judged = completion.judge(merged, planned, merged.extent().interrupted());
        boolean incomplete = missing || lacking || fewer || unread;
        return judged == ExitCode.OK && incomplete && config.get(Keys.FAIL_ON) != FailOn.NEVER
                ? ExitCode.FAILURES
                : judged;
    }

    private RunMerger.Part part(Path given) {
        Path path = context().folder().resolve(given);
        Path file = Files.isDirectory(path) ? path.resolve("run.json") : path;
        return new RunMerger.Part(
                given.toString(), RunDocuments.read(file, context().clock().instant()));
    }

    /** The record has room for one machine. */
    private void noteMachines(List<RunMerger.Part> parts) {
        SortedSet<String> machines = parts.stream()
                .map(part -> part.run().machine().fingerprint())
                .collect(Collectors.toCollection(TreeSet::new));
        if (machines.size() > 1) {
            console()
                    .say("%s: these runs are of %d machines; the merged one names the first, %s"
                            .formatted(
                                    console().errStyle().warning("note"),
                                    machines.size(),
                                    parts.get(0).run().machine().fingerprint()));
        }
    }

    private boolean complainAboutMissing(RunRecord merged) {
        Optional<Selection.Shard> shard =
                merged.extent().selection().flatMap(Selection::shard).filter(one -> !one.isWhole());
        shard.ifPresent(some -> complain(
                Failure.of(
                        ErrorCode.SHARD_MISSING,
                        "of %d shards there are %d; missing: %s"
                                .formatted(
                                        some.of(),
                                        some.parts().size(),
                                        some.missing().stream()
                                                .map(String::valueOf)
                                                .collect(Collectors.joining(", ")))),
                merged));
        return shard.isPresent();
    }

    private boolean complainAboutLacking(List<MissingCells> missing, RunRecord merged) {
        if (!missing.isEmpty()) {
            complain(
                    Failure.of(
                            ErrorCode.SHARD_MISSING,
                            "the runs are not of the same columns: "
                                    + missing.stream().map(String::valueOf).collect(Collectors.joining("; ")),
                            "run those parts with the same --backends and browsers, and merge the run.json of every one"),
                    merged);
        }
        return !missing.isEmpty();
    }

    /** Every shard is there, and not every case. */
    private boolean complainAboutFewer(RunRecord merged) {
        Optional<Integer> fewer = ShardCases.lacking(merged);
        fewer.ifPresent(lacking -> complain(
                Failure.of(
                        ErrorCode.SHARD_MISSING,
                        "%s of those that the runs were to run have no cell in any of them"
                                .formatted(Figures.counted(lacking, "case")),
                        "make the runs of which parts are gone again, and merge the run.json of every one"),
                merged));
        return fewer.isPresent();
    }

    private boolean complainAboutUnread(RunRecord merged) {
        List<Selection.Unread> unread = merged.extent().unread();
        unread.forEach(one ->
                complain(Failure.of(one.code(), "%s cannot be read: %s".formatted(one.id(), one.message())), merged));
        return !unread.isEmpty();
    }

    private void complain(Failure failure, RunRecord merged) {
        ErrorReport.print(
                console(), failure, Optional.empty(), merged.invocation().command());
    }
}
