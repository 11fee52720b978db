package dev.bascule.cli.machine;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.install.InstalledSets;
import dev.bascule.app.run.OutFolder;
import dev.bascule.app.run.RunPlan;
import dev.bascule.cli.collect.Collecting;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.command.Version;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.cli.output.Redaction;
import dev.bascule.cli.output.doctor.BugReport;
import dev.bascule.cli.output.doctor.DoctorDocument;
import dev.bascule.cli.output.doctor.DoctorText;
import dev.bascule.cli.output.doctor.ModelCheckText;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.HardwareTests;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.export.OutputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
            "  bascule doctor --json | jq '.browsers[].backends[]'",
            "  bascule doctor --report md bug.md",
            "  bascule doctor --check-model model.onnx",
            "  bascule doctor --check-model bert-base --no-run",
            "  bascule doctor --test-hardware --browsers none",
            "  bascule doctor --calibrate",
            "",
            "Schemas of the documents are in the jar: dev/bascule/cli/doctor-v1.schema.json,",
            "model-check-v1.schema.json and bug-report-v1.schema.json beside it."
        })
public final class DoctorCommand extends CliCommand {
    private static final List<String> FORMATS = List.of("md", "json");

    @Option(
            names = "--report",
            arity = "1..2",
            paramLabel = "md|json [FILE]",
            hideParamSyntax = true,
            description = "Writes a bug report, without names, paths of home folders or secrets, to FILE or stdout.")
    private List<String> report = List.of();

    @Option(
            names = "--check-model",
            paramLabel = "MODEL",
            description =
                    "Says of each backend here whether it runs this model: measured by a short try, else predicted"
                            + " from its file, free memory and the history, else unknown and why."
                            + " Exit code 1 when nothing is known to run it.")
    private @Nullable String model;

    @Option(names = "--no-run", description = "With --check-model: tries nothing, and says what can be foreseen.")
    private boolean noRun;

    @Option(
            names = "--test-hardware",
            description =
                    "Runs a battery of small operators on every backend that works, and holds each answer against a plain"
                            + " computation. What is right and proven there is remembered as verified until the machine"
                            + " changes, and so is how each backend adds up products, which `matrix --ops` shows. Exit"
                            + " code 1 when an answer is wrong or something crashed.")
    private boolean testHardware;

