package dev.bascule.app.local;

import dev.bascule.app.environment.LocalRunEnvironment;
import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.Failure;
import dev.bascule.nativerunner.profile.ReportedCpu;
import dev.bascule.studies.profile.PlaceProfiler;
import dev.bascule.studies.profile.Processor;
import dev.bascule.studies.profile.ProfileReport;
import dev.bascule.studies.profile.ProfileReportBuilder;
import dev.bascule.studies.profile.ProfileRequest;
import dev.bascule.studies.profile.ProfileService;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Profiles this machine: the native side first, then the browsers, one backend at a time. */
public final class LocalProfileService implements ProfileService {
    private final LocalRunEnvironments environments;
    private final Clock clock;

    public LocalProfileService(LocalRunEnvironments environments, Clock clock) {
        this.environments = environments;
        this.clock = clock;
    }

    @Override
    public ProfileReport profile(ProfileRequest request, RunListener listener) {
        MachineLock machine = MachineLock.ofThisMachine(clock);
        try (MachineLease lease =
                machine.take(MachineUse.TIMED, request.whenBusy(), "bascule profile", listener::waiting)) {
            return inTurn(request, listener, NoiseMeter.beside(lease::others));
        }
    }

    private ProfileReport inTurn(ProfileRequest request, RunListener listener, NoiseMeter others) {
        boolean anyInBrowser = backends(Side.BROWSER).stream().anyMatch(request::wants);
        BrowserSetup setup =
                anyInBrowser ? request.browsers() : request.browsers().withChoice(new BrowserChoice.None());
        ProfileReportBuilder report = new ProfileReportBuilder(clock, request.quick());
        LocalRunEnvironment environment = environments.open(setup, new TimeBreakdown(), listener);
        try {
            Path folder = TemporaryFolder.make("bascule-profile");
            try {
                profile(request, listener, environment, others, report, folder);
            } finally {
                TemporaryFolder.delete(folder);
            }
        } finally {
            // Else closing would wait for answers that nobody wants any more.
            if (environment.end()) {
                report.interrupted();
                Thread.currentThread().interrupt();
            }
        }
        return report.build();
    }

    private static void profile(
            ProfileRequest request,
            RunListener listener,
            LocalRunEnvironment environment,
            NoiseMeter others,
            ProfileReportBuilder report,
            Path folder) {
        listener.phase("reading the processor and the machine");
        ReportedCpu cpu = ReportedCpu.read();
        report.machine(environment.machine());
        cpu.caches().forEach(cache -> report.cache(cache.name(), cache.bytes()));
        Processor processor = new Processor(
                cpu.vendor(),
                cpu.family(),
                cpu.model(),
                cpu.cores().count(),
                cpu.cores().basis(),
                cpu.lastLevelBytes());
        report.processor(processor);
        environment.defects().forEach(report::error);
        int cores = Math.min(
                environment.machine().cpu().cores(), Runtime.getRuntime().availableProcessors());
        PlaceProfiler profiler = new PlaceProfiler(environment.jobIds(), folder, request.quick(), cores, processor);
        NoiseMeter.Reading noise = environment.noise().and(others).begin();
        column(request, listener, report, profiler, environment.nativeSource(), Side.NATIVE);
        for (RunnerSource browser : browsers(setupChoice(request), environment, report)) {
            column(request, listener, report, profiler, browser, Side.BROWSER);
            browser.close();
        }
        noise.end().ifPresent(report::load);
    }

    private static BrowserChoice setupChoice(ProfileRequest request) {
        return request.browsers().choice();
    }

    /** All that were asked for; of {@code auto} the first that starts. */
    private static List<RunnerSource> browsers(
            BrowserChoice choice, LocalRunEnvironment environment, ProfileReportBuilder report) {
        if (!(choice instanceof BrowserChoice.Auto)) {
            return environment.browsers();
        }
        for (RunnerSource browser : environment.browsers()) {
            Optional<Failure> broken = browser.start();
            if (broken.isEmpty()) {
                return List.of(browser);
            }
            report.error(broken.get());
        }
        return List.of();
    }

    private static void column(
            ProfileRequest request,
            RunListener listener,
            ProfileReportBuilder report,
            PlaceProfiler profiler,
            RunnerSource source,
            Side side) {
        for (Backend backend : backends(side)) {
            if (!request.wants(backend) || Thread.currentThread().isInterrupted()) {
                continue;
            }
            Optional<Failure> missing = source.unavailable(backend);
            if (missing.isPresent()) {
                // What is not here is the doctor's to tell, unless somebody asked for it.
                if (!request.backends().isEmpty()) {
                    report.place(profiler.absent(source, backend, missing.get().message()));
                }
                continue;
            }
            String place = "profiling %s on %s".formatted(backend.id(), source.name());
            listener.phase(place);
            report.place(profiler.profile(source, backend, step -> listener.phase(place + ": " + step)));
        }
    }

    /** A side's CPU first: what is known of the processor is measured there. */
    private static List<Backend> backends(Side side) {
        return Backends.installed().all().stream()
                .filter(backend -> backend.side() == side)
                .sorted(Comparator.comparing((Backend backend) -> !backend.isHostCpu()))
                .toList();
    }
}
