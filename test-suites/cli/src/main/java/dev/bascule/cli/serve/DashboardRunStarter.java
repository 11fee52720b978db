package dev.bascule.cli.serve;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.IneffectiveOptions;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.bridge.dashboard.job.Catalog;
import dev.bascule.bridge.dashboard.job.JobRequest;
import dev.bascule.bridge.dashboard.job.RunStarter;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.MachineTurn;
import dev.bascule.cli.output.Shell;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The starter of the dashboard's runs: each is the run that the same words on the command line would be. Thread-safe.
 *
 * @param offer what the words may be
 * @param reports where the reports of its runs go
 * @param store the history's file, where it is not the usual one: its command lines name it
 */
record DashboardRunStarter(CliContext context, DashboardCatalog offer, ReportPlace reports, Optional<String> store)
        implements RunStarter {
    private static final String NONE = "none";
    private static final String CHAIN_DIVIDER = ";";

    @Override
    public Catalog catalog() {
        return offer.catalog(context.services().browsers());
    }

    @Override
    public Work check(JobRequest request) {
        if (request.what().isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "the job names no suite and no model",
                    "choose one of GET /api/v1/catalog");
        }
        List<String> words = request.what().stream().map(offer::argument).toList();
        Flags flags = flags(request);
        Config config = context.configLoader().load(flags);
        RunPlan plan = new RunPlan(config);
        BrowserSetup setup = plan.setup(() -> context.services().browsers().ids());
        List<Suite> suites = SuiteArguments.read(words);
        List<SuiteCase> cases = plan.cases(suites, request.filters(), setup.choice());
        IneffectiveOptions.refuse(config, cases);
        String command = command(words, request.filters(), flags);
        RunRequest run = new RunRequest(
                        new Invocation(
                                context.newRunId(),
                                RunPlan.name(suites),
                                RunPlan.hash(suites),
                                plan.seed(suites),
                                command),
                        cases,
                        setup,
                        config.get(Keys.RETRIES))
                .with(config.get(Keys.MACHINE_LOCK));
        return new DashboardWork(context, reports, run);
    }

    private Flags flags(JobRequest request) {
        Flags flags = new Flags();
        request.backends().ifPresent(list -> add(flags, Keys.BACKENDS, list, ","));
        request.chains().ifPresent(list -> add(flags, Keys.CHAINS, list, CHAIN_DIVIDER));
        request.browsers().ifPresent(list -> add(flags, Keys.BROWSERS, list, ","));
        request.settings().forEach((name, text) -> {
            Key<?> key = DashboardCatalog.SETTINGS.stream()
                    .filter(known -> known.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> unknownSetting(name));
            flags.add(key, key.option(), text);
        });
        return flags;
    }

    private static void add(Flags flags, Key<?> key, List<String> items, String divider) {
        flags.add(key, key.option(), items.isEmpty() ? NONE : String.join(divider, items));
    }

    private static BasculeException unknownSetting(String name) {
        List<String> known = DashboardCatalog.SETTINGS.stream().map(Key::name).toList();
        return new BasculeException(
                ErrorCode.USAGE_ERROR, "there is no setting '%s'%s".formatted(name, Nearest.hint(name, known)));
    }

    private String command(List<String> words, List<String> filters, Flags flags) {
        List<String> line = new ArrayList<>(List.of("run"));
        line.addAll(words);
        flags.given().forEach((key, flag) -> line.addAll(typed(key, flag.text())));
        filters.forEach(filter -> line.addAll(List.of("--filter", filter)));
        store.ifPresent(file -> line.addAll(List.of(Keys.STORE.option(), file)));
        return Shell.line(line);
    }

    /** As the command line has it, where chains come one by one and {@code --strict} stands alone. */
    private static List<String> typed(Key<?> key, String text) {
        if (key.equals(Keys.STRICT)) {
            return text.equals("on") ? List.of(key.option()) : List.of();
        }
        if (!key.equals(Keys.CHAINS)) {
            return List.of(key.option(), text);
        }
        return text.equals(NONE)
                ? List.of(Keys.STRICT.option())
                : Stream.of(text.split(CHAIN_DIVIDER))
                        .flatMap(chain -> Stream.of("--chain", chain))
                        .toList();
    }

    private record DashboardWork(CliContext context, ReportPlace reports, RunRequest request) implements Work {

        @Override
        public String runId() {
            return request.id();
        }

        @Override
        public Plan plan() {
            return new Plan(
                    request.invocation().suite(),
                    request.invocation().command(),
                    request.cases().stream()
                            .flatMap(one -> one.chains().stream()
                                    .map(chain -> new PlannedCase(
                                            one.id().toString(),
                                            chain.rungs().stream()
                                                    .map(Object::toString)
                                                    .toList())))
                            .toList());
        }

        @Override
        public RunRecord run(Listener listener) {
            Told told = new Told(listener);
            try (MachineLease turn = MachineTurn.of(context, request, told)) {
                return context.services().runs().run(request, RunTurn.of(turn), told);
            }
        }

        @Override
        public String report(RunRecord record) {
            return reports.write(context.folder(), record);
        }
    }

    /** Passes on what the dashboard is told. */
    private record Told(RunStarter.Listener listener) implements RunListener {
        @Override
        public void planned(int cells) {
            listener.planned(cells);
        }

        @Override
        public void started(Cell cell) {
            listener.started(cell.caseId(), cell.chain());
        }

        @Override
        public void finished(Cell cell, CaseRun run) {
            listener.finished(cell.caseId(), cell.chain(), run);
        }

        @Override
        public void retried(Cell cell, CaseRun run) {
            listener.retried(cell.caseId(), cell.chain(), run);
        }

        @Override
        public void phase(String activity) {
            listener.phase(activity);
        }

        @Override
        public void note(String text) {
            listener.note(text);
        }
    }
}
