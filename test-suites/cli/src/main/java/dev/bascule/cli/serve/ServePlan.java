package dev.bascule.cli.serve;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.cli.options.InputOptions;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import java.util.List;
import java.util.Optional;

/**
 * What every attached device is to run: the browser side of the suites. A device is another machine: it is not compared with
 * this one's native CPU, and nobody can give its browser a fresh profile, as scenarios want. Immutable.
 *
 * @param suites what was asked for
 * @param cases with their browser chains only
 * @param engine the version of onnxruntime-web that the link serves; the bundled one where empty
 */
record ServePlan(
        List<Suite> suites,
        List<SuiteCase> cases,
        Optional<ReleaseVersion> engine,
        long seed,
        int retries,
        String command) {
    /** Why there may be none. */
    static final String ABSENT = "no case has a backend of a browser among those selected";

    private static final String LAUNCHER = "attach";

    ServePlan {
        suites = List.copyOf(suites);
        cases = List.copyOf(cases);
    }

    /** Empty where nothing that is asked for runs in a browser. */
    static Optional<ServePlan> of(
            Config config, List<String> arguments, InputOptions inputs, List<String> filters, String command) {
        if (config.explicit(Keys.COMPARISONS)
                .filter(asked -> !asked.equals(asked.inBrowser()))
                .isPresent()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "an attached device cannot be compared with the native CPU of this machine",
                    "leave out --comparisons, or name pairs of its own backends, such as webgpu/wasm");
        }
        RunPlan plan = new RunPlan(config);
        List<Suite> suites = plan.feed(SuiteArguments.read(arguments), inputs.fed());
        List<SuiteCase> cases = plan.cases(suites, filters, new BrowserChoice.All()).stream()
                .map(ServePlan::inBrowser)
                .filter(wanted -> !wanted.chains().isEmpty())
                .toList();
        return cases.isEmpty()
                ? Optional.empty()
                : Optional.of(new ServePlan(
                        suites,
                        cases,
                        config.find(Keys.ENGINE_VERSION),
                        plan.seed(suites),
                        config.get(Keys.RETRIES),
                        command));
    }

    private static SuiteCase inBrowser(SuiteCase wanted) {
        List<Chain> chains = wanted.chains().stream()
                .filter(chain -> chain.first().side() == Side.BROWSER)
                .toList();
        return new SuiteCase(
                wanted.id(),
                wanted.model(),
                wanted.settings(),
                chains,
                wanted.comparisons().inBrowser(),
                wanted.fallBackOn(),
                List.of());
    }

    RunRequest request(String id) {
        BrowserSetup usual = BrowserSetup.of(new BrowserChoice.All()).withLauncher(LAUNCHER);
        return new RunRequest(
                new Invocation(id, RunPlan.name(suites), RunPlan.hash(suites), seed, command),
                cases,
                engine.map(usual::withEngineVersion).orElse(usual),
                retries);
    }
}
