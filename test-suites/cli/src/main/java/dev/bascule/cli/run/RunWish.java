package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.config.SettingOrigin;
import dev.bascule.app.run.IneffectiveOptions;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.cli.command.CliContext;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.suites.suite.KindFilter;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Suites and models that somebody wants to run, as typed.
 *
 * @param arguments suites and models; the usual suite where there are none
 * @param kinds only models of these kinds
 * @param fed what the one model is fed, where that was said
 * @param filters only cases that one of these lets through
 * @param command the command line
 */
record RunWish(
        List<String> arguments,
        KindFilter kinds,
        Optional<UnaryOperator<SuiteModel>> fed,
        List<String> filters,
        String command) {

    /** The run that it comes to. */
    RunRequest request(CliContext context, Config config) {
        RunPlan plan = new RunPlan(config);
        BrowserSetup setup = plan.setup(() -> context.services().browsers().ids());
        ModelKinds models = ModelKinds.of(context);
        List<Suite> suites = plan.feed(kinds.of(SuiteArguments.read(arguments), models), fed);
        List<SuiteCase> cases = plan.cases(suites, filters, setup.choice());
        IneffectiveOptions.refuse(config, cases);
        if (suites.stream().anyMatch(suite -> suite.aim().chains().isEmpty())) {
            tellNativeChain(context, config, cases);
        }
        return new RunRequest(
                new Invocation(
                        context.newRunId(), RunPlan.name(suites), RunPlan.hash(suites), plan.seed(suites), command),
                cases,
                setup,
                config.get(Keys.RETRIES),
                config.get(Keys.MACHINE_LOCK),
                config.get(Keys.WORKERS),
                models.fetched());
    }

    /** Nobody named the native chain of these cases: whoever reads the matrix is told why it is this one. */
    private static void tellNativeChain(CliContext context, Config config, List<SuiteCase> cases) {
        config.setting(Keys.CHAINS)
                .filter(setting -> setting.origin().layer() == SettingOrigin.Layer.DEFAULT)
                .flatMap(setting -> setting.value().stream()
                        .filter(chain -> chain.first().side() == Side.NATIVE && !chain.isStrict())
                        .filter(chain ->
                                cases.stream().anyMatch(one -> one.chains().contains(chain)))
                        .findFirst()
                        .map(chain -> "native chain %s: %s"
                                .formatted(chain, setting.origin().where())))
                .ifPresent(context.console()::say);
    }
}