    @Option(
            names = "--calibrate",
            description =
                    "Measures, in about a minute for each backend of each browser and natively, the ten models that tell most"
                            + " of a machine, so that predictions have something to rest on; what the history has already is left out."
                            + " The same as collect --probes 10 --threads 1.")
    private boolean calibrate;

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    DoctorCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(browsers.flags(), store.flags());
    }

    @Override
    protected ExitCode execute(Config given) {
        refuseMisuse();
        // Whoever wonders what is wrong here is to see it, and be told of the file as well.
        UntrustedText.of(given, "left out").ifPresent(console()::say);
        Config config = given.withoutRefused();
        if (report.size() > 1) {
            OutFolder.check(reportFile(), "--report %s FILE".formatted(report.get(0)));
        }
        if (calibrate) {
            return Collecting.calibration(context(), config, commandLine()).run(json.wanted());
        }
        BrowserSetup setup =
                new RunPlan(config).setup(() -> context().services().browsers().ids());
        if (model != null) {
            return checkModel(model, config, setup);
        }
        VerifiedHardware hardware = new VerifiedHardware(context());
        DoctorReport found = context().interrupts().during(() -> {
            DoctorReport examined = examine(setup);
            return testHardware ? hardware.tested(examined, setup, commandLine()) : hardware.recalled(examined);
        });
        boolean interrupted = Thread.interrupted();
        if (!report.isEmpty()) {
            write(found);
        } else if (json.wanted()) {
            JsonText.print(console(), DoctorDocument.of(found));
        } else {
            console().print(new DoctorText(console().outStyle(), console().verbosity()).render(found));
        }
        if (interrupted) {
            return ExitCode.INTERRUPTED;
        }
        if (!found.isUsable()
                || found.tests()
                        .filter(tests -> !tests.isUseful() && tests.isGood())
                        .isPresent()) {
            return ExitCode.ENVIRONMENT;
        }
        return found.tests().map(HardwareTests::isGood).orElse(true) ? ExitCode.OK : ExitCode.FAILURES;
    }

    private DoctorReport examine(BrowserSetup setup) {
        try (Progress progress = Progress.on(console())) {
            return context().services().doctor().examine(setup, progress);
        }
    }

    private void write(DoctorReport found) {
        BugReport bug = BugReport.of(
                Version.number(),
                context().clock().instant().toString(),
                commandLine(),
                context().environment(),
                InstalledSets.in(HostEnvironment.ofProcess().libraries()),
                found,
                new Redaction(System.getProperty("user.name", ""), hosts(), System.getProperty("user.home", "")));
        String text = report.get(0).equals("md") ? bug.markdown() : bug.json();
        if (report.size() == 1) {
            console().print(text);
            return;
        }
        Path file = reportFile();
        OutputFiles.write(file, text);
        console().say("bug report in %s; read it before you hand it on".formatted(file));
    }

    private Path reportFile() {
        return context().folder().resolve(report.get(1));
    }

    /** What this machine calls itself; nobody is asked by the network. */
    private Set<String> hosts() {
        Set<String> names = new HashSet<>();
        for (String variable : List.of("HOSTNAME", "COMPUTERNAME", "HOST")) {
            Optional.ofNullable(context().environment().get(variable))
                    .filter(name -> !name.isBlank())
                    .ifPresent(names::add);
        }
        try {
            Path file = Path.of("/etc/hostname");
            if (Files.isReadable(file)) {
                names.add(Files.readString(file).strip());
            }
        } catch (IOException e) {
            // Then it is not in a file.
        }
        names.remove("");
        return names;
    }

    private ExitCode checkModel(String asked, Config config, BrowserSetup setup) {
        ModelCheck check = context()
                .interrupts()
                .during(() -> new ModelChecker(context(), config, setup).check(asked, !noRun, commandLine()));
        if (json.wanted()) {
            JsonText.print(console(), ModelCheckDocument.of(check));
        } else {
            ModelCheckText text = new ModelCheckText(console().outStyle());
            StringBuilder out = new StringBuilder(text.head(check.model(), check.need(), check.free()));
            check.rows().stream()
                    .filter(row -> row.answer() != ModelCheck.Answer.NOT_HERE)
                    .forEach(row -> out.append(text.line(
                            good(row.answer()),
                            row.backend(),
                            row.where(),
                            ModelCheck.word(row.basis()),
                            row.reason(),
                            row.remedy())));
            check.rows().stream()
                    .filter(row -> row.answer() == ModelCheck.Answer.NOT_HERE)
                    .forEach(row -> out.append(text.absent(row.backend(), row.reason())));
            console().print(out.toString());
        }
        if (Thread.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return check.isRunnable() ? ExitCode.OK : ExitCode.FAILURES;
    }

    private static Optional<Boolean> good(ModelCheck.Answer answer) {
        return switch (answer) {
            case YES, PARTLY -> Optional.of(true);
            case NO -> Optional.of(false);
            case NOT_HERE, UNKNOWN -> Optional.empty();
        };
    }

    private void refuseMisuse() {
        if (!report.isEmpty() && !FORMATS.contains(report.get(0))) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a report is md or json, not '%s'".formatted(report.get(0)),
                    "bascule doctor --report md");
        }
        if (!report.isEmpty() && (json.wanted() || model != null)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--report stands alone: --json and --check-model print documents of their own",
                    "bascule doctor --report json");
        }
        if (testHardware && model != null) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--test-hardware tries the devices, --check-model a model: one at a time",
                    "bascule doctor --test-hardware");
        }
        if (calibrate && (testHardware || model != null || !report.isEmpty())) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--calibrate stands alone: it measures models, and examines nothing",
                    "bascule doctor --calibrate");
        }
        if (noRun && model == null) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--no-run belongs to --check-model",
                    "bascule doctor --check-model MODEL --no-run");
        }
    }
}
