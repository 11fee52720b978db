package dev.bascule.cli;

import dev.bascule.app.distributed.LocalDistributedService;
import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.app.local.KeptConformanceRunners;
import dev.bascule.app.local.LocalBesideRuns;
import dev.bascule.app.local.LocalBisectService;
import dev.bascule.app.local.LocalBrowserCatalog;
import dev.bascule.app.local.LocalConformanceService;
import dev.bascule.app.local.LocalDecodeService;
import dev.bascule.app.local.LocalDoctorService;
import dev.bascule.app.local.LocalPoolService;
import dev.bascule.app.local.LocalProfileService;
import dev.bascule.app.local.LocalQuantizeService;
import dev.bascule.app.local.LocalReduceService;
import dev.bascule.app.local.LocalReplicaWork;
import dev.bascule.app.local.LocalReplicasService;
import dev.bascule.app.local.LocalRunService;
import dev.bascule.app.local.LocalSelectService;
import dev.bascule.app.local.LocalServeService;
import dev.bascule.app.local.LocalTrainingService;
import dev.bascule.app.local.LocalTruthService;
import dev.bascule.app.local.LocalVersions;
import dev.bascule.app.local.LocalWorkService;
import dev.bascule.app.local.PooledBisectService;
import dev.bascule.app.local.QuantizationMethods;
import dev.bascule.app.local.ServeService;
import dev.bascule.app.orders.ConformanceRunners;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.ReplicaPool;
import dev.bascule.app.orders.ReplicaWork;
import dev.bascule.app.versions.Versions;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.playwright.PdfPrinter;
import dev.bascule.cli.command.Services;
import dev.bascule.cli.command.Version;
import dev.bascule.cli.output.LogSetup;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.execution.service.DoctorService;
import dev.bascule.execution.service.RunService;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.time.SteadyClock;
import dev.bascule.models.outlook.EngineBuilds;
import dev.bascule.reports.export.PagePrinter;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.studies.bisect.BesideRuns;
import dev.bascule.studies.bisect.BisectService;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.studies.collect.WorkService;
import dev.bascule.studies.conformance.CaseReader;
import dev.bascule.studies.conformance.CaseSource;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.OutputJudge;
import dev.bascule.studies.conformance.RunJudge;
import dev.bascule.studies.decode.DecodeService;
import dev.bascule.studies.distributed.DistributedService;
import dev.bascule.studies.pool.PoolService;
import dev.bascule.studies.profile.ProfileService;
import dev.bascule.studies.quantization.QuantizationService;
import dev.bascule.studies.reduce.ReduceService;
import dev.bascule.studies.replicas.ReplicasService;
import dev.bascule.studies.select.SelectService;
import dev.bascule.studies.training.TrainingService;
import dev.bascule.studies.truth.TruthService;
import dev.bascule.training.data.DataSets;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.join.JoinAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The services of this machine, made when they are asked for. Thread-safe. */
final class LocalServices implements Services {
    private static final Duration PRINTING = Duration.ofMinutes(2);

    private final Clock system;
    private final Supplier<RunEnvironmentFactory> environments;

    LocalServices() {
        this(Clock.systemUTC());
    }

    /** @param system which somebody may set to another time while it is used */
    LocalServices(Clock system) {
        this(system, LocalRunEnvironments::ofThisMachine);
    }

    /** @param environments what runs, reductions, truths and bisections are made on */
    LocalServices(Clock system, Supplier<RunEnvironmentFactory> environments) {
        this.system = system;
        this.environments = environments;
    }

    @Override
    public RunService runs() {
        LogSetup.start();
        return new LocalRunService(environments.get(), SteadyClock.setBy(system));
    }

    @Override
    public MachineLock machine() {
        LogSetup.start();
        return MachineLock.ofThisMachine(Clock.systemUTC());
    }

    @Override
    public CaseSource cases() {
        return CaseReader::read;
    }

    @Override
    public ConformanceService conformance() {
        LogSetup.start();
        return LocalConformanceService.ofThisMachine(SteadyClock.setBy(system));
    }

