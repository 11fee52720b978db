package dev.bascule.cli.pool;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.command.MachineTurn;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.prediction.pool.PoolPlanner;
import dev.bascule.prediction.pool.PoolResult;
import dev.bascule.studies.pool.PoolRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "plan",
        abbreviateSynopsis = true,
        description = {
            "Plans which models run on which backends and devices of this machine, in how many replicas, so that all"
                    + " requests are answered, no device is busier than --load and the memory suffices.",
            "",
            "Runs nothing, but with --measure. Times and memory are those that the history has of a model on a target, else what is predicted,"
                    + " with the upper end of its interval; a target where neither is known is left out, and why. Of all"
                    + " plans it is one whose devices are busy least, and among those one of fewest replicas. Where there"
                    + " is none, it says which limit stands in the way and by how much. A plan is no measurement."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule pool plan bert-micro=20 resnet-micro=5",
            "  bascule pool plan a.onnx=100 b.onnx --deadline 50ms --memory 2GB",
            "  bascule pool plan bert-micro=20 --write-plan plan.json && bascule pool run plan.json",
            "  bascule pool plan a.onnx=100 --devices cpu,gpu:1 --json | jq '.placements'"
        })
public final class PoolPlanCommand extends CliCommand {
    @Parameters(
            paramLabel = "MODEL[=RATE]",
            arity = "1..*",
            description = "A model as `run` takes it, and how many requests a second it is to answer (default: 1).")
    private List<String> models = List.of();

    @Mixin
    private final PoolOptions options = new PoolOptions();

    @Option(
            names = "--measure",
            description =
                    "Measure what requests to the planned replicas take beside computing, some seconds each, and plan with it"
                            + " (default: computing alone is planned with).")
    private boolean measure;

    @Option(
            names = "--write-plan",
            paramLabel = "FILE",
            description = "Write the plan into a file that `pool run` takes.")
    private Optional<Path> file = Optional.empty();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    PoolPlanCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags(), machineLock.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        PoolWish wish = options.wish(models);
        FoundPool known = new PoolFinder(context(), config.get(Keys.STORE), wish).find();
        FoundPool found = measure ? measured(config, wish, known) : known;
        PoolResult result = PoolPlanner.plan(found.task());
        if (file.isPresent() && result instanceof PoolResult.Planned) {
            byte[] text = Json.pretty(PlanDocument.of(found, result)).getBytes(StandardCharsets.UTF_8);
            AtomicFile.write(context().folder().resolve(file.get()), stream -> stream.write(text));
        }
        if (json.wanted()) {
            JsonText.print(console(), PlanDocument.of(found, result));
        } else {
            console().print(PlanText.of(found, result));
        }
        return result instanceof PoolResult.Planned ? ExitCode.OK : ExitCode.FAILURES;
    }

    /** The same where there is no plan to measure anything of. */
    private FoundPool measured(Config config, PoolWish wish, FoundPool found) {
        Optional<ServedPlan> first = ServedPlan.of(found, false);
        if (first.isEmpty()) {
            return found;
        }
        ServeRequest requests = new ServeRequest(context(), config, commandLine());
        PoolRequest asked = requests.of(wish, found, first.get(), false, Duration.ZERO);
        FoundPool measured;
        try (Progress progress = Progress.on(console());
                MachineLease turn = MachineTurn.of(context(), asked.run(), progress)) {
            measured = context()
                    .interrupts()
                    .during(() -> context()
                            .services()
                            .pools()
                            .during(
                                    asked.run(),
                                    progress,
                                    host -> new MeasuredPlan(requests, wish, false, host).of(found, asked)));
        }
        if (Thread.interrupted()) {
            throw new BasculeException(
                    ErrorCode.RUN_INTERRUPTED, "stopped while requests were measured; nothing was planned");
        }
        return measured;
    }
}
