package dev.bascule.studies.profile;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.hardware.CapabilitySet;
import dev.bascule.fallback.job.KernelReading.Unit;
import dev.bascule.fallback.job.KernelRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.target.Browser;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Profiles one backend of one place after the other, each in a process that is let go afterwards. Belongs to one thread. */
public final class PlaceProfiler {
    /** Java's nanoTime steps by some tens of nanoseconds on every system in use. */
    private static final double NATIVE_RESOLUTION_MS = 1e-4;

    /** What a browser is at best allowed to show without isolation, for one that does not tell. */
    private static final double PAGE_RESOLUTION_MS = 0.1;

    private static final Duration SILENCE = Duration.ofSeconds(60);

    private final EvidenceJudge judge = new EvidenceJudge(Backends.installed());
    private final JobIds ids;
    private final Path folder;
    private final boolean quick;
    private final int cores;
    private final Processor processor;
    private final ModelPlan plan;

    /**
     * @param folder for the models
     * @param quick fewer sizes and samples
     * @param cores of the machine, for how threads scale
     * @param processor whose caches the largest working set has to be beyond
     */
    public PlaceProfiler(JobIds ids, Path folder, boolean quick, int cores, Processor processor) {
        this.ids = ids;
        this.folder = folder;
        this.quick = quick;
        this.cores = cores;
        this.processor = processor;
        this.plan = new ModelPlan(quick, cores);
    }

    /** A place where there is nothing to measure, for this reason. */
    public PlaceProfile absent(RunnerSource source, Backend backend, String reason) {
        return new PlaceProfile(
                place(source),
                backend,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                CapabilitySet.none(),
                Optional.of(reason));
    }

    /**
     * Everything that the backend has to show.
     *
     * @param told hears what is measured now, and how far it is
     */
    public PlaceProfile profile(RunnerSource source, Backend backend, Consumer<String> told) {
        List<ProfileFigure> figures = new ArrayList<>();
        Map<String, String> facts = new TreeMap<>();
        kernels(source, backend, figures, facts, told);
        // The kernels' buffers and the compiler's work on them go with their process.
        source.lane(backend).close();
        ModelProbe probe = new ModelProbe(source, backend, judge, ids, folder, quick, resolution(source));
        ProfileSteps steps = new ProfileSteps(plan.atMost(source, backend), told);
        figures.addAll(plan.run(steps.before(probe), source, backend));
        source.lane(backend).close();
        Capabilities.BackendReport report = source.report(backend);
        report.adapter().forEach(facts::putIfAbsent);
        return new PlaceProfile(
                place(source),
                backend,
                report.engine(),
                probe.evidence().flatMap(Evidence::software).or(report::software),
                facts,
                figures,
                ProfileAnalysis.knees(figures),
                ProfileAnalysis.transfer(figures),
                CapabilitySet.none(),
                figures.stream().anyMatch(figure -> figure.rate().isPresent())
                        ? Optional.empty()
                        : figures.stream()
                                .flatMap(figure -> figure.reason().stream())
                                .findFirst()
                                .or(() -> Optional.of("nothing was measured")));
    }

    /** The CPU's kernels on either side's CPU, the GPU's on a page's GPU; other backends are reached by models only. */
    private void kernels(
            RunnerSource source,
            Backend backend,
            List<ProfileFigure> figures,
            Map<String, String> facts,
            Consumer<String> told) {
        boolean gpu = backend.equals(Backends.WEBGPU);
        IsolatedRunner lane = source.lane(backend);
        if (!(gpu || backend.isHostCpu()) || lane.start().isPresent()) {
            return;
        }
        KernelRequest request = new KernelRequest(
                ids.next(),
                gpu ? DeviceType.GPU : DeviceType.CPU,
                cores,
                quick,
                Duration.ofSeconds(quick ? 30 : 120),
                processor.largestBytes(quick));
        told.accept("memory, caches and arithmetic, for up to %d s"
                .formatted(request.budget().toSeconds()));
        Set<String> begun = new HashSet<>();
        Reply<Map<String, String>> reply = lane.ask(runner -> runner.kernels(
                request,
                reading -> {
                    figures.add(ProfileFigure.of(reading));
                    if (begun.add(reading.kernel())) {
                        told.accept("measuring %s".formatted(reading.kernel()));
                    }
                },
                SILENCE));
        if (reply instanceof Reply.Failed<Map<String, String>> failed) {
            String reason = FaultClassifier.classify(failed.fault()).failure().message();
            figures.add(ProfileFigure.without(
                    ProfileFigure.Subject.MEMORY, "kernels", Optional.empty(), 0, 1, Unit.BYTE, reason));
            lane.discard();
        } else {
            facts.putAll(reply.result().orElseThrow());
        }
    }

    private static String place(RunnerSource source) {
        return source.side() == Side.NATIVE
                ? "native"
                : source.browser()
                        .map((Browser browser) -> browser.name() + " " + browser.version())
                        .orElseGet(source::name);
    }

    private static double resolution(RunnerSource source) {
        if (source.side() == Side.NATIVE) {
            return NATIVE_RESOLUTION_MS;
        }
        return source.capabilities()
                .flatMap(known -> Optional.ofNullable(known.environment().get("timerResolutionMs")))
                .map(PlaceProfiler::number)
                .orElse(PAGE_RESOLUTION_MS);
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return PAGE_RESOLUTION_MS;
        }
    }
}
