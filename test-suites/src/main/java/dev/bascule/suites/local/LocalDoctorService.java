package dev.bascule.suites.local;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.target.Browser;
import dev.bascule.suites.execution.AttemptExecutor;
import dev.bascule.suites.execution.AttemptJudge;
import dev.bascule.suites.execution.MeasurementPlan;
import dev.bascule.suites.execution.PreparedCase;
import dev.bascule.suites.execution.RunnerSource;
import dev.bascule.suites.execution.TimeLedger;
import dev.bascule.suites.service.BrowserChoice;
import dev.bascule.suites.service.BrowserSetup;
import dev.bascule.suites.service.DoctorReport;
import dev.bascule.suites.service.DoctorReport.BrowserBackendFinding;
import dev.bascule.suites.service.DoctorReport.BrowserFinding;
import dev.bascule.suites.service.DoctorReport.NativeFinding;
import dev.bascule.suites.service.DoctorReport.Tier;
import dev.bascule.suites.service.DoctorService;
import dev.bascule.suites.service.RunListener;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
            List<BrowserFinding> found = new ArrayList<>();
            List<Failure> errors = new ArrayList<>(bench.defects());
            for (RunnerSource source : bench.browsers()) {
                listener.phase("examining " + source.name());
                Optional<Failure> broken = source.start();
                broken.ifPresent(errors::add);
                found.add(browser(bench, source, attempts, probe));
            }
            listener.phase("examining the native side");
            List<NativeFinding> natives = new ArrayList<>();
            for (Backend backend : Backends.installed().all()) {
                if (backend.side() == Side.NATIVE && !Thread.currentThread().isInterrupted()) {
                    natives.add(nativeFinding(bench.nativeSource(), backend, attempts, probe));
                }
            }
            return new DoctorReport(bench.machine(), found, natives, errors);
        }
    }

    private static BrowserFinding browser(
            LocalWorkbench bench, RunnerSource source, AttemptExecutor attempts, PreparedCase probe) {
        List<BrowserBackendFinding> backends = new ArrayList<>();
        for (Backend backend : Backends.installed().all()) {
            if (backend.side() != Side.BROWSER || Thread.currentThread().isInterrupted()) {
                continue;
            }
            Attempt attempt = attempts.attempt(probe, new AttemptExecutor.Place(source, backend), Optional.empty());
            backends.add(new BrowserBackendFinding(
                    backend.id(),
                    status(attempt),
                    attempt.evidence().software().or(attempt.target()::software),
                    facts(attempt),
                    reason(attempt),
                    remedy(attempt)));
        }
        return new BrowserFinding(
                source.browser().map(Browser::name).orElseGet(source::name),
                source.browser().map(Browser::version),
                bench.browser(source)
                        .installation()
                        .map(installation -> installation.executable().toString())
                        .orElseGet(source::name),
                bench.browser(source).launchers(),
                backends);
    }

    private static NativeFinding nativeFinding(
            RunnerSource source, Backend backend, AttemptExecutor attempts, PreparedCase probe) {
        Attempt attempt = attempts.attempt(probe, new AttemptExecutor.Place(source, backend), Optional.empty());
        return new NativeFinding(
                backend.id(),
                tier(source, backend, attempt),
                status(attempt),
                facts(attempt),
                reason(attempt),
                remedy(attempt));
    }

    private static BackendStatus status(Attempt attempt) {
        return switch (attempt.outcome()) {
            case SUCCEEDED ->
                attempt.evidence().isPartial() || attempt.evidence().software().orElse(false)
                        ? BackendStatus.DEGRADED
                        : BackendStatus.OK;
            case UNAVAILABLE, UNSUPPORTED, CANCELLED -> BackendStatus.MISSING;
            case CRASHED, DEVICE_LOST, TIMED_OUT -> BackendStatus.CRASHED;
            case COMPILE_FAILED, OUT_OF_MEMORY, WRONG, FAILED -> BackendStatus.DEGRADED;
        };
    }

    private static Tier tier(RunnerSource source, Backend backend, Attempt attempt) {
        if (attempt.succeeded()) {
            return attempt.evidence().proof() == ProofClass.PROVEN ? Tier.PLACED : Tier.SESSION;
        }
        String claimed = source.report(backend).adapter().getOrDefault("tier", "none");
        return Tier.valueOf(claimed.toUpperCase(Locale.ROOT));
    }

    private static Map<String, String> facts(Attempt attempt) {
        Map<String, String> facts = new TreeMap<>(attempt.target().adapter());
        facts.putAll(attempt.evidence().facts());
        attempt.evidence()
                .deviceType()
                .ifPresent(device -> facts.put("device", device.name().toLowerCase(Locale.ROOT)));
        facts.put("proof", attempt.evidence().proof().name());
        facts.put("engine", attempt.target().engine().toString());
        attempt.evidence().nodes().forEach((where, count) -> facts.put("nodes." + where, String.valueOf(count)));
        return facts;
    }

    private static Optional<String> reason(Attempt attempt) {
        if (attempt.succeeded() && attempt.evidence().software().orElse(false)) {
            return Optional.of("software adapter: shows correctness, not speed");
        }
        return attempt.failure().map(Failure::message);
    }

    private static Optional<String> remedy(Attempt attempt) {
        return attempt.failure().map(failure -> failure.remedies().get(0));
    }
}
