package dev.bascule.cli.predict;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.cli.collect.ShortTiming;
import dev.bascule.cli.command.CliContext;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.suite.BuiltInSuites;
import dev.bascule.suites.suite.Cases;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The run that measures models on native CPU and one thread, with a few anchors by which the machine's drift since the data were
 * collected is told. Timed as {@code collect} times, for times of another plan are others.
 *
 * @param command as typed
 */
record QuickRun(CliContext context, Config config, String command) {
    private static final String SUITE = "predict";
    /** @param asked suites of the models that were named */
    RunRequest of(List<Suite> asked, boolean anchors) {
        List<Suite> suites = new ArrayList<>(asked.stream().map(QuickRun::onCpu).toList());
        if (anchors) {
            suites.add(onCpu(anchors(asked)));
        }
        RunPlan plan = new RunPlan(config);
        return new RunRequest(
                new Invocation(context.newRunId(), SUITE, RunPlan.hash(suites), plan.seed(suites), command),
                Cases.select(suites, ShortTiming.options(false)),
                plan.setup(() -> context.services().browsers().ids()).withChoice(new BrowserChoice.None()),
                0,
                config.get(Keys.MACHINE_LOCK),
                config.get(Keys.WORKERS),
                Map.of());
    }

    private static Suite anchors(List<Suite> asked) {
        Suite zoo = BuiltInSuites.find("zoo").orElseThrow();
        List<SuiteModel> models = zoo.models().stream()
                .filter(model -> ShortTiming.ANCHORS.contains(model.name())
                        && asked.stream()
                                .flatMap(suite -> suite.models().stream())
                                .noneMatch(other -> other.name().equals(model.name())))
                .toList();
        return new Suite(
                SUITE + "-anchors",
                "by which drift is told",
                zoo.hash(),
                Optional.empty(),
                zoo.settings(),
                models,
                zoo.aim(),
                Optional.of(List.of()),
                List.of());
    }

    private static Suite onCpu(Suite suite) {
        return new Suite(
                suite.name(),
                suite.description(),
                suite.hash(),
                suite.seed(),
                ShortTiming.PLAN.with(CaseKeys.THREADS, 1).over(suite.settings()),
                suite.models(),
                new Suite.Aim(
                        Optional.of(List.of(Backends.NATIVE_CPU)),
                        Optional.of(List.of()),
                        Optional.of(Comparisons.OFF),
                        Optional.empty()),
                Optional.of(List.of()),
                List.of());
    }
}
