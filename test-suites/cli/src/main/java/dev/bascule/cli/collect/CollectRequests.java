package dev.bascule.cli.collect;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.cli.command.CliContext;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.studies.collect.CollectSlice;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.suite.Cases;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes an ordinary run of each slice.
 *
 * @param models by name
 * @param setup how browsers are started
 * @param command as typed
 */
record CollectRequests(
        CliContext context, Config config, Map<String, SuiteModel> models, BrowserSetup setup, String command) {
    /** In the ids of cases, so that the anchors before and after are cases of their own. */
    static final String SUITE = "collect";

    static final String BEFORE = "collect-before";
    static final String AFTER = "collect-after";

    RunRequest of(CollectSlice slice, long seed) {
        List<Suite> suites = new ArrayList<>();
        slice.anchors().forEach(model -> suites.add(suite(BEFORE, model, slice.backends(), slice.threads())));
        slice.units().forEach(unit -> suites.add(suite(SUITE, unit.model(), unit.backends(), slice.threads())));
        slice.anchors().forEach(model -> suites.add(suite(AFTER, model, slice.backends(), slice.threads())));
        BrowserSetup chosen = setup.withChoice(
                slice.place().isNative()
                        ? new BrowserChoice.None()
                        : new BrowserChoice.Named(List.of(slice.place().id())));
        BrowserSetup own = slice.place().engine().map(chosen::withEngineVersion).orElse(chosen);
        return new RunRequest(
                new Invocation(context.newRunId(), SUITE, RunPlan.hash(suites), seed, command),
                Cases.select(suites, ShortTiming.options(!slice.place().isNative())),
                own,
                0,
                config.get(Keys.MACHINE_LOCK),
                config.get(Keys.WORKERS),
                Map.of());
    }

    private Suite suite(String name, String model, List<Backend> backends, int threads) {
        SuiteModel known = Optional.ofNullable(models.get(model))
                .orElseThrow(() -> new IllegalArgumentException("nobody said what " + model + " is"));
        String text =
                name + " " + model + " on " + backends.stream().map(Backend::id).toList() + " " + threads;
        return new Suite(
                name,
                "what predictions are learned from",
                Sha256.of(text.getBytes(StandardCharsets.UTF_8)),
                Optional.empty(),
                ShortTiming.PLAN.with(CaseKeys.THREADS, threads),
                List.of(known),
                new Suite.Aim(
                        Optional.of(backends), Optional.of(List.of()), Optional.of(Comparisons.OFF), Optional.empty()),
                Optional.of(List.of()),
                List.of());
    }
}
