package dev.bascule.cli.train;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.cli.command.CliContext;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunId;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import dev.bascule.training.network.Networks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The run of one case that training a network is, for those who open browsers and children. Stateless. */
public final class NetworkRun {
    private NetworkRun() {}

    /**
     * Of the network's name: the service puts the file of a graph in its place.
     *
     * @param command its word
     * @param chains what takes part, each once
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} where there is no such network
     */
    public static RunRequest of(
            CliContext context, Config config, String command, String commandLine, String network, List<Chain> chains) {
        boolean isFile = network.endsWith(".onnx");
        if (!isFile && !Networks.names().contains(network)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    Files.exists(context.folder().resolve(network))
                            ? "'%s' is no model that can be trained: its name does not end in .onnx".formatted(network)
                            : "there is no network '%s'%s"
                                    .formatted(
                                            network,
                                            Nearest.to(network, Networks.names())
                                                    .map(near -> "; did you mean '" + near + "'?")
                                                    .orElse("")),
                    "name a model's file, MODEL.onnx, or a network: " + String.join(", ", Networks.names()));
        }
        RunPlan plan = new RunPlan(config);
        String name = CaseId.word(isFile ? Path.of(network).getFileName().toString() : network);
        SuiteCase wanted = new SuiteCase(
                CaseId.of(command, "networks", name, Map.of()),
                new SuiteModel(network, name, SuiteModel.Feed.NONE),
                config.ofCases(),
                chains,
                Comparisons.OFF);
        return new RunRequest(
                        new Invocation(
                                RunId.of(
                                        context.clock().instant(),
                                        context.random().getAsInt()),
                                command,
                                Sha256.of(network.getBytes(StandardCharsets.UTF_8)),
                                plan.seed(List.of()),
                                commandLine),
                        List.of(wanted),
                        plan.setup(() -> context.services().browsers().ids()),
                        0)
                .with(config.get(Keys.MACHINE_LOCK));
    }
}
