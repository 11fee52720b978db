package dev.bascule.app.local;

import dev.bascule.app.environment.LocalRunEnvironment;
import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.AttemptExecutor;
import dev.bascule.execution.attempt.AttemptJudge;
import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.DoctorReport.BrowserFinding;
import dev.bascule.execution.service.DoctorReport.NativeFinding;
import dev.bascule.execution.service.DoctorService;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.machine.MachineProbe;
import dev.bascule.nativerunner.machine.MachineReport;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Verifies each browser and native backend of this machine by running a tiny model on it. */
public final class LocalDoctorService implements DoctorService {
    private final LocalRunEnvironments environments;
    private final Clock clock;

    public LocalDoctorService(LocalRunEnvironments environments, Clock clock) {
        this.environments = environments;
        this.clock = clock;
    }

    @Override
    public DoctorReport examine(BrowserSetup browsers, RunListener listener) {
        // The doctor looks at every browser; "auto" is a way to choose among them that needs this very knowledge.
        BrowserSetup all = browsers.choice() instanceof BrowserChoice.Auto
                ? browsers.withChoice(new BrowserChoice.All())
                : browsers;
        TimeBreakdown times = new TimeBreakdown();
        // The tools of drivers take seconds: they are asked beside everything else.
        CompletableFuture<MachineReport> hardware = CompletableFuture.supplyAsync(MachineProbe::examine);
        try (LocalRunEnvironment environment = environments.open(all, times, listener)) {
            AttemptExecutor attempts = new AttemptExecutor(
                    environment.references(MeasurementPlan.GLANCE.timeout()),
                    new AttemptJudge(
                            new EvidenceJudge(Backends.installed()),
                            Machines.hasGpu(environment.machine()),
                            environment.noise()),
                    MeasurementPlan.GLANCE,
                    environment.jobIds(),
                    clock,
                    times);
            PreparedCase probe = environment.probe();
            BrowserCheck exam = new BrowserCheck(attempts, probe);
            List<CompletableFuture<BrowserFinding>> found = new ArrayList<>();
            for (RunnerSource source : environment.browsers()) {
                if (Thread.currentThread().isInterrupted()) {
                    break;
                }
                listener.phase("examining " + source.name());
                source.start();
                found.add(exam.examine(source, environment.browser(source)));
            }
            listener.phase("examining the native side");
            List<NativeFinding> natives = new ArrayList<>();
            for (Backend backend : Backends.installed().all()) {
                if (backend.side() == Side.NATIVE && !Thread.currentThread().isInterrupted()) {
                    natives.add(nativeFinding(environment.nativeSource(), backend, attempts, probe));
                }
            }
            List<BrowserFinding> seen =
                    found.stream().map(CompletableFuture::join).toList();
            Optional<MachineReport> machine = hardware.handle((report, failure) -> Optional.ofNullable(report))
                    .join();
            return new DoctorReport(
                    environment.machine(),
                    seen,
                    machine.map(report -> DeviceDiagnosis.told(
                                    natives,
                                    report.hardware(),
                                    System.getProperty("os.name", ""),
                                    System.getProperty("os.arch", "")))
                            .orElse(natives),
                    environment.errors(),
                    machine.map(HardwareReport::of).map(findings -> HardwareReport.through(findings, seen)));
        }
    }

    @Override
    public Optional<HardwareMap> devices() {
        return Optional.of(MachineProbe.examine().hardware());
    }

    @Override
    public Optional<Machine> machine() {
        return Optional.of(environments.machine());
    }

    private static NativeFinding nativeFinding(
            RunnerSource source, Backend backend, AttemptExecutor attempts, PreparedCase probe) {
        Attempt attempt = attempts.attempt(probe, new Place(source, backend), Optional.empty());
        List<TierCheck> tiers = NativeTiers.of(source.report(backend), attempt);
        return new NativeFinding(
                backend.id(),
                tiers,
                NativeTiers.status(attempt),
                ProbeFacts.of(attempt),
                ProbeFacts.reason(attempt),
                attempt.failure().flatMap(failure -> failure.remedies().stream().findFirst()));
    }
}
