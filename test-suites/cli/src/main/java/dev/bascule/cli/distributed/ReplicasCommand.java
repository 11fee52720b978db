package dev.bascule.cli.distributed;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.ReplicaPool;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.command.MachineTurn;
import dev.bascule.cli.command.Version;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.options.OnOptions;
import dev.bascule.cli.options.ReplicaOptions;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.train.KeptTrainings;
import dev.bascule.cli.train.NetworkRun;
import dev.bascule.cli.workers.JoinText;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Machine;
import dev.bascule.studies.replicas.ReplicasReport;
import dev.bascule.studies.replicas.ReplicasRequest;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.workers.join.JoinAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "replicas",
        abbreviateSynopsis = true,
        description = {
            "Has pages of browsers, native children and workers of a pool train one network together: each computes gradients of its part of the batch on its own"
                    + " backend, the host adds them up in rank order in double, and gives the new parameters out.",
            "Who is late loses the round and not the run; who dies is started again; others take over the share of whoever is missing. Held against"
                    + " one native CPU worker with the whole batch, and kept in the history.",
            "Needs no PyTorch. Ends with exit code 1 when an invariant does not hold, a replica failed or did not begin, or nothing exact is known."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule distributed replicas mlp --replicas pool:cpu,pool:wasm,cpu --on @FILE",
            "  bascule distributed replicas mlp --replicas wasm,wasm,cpu",
            "  bascule distributed replicas mlp --replicas wasm,webnn,cpu --shards 12,12,24 --steps 200",
            "  bascule distributed replicas mlp --replicas wasm,wasm,cpu --kill 1@50 --json > replicas.json"
        })
final class ReplicasCommand extends CliCommand {
    @Parameters(
            paramLabel = "NETWORK|MODEL.onnx",
            description = "mlp, lenet, transformer-micro or gru, of the size that the data have; or a model's file.")
    private String network = "";

    @Mixin
    private final ReplicaOptions options = new ReplicaOptions();

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final OnOptions on = new OnOptions();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    ReplicasCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(browsers.flags(), options.flags(), machineLock.flags(), store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        List<Chosen> replicas = options.replicas();
        Set<Integer> pooled = options.pooled();
        refuseAlone(pooled);
        Optional<ReplicaPool> pool = pooled.isEmpty() ? Optional.empty() : Optional.of(pool(config));
        // What is here besides: native CPU applies gradients, whoever computes them.
        List<Chain> here = Stream.concat(
                        IntStream.range(0, replicas.size())
                                .filter(rank -> !pooled.contains(rank))
                                .mapToObj(rank -> replicas.get(rank).backend()),
                        pooled.size() == replicas.size() ? Stream.of(Backends.NATIVE_CPU) : Stream.empty())
                .map(Chain::of)
                .distinct()
                .toList();
        RunRequest run = NetworkRun.of(context(), config, "replicas", commandLine(), network, here);
        ReplicasRequest request = new ReplicasRequest(
                run,
                network,
                options.data(),
                options.optimizer(),
                options.learningRate(),
                replicas,
                pooled,
                config.ofCases().session(),
                options.plan(config, run.invocation().seed()));
        Instant begun = context().clock().instant();
        ReplicasReport report;
        Optional<BasculeException> unkept;
        try (MachineLease turn = MachineTurn.of(context(), run, waiting())) {
            report = context()
                    .interrupts()
                    .during(() -> pool.map(context().services()::replicas)
                            .orElseGet(context().services()::replicas)
                            .train(request, console()::say));
            // In the same turn: whoever waits for it opens the history at once.
            unkept = KeptTrainings.keep(
                    context(),
                    config.get(Keys.STORE),
                    List.of(new ReplicasRun(request, report, begun, Version.number(), machine(pooled)).run()));
        }
        boolean interrupted = Thread.interrupted() || context().interrupts().requested() || report.interrupted();
        if (json.wanted()) {
            JsonText.print(console(), ReplicasDocument.of(report));
        } else {
            console().print(new ReplicasText(console().outStyle()).of(report));
        }
        unkept.ifPresent(why -> {
            throw why;
        });
        if (interrupted) {
            ErrorReport.print(
                    console(),
                    Failure.of(ErrorCode.RUN_INTERRUPTED, "stopped before all rounds were through"),
                    Optional.empty(),
                    commandLine());
            return ErrorCode.RUN_INTERRUPTED.exitCode();
        }
        return report.holds() ? ExitCode.OK : ExitCode.FAILURES;
    }

    private void refuseAlone(Set<Integer> pooled) {
        if (pooled.isEmpty()) {
            on.refuseAlone();
        }
        // A pooled replica without it is the configured pool's.
        if (on.on().isPresent() && pooled.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--on has workers of a pool take replicas, and none is left to them",
                    "bascule distributed replicas mlp --replicas pool:cpu,cpu --on @FILE");
        }
    }

    /** The configured one where none is named. A token that is not taken is told before anything is trained. */
    private ReplicaPool pool(Config config) {
        JoinAddress address = JoinText.read(on.on().orElse("pool"), context().folder(), config);
        Supplier<JobPool> connect = () -> context().services().pool(address, console()::say);
        connect.get().close();
        return new ReplicaPool(connect, on.where(), on.patience(), on.shown());
    }

    /** Of several machines no one is that on which it was. */
    private Optional<String> machine(Set<Integer> pooled) {
        return !pooled.isEmpty()
                ? Optional.empty()
                : context().services().doctor().machine().map(Machine::fingerprint);
    }

    private RunListener waiting() {
        return new RunListener() {
            @Override
            public void phase(String activity) {
                console().say(activity);
            }
        };
    }
}
