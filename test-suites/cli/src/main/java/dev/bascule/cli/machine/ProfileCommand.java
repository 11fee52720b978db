package dev.bascule.cli.machine;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.OutFolder;
import dev.bascule.app.run.RunPlan;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.output.profile.ProfileDocument;
import dev.bascule.cli.output.profile.ProfileText;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.export.OutputFiles;
import dev.bascule.studies.profile.ProfileReport;
import dev.bascule.studies.profile.ProfileRequest;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "profile",
        description = {
            "Measures what this machine's devices can do, native beside browser: bandwidth of each cache and of memory,"
                    + " arithmetic, matrix products and convolutions in each number format, threads, what a call and a"
                    + " transfer cost. Every result is checked; what is wrong or not supported has a reason and no number.",
            "",
            "Takes a few minutes; --quick is a first look. Leave the machine alone meanwhile. With --browsers auto it is"
                    + " one browser, the preferred one. Ends with exit code 5 when nothing could be measured."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule profile                            native beside the preferred browser",
            "  bascule profile --quick --browsers none    a first look at the native side",
            "  bascule profile --backends cpu,wasm        what WebAssembly leaves of the CPU",
            "  bascule profile --browsers all --out profile.json",
            "  bascule profile --json | jq '.places[].figures[] | select(.name == \"matmul\")'"
        })
public final class ProfileCommand extends CliCommand {
    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Option(
            names = "--backends",
            paramLabel = "ID",
            split = ",",
            description = "Backends to profile (default: all that there are).")
    private List<String> backends = List.of();

    @Option(names = "--quick", description = "Fewer sizes and samples.")
    private boolean quick;

    @Option(names = "--out", paramLabel = "FILE", description = "Write the JSON document into this file as well.")
    private @Nullable Path out;

    @Mixin
    private final JsonOption json = new JsonOption();

    ProfileCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(browsers.flags(), machineLock.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        Set<Backend> chosen = new LinkedHashSet<>();
        backends.forEach(id -> chosen.add(Backends.installed().require(id.strip())));
        ProfileRequest request = new ProfileRequest(
                new RunPlan(config).setup(() -> context().services().browsers().ids()),
                chosen,
                quick,
                config.get(Keys.MACHINE_LOCK));
        Optional.ofNullable(out).ifPresent(file -> OutFolder.check(file, "--out FILE"));
        ProfileReport report = context().interrupts().during(() -> measure(request));
        boolean interrupted = Thread.interrupted() || report.interrupted();
        new VerifiedHardware(context()).remember(report);
        if (json.wanted()) {
            JsonText.print(console(), ProfileDocument.of(report));
        } else {
            console().print(new ProfileText(console().outStyle()).render(report));
        }
        Optional.ofNullable(out)
                .ifPresent(file -> OutputFiles.write(file, Json.pretty(ProfileDocument.of(report)) + "\n"));
        if (interrupted) {
            return ExitCode.INTERRUPTED;
        }
        return report.isUseful() ? ExitCode.OK : ExitCode.ENVIRONMENT;
    }

    private ProfileReport measure(ProfileRequest request) {
        try (Progress progress = Progress.on(console())) {
            return context().services().profile().profile(request, progress);
        }
    }
}
