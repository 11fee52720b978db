package dev.bascule.cli.reduce;

import dev.bascule.app.config.Config;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.options.InputOptions;
import dev.bascule.cli.options.ReduceOptions;
import dev.bascule.cli.single.SingleRun;
import dev.bascule.studies.reduce.ReduceRequest;
import dev.bascule.studies.reduce.Reducer;
import dev.bascule.suites.setting.CaseKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes of an argument and options what is to be reduced, and where. Immutable. */
record ReducePlan(CliContext context, Config config, ReduceOptions options, InputOptions inputs) {
    ReduceRequest request(String argument, String command) {
        SingleRun single = SingleRun.of(context, config, "reduce", argument, options.target(), inputs, command);
        Path out = context.folder()
                .resolve(config.out(ReduceCommand.usual(
                        single.wanted().model().name(), options.target().text())));
        return new ReduceRequest(
                single.request(),
                // Fed with other values, its expected outputs say nothing.
                inputs.any() ? Optional.empty() : single.named().testCase(),
                options.target().backend(),
                new Reducer.Limits(options.limit(), options.maxSteps()),
                config.get(CaseKeys.TIMEOUT),
                out);
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
