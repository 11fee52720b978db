package dev.bascule.cli.simulate;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.workers.CoordinatorStore;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.record.RunRecording;
import dev.bascule.scheduling.simulate.compare.Experiment;
import dev.bascule.scheduling.simulate.forecast.Forecast;
import dev.bascule.scheduling.simulate.forecast.ForecastCheck;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.replay.Replay;
import dev.bascule.scheduling.simulate.validate.Check;
import dev.bascule.scheduling.simulate.validate.Validation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "simulate",
        abbreviateSynopsis = true,
        description = {
            "Simulates jobs on many machines, which need not be there, by the same policies that place real jobs.",
            "",
            "Runs nothing and measures nothing: all that it prints is SIMULATED, enters no history, and rests on parameters"
                    + " that the files call measured, predicted or assumed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule simulate fleet.yaml workload.yaml",
            "  bascule simulate fleet.yaml workload.yaml --policy fifo,assignment --seeds 20",
            "  bascule simulate --validate                        queues whose answers are known",
            "  bascule simulate fleet.yaml a.yaml b.yaml --forecast forecast.json",
            "  bascule simulate --check forecast.json run-*.jsonl",
            "  bascule simulate --record RUN --workload night run-1.jsonl",
            "  bascule simulate --replay run-1.jsonl"
        })
public final class SimulateCommand extends CliCommand {
    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description =
                    "A fleet and one workload or more, as YAML; of --check, records of real runs; of --record, the file to"
                            + " write, which is not there yet.")
    private List<Path> files = List.of();

    @Mixin
    private final SimulateOptions options = new SimulateOptions();

    @Mixin
    private final CoordinatorStore store = new CoordinatorStore();

    @Mixin
    private final JsonOption json = new JsonOption();

    SimulateCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        if (options.modes() > 1) {
            throw SimulateOptions.usage("--validate, --forecast, --check, --replay and --record exclude each other");
        }
        if (options.validate) {
            noFiles("--validate");
            return validate();
        }
        if (options.record.isPresent()) {
            return record(options.record.get(), CoordinatorStore.in(config));
        }
        if (options.replay.isPresent()) {
            noFiles("--replay");
            return replay(HeldToReality.record(options.replay.get()));
        }
        if (options.check.isPresent()) {
            return check(ForecastFile.read(options.check.get()));
        }
        List<Simulated> all = simulated();
        if (options.forecast.isPresent()) {
            String hash = ForecastFile.write(options.forecast.get(), forecast(all));
            console().say("forecast %s, SHA-256 %s".formatted(options.forecast.get(), hash));
        }
        if (json.wanted()) {
            JsonText.print(console(), SimulateDocument.of(all));
        } else {
            console().print(SimulateText.of(all));
        }
        return ExitCode.OK;
    }

    private void noFiles(String mode) {
        if (!files.isEmpty()) {
            throw SimulateOptions.usage("%s reads no other file, but '%s' is named".formatted(mode, files.get(0)));
        }
    }

    private ExitCode validate() {
        List<Check> checks = Validation.USUAL.checks();
        boolean passed = checks.stream().allMatch(Check::passed);
        if (json.wanted()) {
            JsonText.print(console(), SimulateDocument.validation(checks, passed));
        } else {
            console().print(SimulateText.of(checks, passed));
        }
        return passed ? ExitCode.OK : ExitCode.FAILURES;
    }

    private ExitCode record(String run, String store) {
        if (files.size() != 1) {
            throw SimulateOptions.usage("--record needs the one file to write");
        }
        options.refusePolicies();
        LedgerRows ledger;
        try (History history = HistoryAccess.existing(context(), store)) {
            ledger = history.ledger();
        }
        RecordedRun recorded = LedgerRecord.of(ledger, run, options.workload.orElse(run), options.seed);
        try {
            Files.writeString(files.get(0), RunRecording.write(recorded), StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.USAGE_ERROR,
                    "the record '%s' cannot be written: %s".formatted(files.get(0), FileErrorText.why(e)),
                    "name a file that is not there yet");
        }
        console()
                .say("%d jobs on %d workers in %s"
                        .formatted(
                                recorded.attempts().size(), recorded.workers().size(), files.get(0)));
        return ExitCode.OK;
    }

    private ExitCode replay(RecordedRun run) {
        List<Replay.Held> held = Replay.of(run).held();
        if (json.wanted()) {
            JsonText.print(console(), HeldToReality.document(run, held));
        } else {
            console().print(HeldToReality.text(run, held));
        }
        return held.stream().allMatch(Replay.Held::holds) ? ExitCode.OK : ExitCode.FAILURES;
    }

    private ExitCode check(Forecast forecast) {
        if (files.isEmpty()) {
            throw SimulateOptions.usage("--check needs records of real runs");
        }
        ForecastCheck check = ForecastCheck.of(
                forecast, files.stream().map(HeldToReality::record).toList());
        if (json.wanted()) {
            JsonText.print(console(), HeldToReality.document(check));
        } else {
            console().print(HeldToReality.text(check));
        }
        return check.holds() ? ExitCode.OK : ExitCode.FAILURES;
    }

    private Forecast forecast(List<Simulated> all) {
        List<Forecast.OfWorkload> workloads = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Simulated each = all.get(i);
            if (each.outcomes().stream().anyMatch(outcomes -> outcomes.inside() > 0)) {
                throw SimulateOptions.usage("of what is not done in the end there is no makespan to forecast");
            }
            workloads.add(new Forecast.OfWorkload(
                    each.experiment().workload().name(),
                    sha256(files.get(i + 1)),
                    each.experiment().baseline(),
                    each.outcomes().stream()
                            .map(outcomes -> new Forecast.OfPolicy(
                                    outcomes.policy(),
                                    outcomes.outcomes().stream()
                                            .map(outcome -> SimulateDocument.seconds(outcome.makespan()))
                                            .toList()))
                            .toList()));
        }
        return new Forecast(context().clock().instant(), sha256(files.get(0)), options.times(), workloads);
    }

    private static String sha256(Path file) {
        try {
            return Sha256.of(InputFile.text(file, InputFile.TEXT).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.CONFIG_INVALID, "cannot read '%s': %s".formatted(file, FileErrorText.why(e)));
        }
    }

    private List<Simulated> simulated() {
        if (files.size() < 2) {
            throw SimulateOptions.usage("name a fleet and a workload, or --validate, --check or --replay");
        }
        List<String> policies = options.policies();
        Fleet fleet = FleetReader.read(files.get(0));
        List<Experiment> experiments = new ArrayList<>();
        for (Path file : files.subList(1, files.size())) {
            experiments.add(new Experiment(
                    fleet,
                    WorkloadReader.read(file, fleet),
                    policies,
                    options.seeds(),
                    options.seed,
                    options.until(),
                    options.times()));
        }
        return experiments.stream().map(each -> new Simulated(each, each.run())).toList();
    }
}
