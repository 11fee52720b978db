package dev.bascule.cli;

import dev.bascule.cli.config.Config;
import dev.bascule.cli.config.Flags;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.output.DoctorDocument;
import dev.bascule.cli.output.DoctorText;
import dev.bascule.cli.output.Progress;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.suites.service.BrowserSetup;
import dev.bascule.suites.service.DoctorReport;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "doctor",
        description = {
            "Finds browsers and native runtimes and verifies each by running a tiny model on it.",
            "Ends with exit code 5 when nothing at all can run."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule doctor",
            "  bascule doctor --browsers none",
            "  bascule doctor --json | jq '.browsers[].backends[]'"
        })
final class DoctorCommand extends CliCommand {
    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final JsonOption json = new JsonOption();

    DoctorCommand(CliContext context) {
        super(context);
    }

    @Override
    List<Flags> flags() {
        return List.of(browsers.flags());
    }

    @Override
    ExitCode execute(Config config) {
        BrowserSetup browsers =
                new RunPlan(config).setup(() -> context().services().browsers().ids());
        DoctorReport report = context().interrupts().during(() -> examine(browsers));
        boolean interrupted = Thread.interrupted();
        if (json.wanted()) {
            JsonText.print(console(), DoctorDocument.of(report));
        } else {
            console().print(new DoctorText(console().outStyle(), console().verbosity()).render(report));
        }
        if (interrupted) {
            return ExitCode.INTERRUPTED;
        }
        return report.isUsable() ? ExitCode.OK : ExitCode.ENVIRONMENT;
    }

    private DoctorReport examine(BrowserSetup browsers) {
        try (Progress progress = Progress.on(console())) {
            return context().services().doctor().examine(browsers, progress);
        }
    }
}