    @Override
    public ConformanceRunners keptConformance(Duration idle) {
        LogSetup.start();
        return KeptConformanceRunners.ofThisMachine(SteadyClock.setBy(system), idle);
    }

    @Override
    public OutputJudge judge() {
        return OutputJudge.STANDARD;
    }

    @Override
    public RunJudge runJudge() {
        return RunJudge.STANDARD;
    }

    @Override
    public ReduceService reduce() {
        LogSetup.start();
        return new LocalReduceService(environments.get(), Clock.systemUTC());
    }

    @Override
    public TruthService truth() {
        LogSetup.start();
        return new LocalTruthService(environments.get());
    }

    @Override
    public DecodeService decode() {
        LogSetup.start();
        return new LocalDecodeService(environments.get());
    }

    @Override
    public DistributedService distributed() {
        return new LocalDistributedService();
    }

    @Override
    public TrainingService training() {
        LogSetup.start();
        return new LocalTrainingService(environments.get(), new DataSets(CacheFolder.ofProcess()));
    }

    @Override
    public ReplicasService replicas() {
        LogSetup.start();
        return new LocalReplicasService(environments.get(), new DataSets(CacheFolder.ofProcess()), Optional.empty());
    }

    @Override
    public ReplicasService replicas(ReplicaPool pool) {
        LogSetup.start();
        return new LocalReplicasService(environments.get(), new DataSets(CacheFolder.ofProcess()), Optional.of(pool));
    }

    @Override
    public ReplicaWork replicaWork() {
        LogSetup.start();
        return new LocalReplicaWork(environments.get());
    }

    @Override
    public QuantizationService quantization() {
        LogSetup.start();
        return new LocalQuantizeService(
                environments.get(), new DataSets(CacheFolder.ofProcess()), new QuantizationMethods());
    }

    @Override
    public BisectService bisect() {
        LogSetup.start();
        return new LocalBisectService(
                environments.get(), this::versions, EngineBuilds.BUNDLED, SteadyClock.setBy(system));
    }

    @Override
    public BisectService bisect(BisectPool pool) {
        LogSetup.start();
        return new PooledBisectService(
                pool.jobs(),
                pool.models(),
                pool.where(),
                environments.get(),
                EngineBuilds.BUNDLED,
                pool.ids(),
                SteadyClock.setBy(system));
    }

    @Override
    public BesideRuns beside() {
        LogSetup.start();
        return new LocalBesideRuns(environments.get(), SteadyClock.setBy(system));
    }

    @Override
    public WorkService works() {
        LogSetup.start();
        return new LocalWorkService(environments.get());
    }

    @Override
    public SelectService select() {
        LogSetup.start();
        return new LocalSelectService(environments.get());
    }

    @Override
    public PoolService pools() {
        LogSetup.start();
        return new LocalPoolService(environments.get());
    }

    @Override
    public VersionShelf versions(boolean fetching) {
        return new LocalVersions(Versions.ofThisMachine(), fetching);
    }

    @Override
    public DoctorService doctor() {
        LogSetup.start();
        return new LocalDoctorService(LocalRunEnvironments.ofThisMachine(), Clock.systemUTC());
    }

    @Override
    public ProfileService profile() {
        LogSetup.start();
        return new LocalProfileService(LocalRunEnvironments.ofThisMachine(), Clock.systemUTC());
    }

    @Override
    public ServeService serve() {
        LogSetup.start();
        return new LocalServeService(CacheFolder.ofProcess(), System.getenv(), Clock.systemUTC());
    }

    @Override
    public BrowserCatalog browsers() {
        LogSetup.start();
        return new LocalBrowserCatalog(BrowserDiscovery.ofThisMachine());
    }

    @Override
    public JobPool pool(JoinAddress address, Consumer<String> talk) {
        LogSetup.start();
        return JobPool.of(PoolClient.connect(address, Version.number(), talk));
    }

    @Override
    public PagePrinter printer() {
        LogSetup.start();
        return PdfPrinter.ofThisMachine(PRINTING)::pdf;
    }

    @Override
    public CompletableFuture<History> history(Path file, Consumer<String> talk) {
        LogSetup.start();
        return DuckDbHistory.openAsync(file, talk);
    }
}
