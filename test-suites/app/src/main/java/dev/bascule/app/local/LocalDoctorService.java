package dev.bascule.app.local;

import dev.bascule.execution.AttemptExecutor;
import dev.bascule.execution.AttemptJudge;
import dev.bascule.execution.MeasurementPlan;
import dev.bascule.execution.Place;
import dev.bascule.execution.PreparedCase;
import dev.bascule.execution.RunnerSource;
import dev.bascule.execution.TimeLedger;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.DoctorReport.BrowserFinding;
import dev.bascule.execution.service.DoctorReport.NativeFinding;
import dev.bascule.execution.service.DoctorService;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.nativerunner.machine.MachineProbe;
import dev.bascule.nativerunner.machine.MachineReport;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Verifies each browser and native backend of this machine by running a tiny model on it. */
public final class LocalDoctorService implements DoctorService {
    private final LocalWorkbenches workbenches;
    private final Clock clock;

    public LocalDoctorService(LocalWorkbenches workbenches, Clock clock) {
        this.workbenches = workbenches;
        this.clock = clock;
    }

    @Override
    public DoctorReport examine(BrowserSetup browsers, RunListener listener) {
        // The doctor looks at every browser; "auto" is a way to choose among them that needs this very knowledge.
        BrowserSetup all = browsers.choice() instanceof BrowserChoice.Auto
                ? browsers.withChoice(new BrowserChoice.All())
                : browsers;
        TimeLedger ledger = new TimeLedger();
        // The tools of drivers take seconds: they are asked beside everything else.
        CompletableFuture<MachineReport> hardware = CompletableFuture.supplyAsync(MachineProbe::examine);
        try (LocalWorkbench bench = workbenches.open(all, ledger, listener)) {
            AttemptExecutor attempts = new AttemptExecutor(
                    bench.references(MeasurementPlan.GLANCE.timeout()),
                    new AttemptJudge(
                            new EvidenceJudge(Backends.installed()), Machines.hasGpu(bench.machine()), bench.noise()),
                    MeasurementPlan.GLANCE,
                    bench.jobIds(),
                    clock,
                    ledger);
            PreparedCase probe = bench.probe();
            BrowserExam exam = new BrowserExam(attempts, probe);
            List<CompletableFuture<BrowserFinding>> found = new ArrayList<>();
            for (RunnerSource source : bench.browsers()) {
                if (Thread.currentThread().isInterrupted()) {
                    break;
                }
                listener.phase("examining " + source.name());
                source.start();
                found.add(exam.examine(source, bench.browser(source)));
            }
            listener.phase("examining the native side");
            List<NativeFinding> natives = new ArrayList<>();
            for (Backend backend : Backends.installed().all()) {
                if (backend.side() == Side.NATIVE && !Thread.currentThread().isInterrupted()) {
                    natives.add(nativeFinding(bench.nativeSource(), backend, attempts, probe));
                }
            }
            List<BrowserFinding> seen =
                    found.stream().map(CompletableFuture::join).toList();
            Optional<MachineReport> machine = hardware.handle((report, failure) -> Optional.ofNullable(report))
                    .join();
            return new DoctorReport(
                    bench.machine(),
                    seen,
                    machine.map(report -> DeviceWord.told(
                                    natives,
                                    report.hardware(),
                                    System.getProperty("os.name", ""),
                                    System.getProperty("os.arch", "")))
                            .orElse(natives),
                    bench.errors(),
                    machine.map(HardwareExam::of).map(findings -> HardwareExam.through(findings, seen)));
        }
    }

    @Override
    public Optional<HardwareMap> devices() {
        return Optional.of(MachineProbe.examine().hardware());
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
