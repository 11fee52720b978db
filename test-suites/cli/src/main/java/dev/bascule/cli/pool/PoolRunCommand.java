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
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.prediction.pool.PoolPlanner;
import dev.bascule.studies.pool.PoolRequest;
import dev.bascule.studies.pool.ServedModel;
import dev.bascule.studies.pool.ServedPool;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "run",
        abbreviateSynopsis = true,
        description = {
            "Plans a pool, or takes a plan from a file, loads it natively and in browsers, answers requests that come at random at the wished rates, and holds"
                    + " what it took against the plan: latency, load, memory.",
            "",
            "Each replica is a process or browser of its own; what one that was lost was asked is given to the others. Latency counts from when a request was due, so waiting and loading are in"
                    + " it. Every answer is held against the reference; a wrong one is a failure. Where all replicas do not"
                    + " fit into --memory, the least recently used one goes when another is needed; with --low-memory one is"
                    + " loaded at a time."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule pool run bert-micro=20 resnet-micro=5 --seconds 30",
            "  bascule pool run plan.json",
            "  bascule pool run a.onnx=2 b.onnx=1 --memory 500MB",
            "  bascule pool run a.onnx b.onnx --low-memory --json | jq '.models'"
        })
public final class PoolRunCommand extends CliCommand {
    private static final int MOST_SECONDS = 3600;

    @Parameters(
            paramLabel = "PLAN|MODEL[=RATE]",
            arity = "1..*",
            description = {
                "A model as `run` takes it, and how many requests a second it is to answer (default: 1).",
                "Or one .json file that `pool plan --write-plan` wrote: it is held against what is known here now, and what"
                        + " requests take beside computing is measured again where it was measured for the plan."
            })
    private List<String> models = List.of();

    @Mixin
    private final PoolOptions options = new PoolOptions();

    @Option(names = "--seconds", paramLabel = "N", description = "How long requests come (default: 30).")
    private int seconds = 30;

    @Option(names = "--low-memory", description = "One replica is loaded at a time, each when it is asked.")
    private boolean lowMemory;

    @Mixin
    private final SeedOption seed = new SeedOption();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    PoolRunCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(seed.flags(), store.flags(), machineLock.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw PoolOptions.usage("--seconds %d: it must be from 1 to %d".formatted(seconds, MOST_SECONDS));
        }
        Optional<PlanFile> file = PlanFile.isNamedBy(models)
                ? Optional.of(PlanFile.read(context().folder().resolve(models.get(0))))
                : Optional.empty();
        PoolWish wish = file.map(options::wish).orElseGet(() -> options.wish(models));
        FoundPool found = new PoolFinder(context(), config.get(Keys.STORE), wish).find();
        file.ifPresent(read -> HeldPlan.require(read, found));
        Optional<ServedPlan> first =
                file.map(read -> HeldPlan.plan(read, found, lowMemory)).or(() -> ServedPlan.of(found, lowMemory));
        if (first.isEmpty()) {
            console().print(PlanText.of(found, PoolPlanner.plan(found.task())));
            return ExitCode.FAILURES;
        }
        ServeRequest requests = new ServeRequest(context(), config, commandLine());
        PoolRequest asked = requests.of(wish, found, first.get(), lowMemory, Duration.ofSeconds(seconds));
        Served served;
        try (Progress progress = Progress.on(console());
                MachineLease turn = MachineTurn.of(context(), asked.run(), progress)) {
            served = context()
                    .interrupts()
                    .during(() -> context().services().pools().during(asked.run(), progress, host -> {
                        MeasuredPlan measuring = new MeasuredPlan(requests, wish, lowMemory, host);
                        FoundPool learned = file.isEmpty()
                                ? measuring.of(found, asked)
                                : file.get().isMeasured()
                                        ? measuring.ofJust(
                                                found, first.get().plan().placements())
                                        : found;
                        ServedPlan plan = file.map(read -> HeldPlan.plan(read, learned, lowMemory))
                                .or(() -> ServedPlan.of(learned, lowMemory))
                                .orElseGet(() -> first.get().with(learned));
                        PoolRequest request = requests.of(wish, learned, plan, lowMemory, Duration.ofSeconds(seconds));
                        return new Served(learned, plan, request, host.serve(request));
                    }));
        }
        boolean interrupted = Thread.interrupted() || served.pool().interrupted();
        if (json.wanted()) {
            JsonText.print(
                    console(), ServedDocument.of(served.found(), served.plan(), served.request(), served.pool()));
        } else {
            console().print(ServedText.of(served.found(), served.plan(), served.request(), served.pool()));
        }
        return interrupted
                ? ExitCode.INTERRUPTED
                : served.pool().models().stream().allMatch(PoolRunCommand::isServed) ? ExitCode.OK : ExitCode.FAILURES;
    }

    private record Served(FoundPool found, ServedPlan plan, PoolRequest request, ServedPool pool) {}

    private static boolean isServed(ServedModel model) {
        return model.failed() == 0 && model.unanswered() == 0;
    }
}
