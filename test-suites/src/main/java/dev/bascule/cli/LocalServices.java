package dev.bascule.cli;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.playwright.PdfPrinter;
import dev.bascule.cli.output.LogSetup;
import dev.bascule.fallback.time.SteadyClock;
import dev.bascule.reports.export.PagePrinter;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.suites.cache.CacheFolder;
import dev.bascule.suites.conformance.CaseReader;
import dev.bascule.suites.conformance.CaseSource;
import dev.bascule.suites.conformance.ConformanceService;
import dev.bascule.suites.conformance.OutputJudge;
import dev.bascule.suites.conformance.RunJudge;
import dev.bascule.suites.local.LocalBrowserCatalog;
import dev.bascule.suites.local.LocalConformanceService;
import dev.bascule.suites.local.LocalDoctorService;
import dev.bascule.suites.local.LocalProfileService;
import dev.bascule.suites.local.LocalReduceService;
import dev.bascule.suites.local.LocalRunService;
import dev.bascule.suites.local.LocalServeService;
import dev.bascule.suites.local.LocalWorkbenches;
import dev.bascule.suites.machine.MachineLock;
import dev.bascule.suites.profile.ProfileService;
import dev.bascule.suites.reduce.ReduceService;
import dev.bascule.suites.service.BrowserCatalog;
import dev.bascule.suites.service.DoctorService;
import dev.bascule.suites.service.RunService;
import dev.bascule.suites.service.ServeService;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The services of this machine, made when they are asked for. Thread-safe. */
final class LocalServices implements Services {
    private static final Duration PRINTING = Duration.ofMinutes(2);

    private final Clock system;

    LocalServices() {
        this(Clock.systemUTC());
    }

    /** @param system which somebody may set to another time while it is used */
    LocalServices(Clock system) {
        this.system = system;
    }

    @Override
    public RunService runs() {
        LogSetup.start();
        return new LocalRunService(LocalWorkbenches.ofThisMachine(), machine(), SteadyClock.setBy(system));
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
        return new LocalReduceService(LocalWorkbenches.ofThisMachine(), Clock.systemUTC());
    }

    @Override
    public DoctorService doctor() {
        LogSetup.start();
        return new LocalDoctorService(LocalWorkbenches.ofThisMachine(), Clock.systemUTC());
    }

    @Override
    public ProfileService profile() {
        LogSetup.start();
        return new LocalProfileService(LocalWorkbenches.ofThisMachine(), Clock.systemUTC());
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
    public PagePrinter printer() {
        LogSetup.start();
        return PdfPrinter.ofThisMachine(PRINTING);
    }

    @Override
    public CompletableFuture<History> history(Path file, Consumer<String> talk) {
        LogSetup.start();
        return DuckDbHistory.openAsync(file, talk);
    }
}
