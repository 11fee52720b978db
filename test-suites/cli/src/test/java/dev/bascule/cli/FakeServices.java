package dev.bascule.cli;

import dev.bascule.app.local.PooledBisectService;
import dev.bascule.app.local.ServeService;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.ReplicaPool;
import dev.bascule.app.orders.ReplicaWork;
import dev.bascule.cli.command.Services;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.execution.service.DoctorService;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunService;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.outlook.EngineBuilds;
import dev.bascule.reports.export.PagePrinter;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.EmptyHistory;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.studies.bisect.BesideRuns;
import dev.bascule.studies.bisect.BisectService;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.studies.collect.WorkService;
import dev.bascule.studies.conformance.CaseSource;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.OutputJudge;
import dev.bascule.studies.conformance.RunJudge;
import dev.bascule.studies.decode.DecodeService;
import dev.bascule.studies.distributed.DistributedService;
import dev.bascule.studies.pool.PoolHost;
import dev.bascule.studies.pool.PoolService;
import dev.bascule.studies.profile.ProfileService;
import dev.bascule.studies.quantization.QuantizationService;
import dev.bascule.studies.reduce.ReduceService;
import dev.bascule.studies.replicas.ReplicasService;
import dev.bascule.studies.select.SelectService;
import dev.bascule.studies.training.TrainingService;
import dev.bascule.studies.truth.TruthService;
import dev.bascule.workers.join.JoinAddress;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/** Services that start nothing. The history is kept in memory, which is quick, unless a test needs the file. */
public class FakeServices implements Services {
    InMemoryHistory inMemory = new InMemoryHistory();
    private static final AtomicInteger FILES = new AtomicInteger();

    boolean historyInFile;
    /** Why no history opens. */
    Optional<BasculeException> historyRefused = Optional.empty();

    MachineLock machine = MachineLock.none();
    FakeJobPool workers = new FakeJobPool();
    FakeRunService runs = new FakeRunService();
    RunJudge runJudge = RunJudge.STANDARD;
    FakeConformanceService conformance = new FakeConformanceService();
    TruthService truth = (request, listener) -> {
        throw new AssertionError("nobody asked for the truth");
    };
    ReduceService reduce = (request, listener) -> {
        throw new AssertionError("nobody asked to reduce");
    };
    DecodeService decode = (request, listener) -> {
        throw new AssertionError("nobody asked to decode");
    };
    DistributedService distributed = new NoRanks();
    Optional<ReplicaPool> replicaPool = Optional.empty();
    ReplicasService replicas = (request, listener) -> {
        throw new AssertionError("nobody asked replicas to train");
    };
    TrainingService training = (request, listener) -> {
        throw new AssertionError("nobody asked to train");
    };
    QuantizationService quantization = (request, listener) -> {
        throw new AssertionError("nobody asked to quantize");
    };
    BisectService bisect = (request, turn, listener) -> {
        throw new AssertionError("nobody asked to bisect");
    };
    BesideRuns beside = (wanted, standard, turn) -> {
        throw new AssertionError("nobody asked to measure beside another version");
    };
    WorkService works = (request, known, listener) -> List.of();
    SelectService select = (request, outlooks, listener) -> {
        throw new AssertionError("nobody asked to select");
    };
    PoolService pools = new PoolService() {
        @Override
        public <T> T during(RunRequest run, RunListener listener, Function<PoolHost, T> work) {
            throw new AssertionError("nobody asked to serve a pool");
        }
    };
    VersionShelf.Maker versions = fetching -> {
        throw new AssertionError("nobody asked for versions");
    };
    DoctorService doctor = (browsers, listener) -> {
        throw new AssertionError("nobody asked for a doctor");
    };
    ProfileService profile = (request, listener) -> {
        throw new AssertionError("nobody asked for a profile");
    };
    ServeService serve = (door, web, listener) -> {
        throw new AssertionError("nobody asked to serve");
    };

    PagePrinter printer = html -> {
        throw new AssertionError("nobody asked for a PDF");
    };

    @Override
    public PagePrinter printer() {
        return printer;
    }

    @Override
    public RunService runs() {
        return runs;
    }

    @Override
    public MachineLock machine() {
        return machine;
    }

    @Override
    public CaseSource cases() {
        return conformance;
    }

    @Override
    public ConformanceService conformance() {
        return conformance;
    }

    @Override
    public OutputJudge judge() {
        return conformance.judge;
    }

    @Override
    public RunJudge runJudge() {
        return runJudge;
    }

    @Override
    public ReduceService reduce() {
        return reduce;
    }

    @Override
    public TruthService truth() {
        return truth;
    }

    @Override
    public DecodeService decode() {
        return decode;
    }

    @Override
    public DistributedService distributed() {
        return distributed;
    }

    @Override
    public ReplicasService replicas() {
        return replicas;
    }

    @Override
    public ReplicasService replicas(ReplicaPool pool) {
        replicaPool = Optional.of(pool);
        return replicas;
    }

    @Override
    public ReplicaWork replicaWork() {
        throw new AssertionError("nobody asked for a replica's place");
    }

    @Override
    public TrainingService training() {
        return training;
    }

    @Override
    public QuantizationService quantization() {
        return quantization;
    }

    @Override
    public BisectService bisect() {
        return bisect;
    }

    @Override
    public WorkService works() {
        return works;
    }

    @Override
    public SelectService select() {
        return select;
    }

    @Override
    public BisectService bisect(BisectPool pool) {
        return new PooledBisectService(
                pool.jobs(),
                pool.models(),
                pool.where(),
                (request, times, listener) -> {
                    throw new BasculeException(ErrorCode.NO_BROWSER, "there is no environment here");
                },
                EngineBuilds.BUNDLED,
                pool.ids(),
                Clock.systemUTC());
    }

    @Override
    public BesideRuns beside() {
        return beside;
    }

    @Override
    public PoolService pools() {
        return pools;
    }

    @Override
    public VersionShelf versions(boolean fetching) {
        return versions.shelf(fetching);
    }

    @Override
    public DoctorService doctor() {
        return doctor;
    }

    @Override
    public ProfileService profile() {
        return profile;
    }

    @Override
    public ServeService serve() {
        return serve;
    }

    @Override
    public JobPool pool(JoinAddress address, Consumer<String> talk) {
        return workers;
    }

    @Override
    public BrowserCatalog browsers() {
        return () -> List.of(
                new BrowserCatalog.Entry(
                        "chrome-headless-shell",
                        "Chrome Headless Shell",
                        Optional.of(Path.of("shell")),
                        Optional.of("153.0.1.2")),
                new BrowserCatalog.Entry("firefox", "Mozilla Firefox", Optional.empty(), Optional.empty()));
    }

    @Override
    public CompletableFuture<History> history(Path file, Consumer<String> talk) {
        if (historyRefused.isPresent()) {
            return CompletableFuture.failedFuture(historyRefused.orElseThrow());
        }
        return historyInFile ? DuckDbHistory.openAsync(begun(file), talk) : CompletableFuture.completedFuture(inMemory);
    }

    /**
     * A copy of an empty one, for making tables takes long, but for the first, which may be the only one of its process; whatever cannot
     * be written is the history's to tell.
     */
    private static Path begun(Path file) {
        try {
            return FILES.getAndIncrement() == 0 ? file : EmptyHistory.at(file);
        } catch (UncheckedIOException unwritable) {
            return file;
        }
    }
}
