package dev.bascule.cli.simulate;

import dev.bascule.app.config.Config;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.scheduling.simulate.compare.Experiment;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.validate.Check;
import dev.bascule.scheduling.simulate.validate.Validation;
import java.nio.file.Path;
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
            "  bascule simulate --replay run-1.jsonl"
        })
public final class SimulateCommand extends CliCommand {
    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "A fleet and one workload or more, as YAML; of --check, records of real runs.")
    private List<Path> files = List.of();

    @Mixin
    private final SimulateOptions options = new SimulateOptions();

    @Mixin
    private final JsonOption json = new JsonOption();

    SimulateCommand(CliContext context) {
        super(context);
    }

    @Override
    protected ExitCode execute(Config config) {
        if (options.modes() > 1) {
            throw SimulateOptions.usage("--validate, --forecast, --check and --replay exclude each other");
        }
        if (options.validate) {
            noFiles("--validate");
            return validate();
        }
        List<Simulated> all = simulated();
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
                    options.until()));
        }
        return experiments.stream().map(each -> new Simulated(each, each.run())).toList();
    }
}
