package dev.bascule.cli.reduce;

import dev.bascule.app.config.Config;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.options.InputOptions;
import dev.bascule.cli.options.ReduceOptions;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunId;
import dev.bascule.studies.reduce.ReduceRequest;
import dev.bascule.studies.reduce.Reducer;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes of an argument and options what is to be reduced, and where. Immutable. */
record ReducePlan(CliContext context, Config config, ReduceOptions options, InputOptions inputs) {
    ReduceRequest request(String argument, String command) {
        RunPlan plan = new RunPlan(config);
        ReducibleCase named =
                ReducibleCase.of(argument, options.cases(), context.services().cases());
        List<Suite> suites = plan.feed(SuiteArguments.read(List.of(named.reference())), inputs.fed());
        if (suites.size() != 1 || suites.get(0).models().size() != 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "'%s' is a suite; reduce takes one model or case".formatted(argument));
        }
        Backend backend = options.backend();
        BrowserSetup setup = setup(plan, backend);
        SuiteCase found = plan.cases(suites, List.of(), setup.choice()).get(0);
        SuiteCase wanted =
                new SuiteCase(found.id(), found.model(), found.settings(), List.of(Chain.of(backend)), Comparisons.OFF);
        String id = RunId.of(context.clock().instant(), context.random().getAsInt());
        RunRequest run = new RunRequest(
                new Invocation(id, RunPlan.name(suites), RunPlan.hash(suites), plan.seed(suites), command),
                List.of(wanted),
                setup,
                0);
        Path out = context.folder()
                .resolve(config.out(ReduceCommand.usual(found.model().name(), options.target())));
        return new ReduceRequest(
                run,
                // Fed with other values, its expected outputs say nothing.
                inputs.any() ? Optional.empty() : named.testCase(),
                backend,
                new Reducer.Limits(options.limit(), options.maxSteps()),
                config.get(CaseKeys.TIMEOUT),
                out);
    }

    /** A browser named in the target stands above {@code --browsers}. */
    private BrowserSetup setup(RunPlan plan, Backend backend) {
        BrowserSetup setup = plan.setup(() -> context.services().browsers().ids());
        if (options.browser().isPresent()) {
            if (backend.side() == Side.NATIVE) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR, "%s is a native backend: no browser has it".formatted(backend.id()));
            }
            return setup.withChoice(
                    new BrowserChoice.Named(List.of(options.browser().get())));
        }
        return setup;
    }

    /** Takes away a folder that nothing was written into. */
    void clean(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isEmpty()) {
                Files.delete(folder);
            }
        } catch (IOException e) {
            // It stays, empty.
        }
    }
}
