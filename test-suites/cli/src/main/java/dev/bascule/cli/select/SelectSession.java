package dev.bascule.cli.select;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.cli.collect.CollectScope;
import dev.bascule.cli.collect.LocalBrowsers;
import dev.bascule.cli.collect.ShortTiming;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.MachineTurn;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.cli.predict.KnownOfModel;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.target.Machine;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.prediction.select.Foretold;
import dev.bascule.prediction.select.ForetoldChoice;
import dev.bascule.studies.select.Objective;
import dev.bascule.studies.select.SelectLimits;
import dev.bascule.studies.select.SelectReport;
import dev.bascule.studies.select.SelectRequest;
import dev.bascule.suites.suite.Cases;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.Suite;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Selects for one model.
 *
 * @param command as typed
 */
record SelectSession(CliContext context, Config config, String command, SelectOptions options) {
    private static final String SUITE = "select";
    /** Of predictions: what they hold decides what is not even tried. */
    private static final double INTERVAL = 0.9;

    /** By trying and racing; what the model takes on native CPU, and its kernels, are in the history. */
    SelectReport select(Suite suite, Objective objective, SelectLimits limits) {
        KnownOfModel known = KnownOfModel.learn(context, config, command, suite, options.data, INTERVAL);
        known.keep(context, config.get(Keys.STORE), SUITE);
        SelectRequest request = new SelectRequest(
                run(suite),
                backends(),
                !config.isDefault(Keys.BACKENDS),
                options.threads(),
                options.batches(),
                options.dimensions(),
                options.halfModel(context.folder()),
                objective,
                limits);
        try (Progress progress = Progress.on(context.console());
                MachineLease turn = MachineTurn.of(context, request.run(), progress)) {
            return context.interrupts()
                    .during(() -> context.services().select().select(request, new KnownOutlooks(known), progress));
        }
    }

    /** By what is known already; of the model nothing is measured but native CPU. */
    ForetoldSelection foretold(Suite suite) {
        KnownOfModel known = KnownOfModel.learn(context, config, command, suite, options.data, INTERVAL);
        known.keep(context, config.get(Keys.STORE), SUITE);
        List<Backend> wanted = backends();
        LocalBrowsers browsers = new LocalBrowsers(CollectScope.browsers(context, config));
        List<Foretold> targets = known.targets().stream()
                .filter(each -> browsers.have(each.prediction().target()))
                .filter(each -> wanted.stream()
                        .anyMatch(backend ->
                                backend.id().equals(each.prediction().target().backend())))
                .filter(each ->
                        options.threads().contains(each.prediction().target().threads()))
                .map(SelectSession::foretold)
                .toList();
        double deadline =
                options.deadline().map(length -> length.toNanos() / 1e6).orElse(Double.POSITIVE_INFINITY);
        return new ForetoldSelection(
                known.model().name(), known.model().sha256(), ForetoldChoice.of(targets, deadline));
    }

    static Foretold foretold(KnownOfModel.OfTarget each) {
        if (each.cannot().isPresent()) {
            return new Foretold(
                    each.prediction().target(),
                    new Foretold.Excluded(each.cannot().get()));
        }
        if (each.measured().isPresent()) {
            return new Foretold(
                    each.prediction().target(),
                    each.own()
                            ? new Foretold.Measured(each.measured().getAsDouble())
                            : new Foretold.Told(each.measured().getAsDouble()));
        }
        if (each.prediction() instanceof Prediction.Time time) {
            return new Foretold(time.target(), new Foretold.Predicted(time, each.doubt()));
        }
        return new Foretold(
                each.prediction().target(), new Foretold.Excluded(((Prediction.None) each.prediction()).reason()));
    }

    /** All that are installed, unless somebody names some; an emulated GPU is nobody's choice. */
    private List<Backend> backends() {
        List<Backend> left = wanted().stream()
                .filter(backend ->
                        options.emit().map(code -> code.takes(backend.side())).orElse(true))
                .toList();
        if (left.isEmpty()) {
            throw SelectOptions.usage("of these backends --emit %s has none"
                    .formatted(options.emit().map(Emitted::word).orElse("")));
        }
        return left;
    }

    private List<Backend> wanted() {
        if (!config.isDefault(Keys.BACKENDS)) {
            return config.get(Keys.BACKENDS);
        }
        boolean gpu = context.services()
                .doctor()
                .machine()
                .map(Machine::hasHardwareGpu)
                .orElse(true);
        return Backends.installed().all().stream()
                .filter(backend -> gpu || backend.accelerator() != DeviceType.GPU)
                .toList();
    }

    private RunRequest run(Suite suite) {
        RunPlan plan = new RunPlan(config);
        List<Backend> wanted = backends();
        boolean browsers = wanted.stream().anyMatch(backend -> backend.side() == Side.BROWSER);
        Suite aimed = new Suite(
                suite.name(),
                suite.description(),
                suite.hash(),
                suite.seed(),
                ShortTiming.PLAN.over(suite.settings()),
                suite.models(),
                new Suite.Aim(
                        Optional.of(wanted), Optional.of(List.of()), Optional.of(Comparisons.OFF), Optional.empty()),
                Optional.of(List.of()),
                List.of());
        return new RunRequest(
                new Invocation(
                        context.newRunId(), SUITE, RunPlan.hash(List.of(suite)), plan.seed(List.of(suite)), command),
                Cases.select(List.of(aimed), ShortTiming.options(browsers)),
                browsers
                        ? plan.setup(() -> context.services().browsers().ids())
                        : plan.setup(List::of).withChoice(new BrowserChoice.None()),
                0,
                config.get(Keys.MACHINE_LOCK),
                config.get(Keys.WORKERS),
                Map.of());
    }
}
