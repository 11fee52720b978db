package dev.bascule.suites.local;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.Feeds;
import dev.bascule.fallback.runner.Settings;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.suites.execution.AttemptExecutor.Place;
import dev.bascule.suites.execution.Column;
import dev.bascule.suites.execution.ColumnPlanner;
import dev.bascule.suites.execution.PreparedCase;
import dev.bascule.suites.execution.RunnerSource;
import dev.bascule.suites.execution.TimeLedger;
import dev.bascule.suites.models.OnnxModelFile;
import dev.bascule.suites.reduce.Origin;
import dev.bascule.suites.reduce.ReduceRequest;
import dev.bascule.suites.reduce.ReduceService;
import dev.bascule.suites.reduce.Reducer;
import dev.bascule.suites.reduce.Reduction;
import dev.bascule.suites.reduce.ReproFolder;
import dev.bascule.suites.reduce.RunnerTrial;
import dev.bascule.suites.reduce.RunnerTrial.Freshness;
import dev.bascule.suites.reduce.Specimen;
import dev.bascule.suites.reduce.TrialOutcome;
import dev.bascule.suites.service.RunListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reduces cases on this machine. Each call is one of its own; not for concurrent use. */
public final class LocalReduceService implements ReduceService {
    /** Steps of a model fed frame by frame that are looked at for one that fails. */
    private static final int MOST_FRAMES = 8;

    private final WorkbenchFactory workbenches;
    private final Clock clock;

    public LocalReduceService(WorkbenchFactory workbenches, Clock clock) {
        this.workbenches = workbenches;
        this.clock = clock;
    }

    @Override
    public Report reduce(ReduceRequest request, Listener listener) {
        RunListener phases = new RunListener() {
            @Override
            public void phase(String activity) {
                listener.phase(activity);
            }
        };
        Workbench bench = workbenches.open(request.run(), new TimeLedger(), phases);
        try {
            Path models = temporary();
            try {
                return reduce(request, listener, bench, models);
            } catch (RuntimeException e) {
                // Before the first look there is nothing to keep; after it nothing interrupted comes this far.
                if (!Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                return new Report(new Reduction.Interrupted(), Optional.empty());
            } finally {
                delete(models);
            }
        } finally {
            boolean interrupted = Thread.interrupted();
            if (interrupted) {
                bench.kill();
            }
            bench.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("bascule-reduce");
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "cannot make a temporary folder: %s".formatted(e));
        }
    }

    private Report reduce(ReduceRequest request, Listener listener, Workbench bench, Path models) {
        Place place = place(request, bench);
        Capabilities.BackendReport report = place.source().report(request.backend());
        if (report.status() == BackendStatus.MISSING) {
            throw new BasculeException(
                    ErrorCode.BACKEND_UNAVAILABLE, report.reason().orElse("the backend is not here"));
        }
        PreparedCase kase = bench.prepare(
                request.run().cases().get(0),
                request.run().seed(),
                place.source().side() == Side.BROWSER ? Set.of(place.source()) : Set.of());
        listener.phase("reducing %s on %s".formatted(kase.model().name(), place.target()));
        Settings settings = place.settings(kase.settings());
        try (RunnerTrial reference = trial(
                        bench,
                        bench.nativeSource(),
                        Backends.NATIVE_CPU,
                        settings.asReference().withBuild(Optional.empty()),
                        request,
                        models,
                        Freshness.AFTER_A_FALL);
                RunnerTrial target =
                        trial(bench, place.source(), request.backend(), settings, request, models, Freshness.ALWAYS)) {
            Reducer reducer = new Reducer(
                    reference, target, request.limits(), request.run().seed(), clock);
            return frames(request, listener, bench, place, kase, reference, target, reducer);
        }
    }

