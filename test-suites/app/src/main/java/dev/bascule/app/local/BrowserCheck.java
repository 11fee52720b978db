package dev.bascule.app.local;

import dev.bascule.app.environment.LocalBrowser;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.PolicyDiscovery;
import dev.bascule.bridge.discovery.PolicyFinding;
import dev.bascule.execution.attempt.AttemptExecutor;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.DoctorReport.BrowserBackendFinding;
import dev.bascule.execution.service.DoctorReport.BrowserFinding;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities.BackendReport;
import dev.bascule.fallback.target.Browser;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The check of browsers one after the other: every backend by running the tiny model, then the browser's own words. */
final class BrowserCheck {
    private final AttemptExecutor attempts;
    private final PreparedCase probe;

    BrowserCheck(AttemptExecutor attempts, PreparedCase probe) {
        this.attempts = attempts;
        this.probe = probe;
    }

    /**
     * Tries each backend, then lets the browser tell of its graphics and go: that takes seconds of waiting, so it goes on
     * beside the next browser's examination. Nothing of the browser runs any more when the finding is there.
     */
    CompletableFuture<BrowserFinding> examine(RunnerSource source, LocalBrowser browser) {
        List<BrowserBackendFinding> backends = new ArrayList<>();
        Optional<Backend> running = Optional.empty();
        for (Backend backend : Backends.installed().all()) {
            if (backend.side() != Side.BROWSER || Thread.currentThread().isInterrupted()) {
                continue;
            }
            Attempt attempt = attempts.attempt(probe, new Place(source, backend), Optional.empty());
            backends.add(finding(source, backend, attempt));
            if (running.isEmpty() && attempt.succeeded()) {
                // WebGPU where there is any: its process has loaded what WebGPU needs.
                running = Optional.of(backend);
            }
        }
        Optional<Backend> asked = running;
        return CompletableFuture.supplyAsync(() -> finding(source, browser, backends, asked), task -> {
            Thread thread = new Thread(task, "bascule-exam");
            thread.setDaemon(true);
            thread.start();
        });
    }

    private static BrowserFinding finding(
            RunnerSource source,
            LocalBrowser browser,
            List<BrowserBackendFinding> backends,
            Optional<Backend> running) {
        try {
            return new BrowserFinding(
                    source.browser().map(Browser::name).orElseGet(source::name),
                    source.browser().map(Browser::version),
                    browser.installation()
                            .map(installation -> installation.executable().toString())
                            .orElseGet(source::name),
                    browser.installation().map(BrowserCheck::build),
                    source.browser().map(Browser::launcher),
                    browser.launchers(),
                    backends,
                    running.map(source::internals).orElse(Map.of()),
                    notes(browser));
        } finally {
            source.close();
        }
    }

    private BrowserBackendFinding finding(RunnerSource source, Backend backend, Attempt attempt) {
        Map<String, String> evidence = ProbeFacts.of(attempt);
        Set<DeviceType> shown = EnumSet.noneOf(DeviceType.class);
        if (backend.equals(Backends.WEBNN) && attempt.succeeded()) {
            for (DeviceType device : DeviceType.values()) {
                Attempt there = attempts.attempt(probe, new Place(source, Backends.WEBNN, device), Optional.empty());
                evidence.put("webnn." + word(device), words(device, there));
                if (there.succeeded() && there.evidence().deviceType().equals(Optional.of(device))) {
                    shown.add(device);
                }
            }
        }
        BackendReport report = source.report(backend);
        boolean limited = attempt.succeeded() && report.status() == BackendStatus.DEGRADED;
        return new BrowserBackendFinding(
                backend.id(),
                limited ? BackendStatus.DEGRADED : ProbeFacts.status(attempt),
                attempt.evidence().software().or(attempt.target()::software),
                evidence,
                shown,
                ProbeFacts.reason(attempt).or(() -> report.reason().filter(reason -> limited)),
                attempt.failure()
                        .flatMap(failure -> failure.remedies().stream().findFirst())
                        .or(() -> report.remedy().filter(remedy -> limited)));
    }

    /** What a context of this device type did with the tiny model. */
    private static String words(DeviceType device, Attempt attempt) {
        if (!attempt.succeeded()) {
            return "failed: " + attempt.failure().map(Failure::message).orElse("no reason was given");
        }
        String devices = Optional.ofNullable(attempt.evidence().facts().get("graphDevices"))
                .map(listed -> ", MLGraph.devices says " + listed)
                .orElse("");
        String counted = attempt.evidence()
                .deviceType()
                .map(shown -> shown == device ? "" : ", counted as " + word(shown))
                .orElse(", not shown where");
        return "ran" + devices + counted;
    }

    private static String word(DeviceType device) {
        return device.name().toLowerCase(Locale.ROOT);
    }

    private static String build(BrowserInstallation installation) {
        String origin = switch (installation.origin()) {
            case BUNDLED -> "brought by Bascule";
            case SYSTEM -> "installed on this system";
            case PLAYWRIGHT -> "from Playwright's cache";
            case FLATPAK -> "a Flatpak";
            case SNAP -> "a snap";
            case NAMED -> "named by you";
        };
        return installation.channel().label() + ", " + origin;
    }

    private static List<String> notes(LocalBrowser browser) {
        List<String> notes = new ArrayList<>();
        browser.installation().ifPresent(installation -> {
            notes.addAll(installation.caveats());
            PolicyDiscovery.ofThisMachine().findings(installation).stream()
                    .map(PolicyFinding::toString)
                    .forEach(policy -> notes.add("policy " + policy));
        });
        return notes;
    }
}
