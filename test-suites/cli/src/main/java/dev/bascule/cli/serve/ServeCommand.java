package dev.bascule.cli.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.local.ServeService;
import dev.bascule.app.local.ServeService.ConnectedDevice;
import dev.bascule.app.local.ServeService.Serving;
import dev.bascule.app.run.OutFolder;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.RunReports;
import dev.bascule.bridge.dashboard.Dashboard;
import dev.bascule.bridge.dashboard.view.WatchedHistory;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.Interrupts;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.DashboardOptions;
import dev.bascule.cli.options.DeviceEngineOption;
import dev.bascule.cli.options.FailOnOption;
import dev.bascule.cli.options.InputOptions;
import dev.bascule.cli.options.MeasurementOptions;
import dev.bascule.cli.options.ReportOptions;
import dev.bascule.cli.options.ServeOptions;
import dev.bascule.cli.options.TargetOptions;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.run.PrintedReports;
import dev.bascule.cli.run.RunSession;
import dev.bascule.cli.run.WantedReports;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.HistoryOpening;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "serve",
        abbreviateSynopsis = true,
        description = {
            "Opens the dashboard: the matrix of the whole history, runs side by side and over time, and runs that are"
                    + " started from the page and watched live. Looking is free for whoever reaches the address; changing"
                    + " anything needs a sign-in, by the link that is shown, by a user's password, or by a token.",
            "Shows a second link and a QR code: any browser on any device, a phone included, that opens it becomes a"
                    + " runner until it leaves: the suite runs in it, and its results go to the history and to a report of"
                    + " their own. Its page must stay open and in front: browsers let pages sleep that nobody sees.",
            "Without an argument, devices run the built-in suite quickstart, on the browser backends."
        },
        subcommands = ServeUserCommand.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule serve                                  dashboard, and browsers of this machine",
            "  bascule serve --host 0.0.0.0 --https           phones and others of the network",
            "  bascule serve user add anna                    who may start runs; asks for the password",
            "  bascule serve --read-only --view public        for everybody to look at, and nothing else",
            "  bascule serve --coordinator --invite mac --tokens tokens   a pool of workers, and its pages",
            "  bascule serve --on @tokens/anna                 the pages of a pool that is elsewhere",
            "  bascule serve --models ./models --schedule '30 2 * * 1-5 quickstart mine.onnx' --out nightly",
            "  bascule serve model.onnx --host 0.0.0.0 --https --once --json > phone.json",
            "  bascule serve --devices 3 --backends webgpu --min-iterations 50"
        })
public final class ServeCommand extends CliCommand {
    @Parameters(
            paramLabel = "SUITE|MODEL",
            description = "A suite (name or .yaml file), or a model, as `bascule run` takes them.")
    private List<String> arguments = List.of();

    @Mixin
    private final ServeOptions serve = new ServeOptions();

    @Mixin
    private final DashboardOptions dashboard = new DashboardOptions();

    @Mixin
    private final PoolViewOptions pool = new PoolViewOptions();

    @Mixin
    private final TargetOptions targets = new TargetOptions();

    @Mixin
    private final InputOptions inputs = new InputOptions();

    @Mixin
    private final DeviceEngineOption engine = new DeviceEngineOption();

    @Mixin
    private final MeasurementOptions measurement = new MeasurementOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final FailOnOption failOn = new FailOnOption();

    ServeCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(targets.flags(), engine.flags(), measurement.flags(), report.flags(), failOn.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        pool.check();
        // Told now, and not when a device has come.
        config.refuseUntrusted(Keys.STORE, Keys.OUT, Keys.REPORTER, Keys.TEMPLATE);
        Optional<Integer> wanted = serve.devices();
        Optional<ServePlan> plan = ServePlan.of(config, arguments, inputs, targets.filters(), commandLine());
        if (plan.isEmpty() && wanted.isPresent()) {
            throw new BasculeException(ErrorCode.NOTHING_SELECTED_TO_RUN, ServePlan.ABSENT);
        }
        List<String> words = reporters(config, wanted);
        config.find(Keys.OUT)
                .ifPresent(folder -> OutFolder.prepare(context().folder().resolve(folder)));
        ServeService.ListenAddress entry = new ServeService.ListenAddress(
                serve.host(), serve.port(), certificates(), serve.grace(), config.find(Keys.ENGINE_VERSION));
        DashboardSetup dashboards = DashboardSetup.of(context(), dashboard, config);
        return context().interrupts().during(() -> {
            DashboardLinks links =
                    new DashboardLinks(console(), dashboards.policy().readOnly());
            DashboardDeviceLinks devices = new DashboardDeviceLinks();
            // A store that cannot be opened is told before somebody walks off to find a phone.
            WatchedHistory history =
                    new WatchedHistory(HistoryOpening.await(HistoryAccess.open(context(), config.get(Keys.STORE))));
            try (history;
                    ShownPool workers = ShownPool.open(context(), pool, config, history, commandLine());
                    Dashboard pages = dashboards.open(history, links, devices, workers.shown());
                    Serving serving = context().services().serve().open(entry, List.of(pages), console()::say)) {
                ServeSession session = new ServeSession(
                        console(),
                        wanted,
                        pages.jobs().machine(),
                        pages.jobs()::stop,
                        (device, part) -> plan.map(cases -> runOn(device, part, cases, config, words, history))
                                .orElseGet(() -> ServeSession.Finished.withoutPlan(device)));
                plan.ifPresentOrElse(
                        cases -> {
                            new LinkText(console(), serve.qr(), report.json()).show(serving);
                            devices.open(serving, List.of(RunPlan.name(cases.suites())));
                        },
                        () -> devices.stayShut(ServePlan.ABSENT));
                links.show(serving.addresses(), pages.linkToken());
                console().say(waiting(plan.isPresent(), wanted));
                ExitCode exit = session.serve(serving);
                if (report.json()) {
                    print(session.records());
                }
                return workers.exit(exit);
            }
        });
    }

    private static String waiting(boolean anything, Optional<Integer> wanted) {
        if (!anything) {
            return "devices would run nothing here: %s; --backends wasm or more lets them in. Ctrl-C ends"
                    .formatted(ServePlan.ABSENT);
        }
        return wanted.map(devices -> "waiting for " + Figures.counted(devices, "device"))
                .orElse("waiting for devices; Ctrl-C ends");
    }

    /** In the user's configuration, for devices trust what is in there. */
    private Optional<Path> certificates() {
        return serve.https()
                ? Optional.of(context().configLoader().userFile().resolveSibling("tls"))
                : Optional.empty();
    }

    /** Each device's reports are files of their own: a path would be written by one device after the other. */
    private List<String> reporters(Config config, Optional<Integer> wanted) {
        List<String> words = config.get(Keys.REPORTER);
        if (!wanted.equals(Optional.of(1)) && words.stream().anyMatch(word -> word.contains("="))) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--reporter NAME=PATH is one file for all devices",
                    "leave out =PATH: each device's report goes to the folder of its run",
                    "--once");
        }
        return report.json()
                ? words.stream().filter(word -> !word.equals("list")).toList()
                : words;
    }

    private ServeSession.Finished runOn(
            ConnectedDevice device,
            Console part,
            ServePlan plan,
            Config config,
            List<String> words,
            WatchedHistory history) {
        RunRequest request = plan.request(context().newRunId());
        String folder = config.out(".bascule/reports") + "/" + slug(device.name()) + request.id();
        RunReports reports = WantedReports.prepare(context(), config, folder, words, false);
        List<RunRecord> made = new CopyOnWriteArrayList<>();
        CliContext here = new CliContext(
                part,
                context().environment(),
                context().folder(),
                context().home(),
                context().clock(),
                context().random(),
                new AttachedDeviceServices(context().services(), device, made::add),
                Interrupts.none());
        ExitCode exit;
        try (MachineLease turn = device.machine()
                .take(MachineUse.TIMED, request.whenBusy(), request.invocation().command(), part::say)) {
            exit = new RunSession(here, reports, config.get(Keys.FAIL_ON))
                    .run(request, turn, CompletableFuture.completedFuture(history.borrowed()));
        }
        return ServeSession.Finished.of(device, exit, made.stream().findFirst());
    }

    /** A device's name as the beginning of a folder's. */
    private static String slug(String name) {
        String slug =
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return slug.isEmpty() ? "" : slug + "-";
    }

    private void print(List<RunRecord> records) {
        ObjectNode document = Json.MAPPER.createObjectNode().put("schemaVersion", 1);
        ArrayNode runs = document.putArray("runs");
        try {
            for (RunRecord record : records) {
                runs.add(Json.MAPPER.readTree(PrintedReports.document(record)));
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a run document that is no JSON", e);
        }
        JsonText.print(console(), document);
    }
}