    /** The first step that fails; one after another, each with the state that the reference has by then. */
    private Report frames(
            ReduceRequest request,
            Listener listener,
            Workbench bench,
            Place place,
            PreparedCase kase,
            RunnerTrial reference,
            RunnerTrial target,
            Reducer reducer) {
        OnnxModelFile file = OnnxModelFile.open(kase.artifact().file());
        Feeds feeds = kase.feeds();
        Map<String, Tensor> carried = new LinkedHashMap<>();
        Reduction reduction = new Reduction.NotFailing();
        for (int step = 0; step < Math.min(MOST_FRAMES, feeds.steps()); step++) {
            Map<String, Tensor> inputs = new LinkedHashMap<>(feeds.step(step));
            inputs.putAll(carried);
            Specimen specimen = new Specimen(file.proto(), inputs);
            Optional<Map<String, Tensor>> published =
                    step == 0 ? kase.expected().map(expected -> expected.steps().get(0)) : Optional.empty();
            reduction = reducer.reduce(specimen, published, listener.steps());
            if (reduction instanceof Reduction.Reduced reduced) {
                Origin origin =
                        origin(request, bench, place, kase, feeds.steps() > 1 ? Optional.of(step) : Optional.empty());
                write(request.out(), reduced, origin, evidence(target, reduced.specimen()));
                return new Report(reduced, Optional.of(origin));
            }
            // Of steps after one that the reference has wrong nothing can be said: they take its state.
            if (!(reduction instanceof Reduction.NotFailing right)
                    || right.note().isPresent()
                    || step + 1 == feeds.steps()) {
                break;
            }
            TrialOutcome outcome = reference.run(specimen);
            if (Thread.currentThread().isInterrupted()) {
                return new Report(new Reduction.Interrupted(), Optional.empty());
            }
            if (!(outcome instanceof TrialOutcome.Ran ran)) {
                break;
            }
            feeds.carry()
                    .forEach(
                            (input, output) -> Optional.ofNullable(ran.outputs().get(output))
                                    .ifPresent(tensor -> carried.put(input, tensor)));
        }
        return new Report(reduction, Optional.empty());
    }

    /** What the engine shows of where it runs; nothing where it does not start any more, or was interrupted. */
    private static Optional<RawEvidence> evidence(RunnerTrial target, Specimen specimen) {
        if (Thread.currentThread().isInterrupted()) {
            return Optional.empty();
        }
        try {
            Optional<RawEvidence> shown = target.evidence(specimen);
            return Thread.currentThread().isInterrupted() ? Optional.empty() : shown;
        } catch (RuntimeException e) {
            if (e instanceof BasculeException || Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** An interrupted thread cannot write, so that the interrupt has to wait; one that comes meanwhile costs a second try. */
    private static void write(Path folder, Reduction.Reduced reduced, Origin origin, Optional<RawEvidence> evidence) {
        boolean interrupted = Thread.interrupted();
        try {
            ReproFolder.write(folder, reduced, origin, evidence);
        } catch (BasculeException e) {
            if (!Thread.interrupted()) {
                throw e;
            }
            interrupted = true;
            ReproFolder.write(folder, reduced, origin, evidence);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Place place(ReduceRequest request, Workbench bench) {
        List<Column> columns = new ColumnPlanner(
                        request.run().browsers(),
                        bench.browsers(),
                        bench.nativeSource(),
                        bench.machine().hasHardwareGpu())
                .columns(Chain.of(request.backend()));
        if (columns.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "no browser takes part, and %s is a browser's backend"
                            .formatted(request.backend().id()));
        }
        return columns.get(0).place(request.backend());
    }

    private static RunnerTrial trial(
            Workbench bench,
            RunnerSource source,
            Backend backend,
            Settings settings,
            ReduceRequest request,
            Path models,
            Freshness freshness) {
        return new RunnerTrial(source, backend, settings, request.stepLimit(), bench.jobIds(), models, freshness);
    }

    private static Origin origin(
            ReduceRequest request, Workbench bench, Place place, PreparedCase kase, Optional<Integer> step) {
        StringBuilder words = new StringBuilder("--strict --backends ")
                .append(request.backend().id());
        place.source()
                .address()
                .ifPresent(address -> words.append(" --browsers ").append(address));
        place.target()
                .engine()
                .build()
                .ifPresent(build -> words.append(" --build ").append(build));
        return new Origin(
                kase.model().name(),
                kase.artifact().sha256(),
                place.target(),
                bench.machine(),
                place.source().capabilities().map(Capabilities::environment).orElse(Map.of()),
                place.settings(kase.settings())
                        .deviceType()
                        .map(device -> device.name().toLowerCase(Locale.ROOT)),
                kase.settings().graphOptimization(),
                step,
                request.run().command(),
                words.toString());
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
