package dev.bascule.cli.single;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.options.InputOptions;
import dev.bascule.cli.options.TargetOption;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunId;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import java.util.List;

/**
 * One case as a run would have it on its one target.
 *
 * @param named the case
 * @param request the run
 */
public record SingleRun(SingleCase named, RunRequest request) {

    /**
     * @param verb the command's name, for messages
     * @param line the whole command line
     * @throws BasculeException {@link ErrorCode#MODEL_NOT_FOUND}, or {@link ErrorCode#USAGE_ERROR} for what is no single case
     */
    public static SingleRun of(
            CliContext context,
            Config config,
            String verb,
            String argument,
            TargetOption target,
            InputOptions inputs,
            String line) {
        RunPlan plan = new RunPlan(config);
        SingleCase named = new SingleCases(verb, context.services().cases()).find(argument, target.cases());
        List<Suite> suites = plan.feed(SuiteArguments.read(List.of(named.reference())), inputs.fed());
        if (suites.size() != 1 || suites.get(0).models().size() != 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "'%s' is a suite; %s takes one model or case".formatted(argument, verb));
        }
        BrowserSetup setup =
                target.in(plan.setup(() -> context.services().browsers().ids()));
        SuiteCase found = plan.cases(suites, List.of(), setup.choice()).get(0);
        SuiteCase wanted = found.on(List.of(Chain.of(target.backend())));
        String id = RunId.of(context.clock().instant(), context.random().getAsInt());
        RunRequest run = new RunRequest(
                        new Invocation(id, RunPlan.name(suites), RunPlan.hash(suites), plan.seed(suites), line),
                        List.of(new SuiteCase(
                                wanted.id(), wanted.model(), wanted.settings(), wanted.chains(), Comparisons.OFF)),
                        setup,
                        0)
                .with(config.get(Keys.MACHINE_LOCK));
        return new SingleRun(named, run);
    }

    /** Its case. */
    public SuiteCase wanted() {
        return request.cases().get(0);
    }
}
