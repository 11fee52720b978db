package dev.bascule.execution.source;

import dev.bascule.execution.ParallelTasks;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.session.RunnerSupply;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.ErrorPlace;
import dev.bascule.fallback.error.ErrorSink;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.HostView;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.Capabilities.BackendReport;
import dev.bascule.fallback.runner.CaptureFiles;
import dev.bascule.fallback.runner.Capturing;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One browser, or the native side: starts runners there and keeps one lane for each backend, so that a backend's state
 * never meets another's and two backends of one browser can be interleaved. Belongs to one thread, but for {@link #kill}.
 */
public final class RunnerSource implements AutoCloseable {
    private final String name;
    private final Optional<String> address;
    private final Side side;
    private final Launcher launcher;
    private final RunnerGateway gateway;
    private final Duration launchTimeout;
    private final TimeBreakdown times;
    private final Map<Backend, IsolatedRunner> lanes = new ConcurrentHashMap<>();
    private final Map<Backend, IsolatedRunner> twins = new ConcurrentHashMap<>();
    private final Map<Launcher, RunnerPool> pools = new ConcurrentHashMap<>();
    private final Map<ModelFormat, RunnerSource> formats = new ConcurrentHashMap<>();
    private final LiveRunners live;
    private Optional<DeviceType> webNnDevice = Optional.empty();
    private Optional<String> build = Optional.empty();
    private boolean countsProcessors = true;
    private volatile ErrorSink errors = ErrorSink.NONE;
    private String usualEngine = "onnxruntime";

    public RunnerSource(
            String name,
            Side side,
            Launcher launcher,
            RunnerGateway gateway,
            Duration launchTimeout,
            TimeBreakdown times) {
        this(name, Optional.empty(), side, launcher, gateway, launchTimeout, times);
    }

    /** @param address the word of {@code --browsers} that stands for it, where there is one */
    public RunnerSource(
            String name,
            Optional<String> address,
            Side side,
            Launcher launcher,
            RunnerGateway gateway,
            Duration launchTimeout,
            TimeBreakdown times) {
        this.name = name;
        this.address = address;
        this.side = side;
        this.launcher = launcher;
        this.gateway = gateway;
        this.launchTimeout = launchTimeout;
        this.times = times;
        this.live = new LiveRunners(gateway, launchTimeout);
    }

    /**
     * Where models of this format run on the same side: itself, or another source with runners of its own, which ends with
     * this one; empty where nothing here opens such models.
     */
    public Optional<RunnerSource> forFormat(ModelFormat format) {
        if (format == ModelFormat.ONNX) {
            return Optional.of(this);
        }
        Optional<RunnerSource> known = Optional.ofNullable(formats.get(format));
        if (known.isPresent()) {
            return known;
        }
        Optional<RunnerSource> made = launcher.forFormat(format).map(own -> opening(format, own));
        made.ifPresent(source -> formats.put(format, source));
        return made;
    }

    private RunnerSource opening(ModelFormat format, Launcher own) {
        RunnerSource source = new RunnerSource(name, address, side, own, gateway, launchTimeout, times);
        source.usualEngine = format == ModelFormat.TORCHSCRIPT ? "pytorch" : usualEngine;
        return source.reportTo((place, failure) -> errors.report(place, failure));
    }

    /** The runners of one launcher. A browser has one for all backends, the native side one for each. */
    private RunnerPool pool(Backend backend) {
        return pool(launcher.forBackend(backend), side == Side.NATIVE ? Optional.of(backend) : Optional.empty());
    }

    private RunnerPool pool() {
        return pool(launcher, Optional.empty());
    }

    private RunnerPool pool(Launcher own, Optional<Backend> ofBackend) {
        return pools.computeIfAbsent(
                own,
                key -> new RunnerPool(
                        name,
                        key,
                        gateway,
                        launchTimeout,
                        times,
                        failure -> errors.report(place("launch", ofBackend), failure)));
    }

    /** Tells this sink from now on of starts and attempts that failed here. */
    public RunnerSource reportTo(ErrorSink sink) {
        errors = sink;
        return this;
    }

    /** Tells of an attempt here that did not succeed. */
    public void report(Backend backend, Attempt attempt) {
        String component = attempt.outcome() == Outcome.UNAVAILABLE ? ErrorPlace.BACKEND : ErrorPlace.ATTEMPT;
        attempt.failure()
                .filter(failure -> attempt.outcome() != Outcome.CANCELLED)
                .ifPresent(failure -> errors.report(place(component, Optional.of(backend)), failure));
        warn(backend, attempt);
    }

    /** Tells of what there is to know of an attempt here though it did not fail: its cell shows it, this counts it. */
    public void warn(Backend backend, Attempt attempt) {
        ErrorPlace place = place(ErrorPlace.ATTEMPT, Optional.of(backend));
        attempt.warnings().forEach(warning -> errors.report(place, warning));
    }

    private ErrorPlace place(String component, Optional<Backend> backend) {
        return new ErrorPlace(
                component, backend.map(Backend::id), side == Side.BROWSER ? Optional.of(name) : Optional.empty());
    }

    /** The word of {@code --browsers} that stands for it; empty where none does. */
    public Optional<String> address() {
        return address;
    }

    public String name() {
        return name;
    }

    public Side side() {
        return side;
    }

    /** Starts the first runner, if none was started yet, and keeps it for the first lane. */
    public Optional<Failure> start() {
        return pool().start();
    }

    /**
     * A runner for a backend, in processes and profiles of its own, beside the lanes. Whoever asks for it closes it; {@link
     * #kill} and {@link #close} reach it as well.
     */
    public IsolatedRunner isolated(Backend backend) {
        return new IsolatedRunner(live.supply(() -> pool(backend).fresh()));
    }

    /** The launcher of {@link #isolated} with a microphone and a camera that are none; empty where there is none. */
    public Optional<Capturing> capturing(Backend backend, CaptureFiles files) {
        return launcher.forBackend(backend).capturing(files);
    }

    /** The same by this launcher. */
    public IsolatedRunner isolated(Capturing capturing) {
        RunnerPool own = new RunnerPool(
                name,
                capturing.launcher(),
                gateway,
                launchTimeout,
                times,
                failure -> errors.report(place("launch", Optional.empty()), failure));
        return new IsolatedRunner(live.supply(own::fresh));
    }

    /** The same, which begins with the runner that {@link #start} made and nobody took yet. */
    public IsolatedRunner spare(Backend backend) {
        return new IsolatedRunner(ofLanes(backend));
    }

    private RunnerSupply ofLanes(Backend backend) {
        return live.supply(() -> pool(backend).launch());
    }

    /** Starts the lanes of these backends side by side, as far as they are not missing here. */
    void startLanes(Collection<Backend> backends) {
        List<IsolatedRunner> wanted = backends.stream()
                .filter(backend -> unavailable(backend).isEmpty())
                .map(this::lane)
                .toList();
        ParallelTasks.run(wanted.stream().<Runnable>map(lane -> lane::start).toList());
    }

    /** What a backend is said to be here; missing with the reason when the source itself could not start. */
    public BackendReport report(Backend backend) {
        return launcher.absence(backend).orElseGet(() -> pool(backend).known().report(backend));
    }

    /** Why a backend cannot be tried at all, if so. */
    public Optional<Failure> unavailable(Backend backend) {
        return launcher.absence(backend)
                .map(SourceStatus::unavailable)
                .orElseGet(() -> pool(backend).known().unavailable(backend));
    }

    /** The column that a backend here stands for. */
    public Target target(Backend backend, Optional<DeviceType> asked) {
        BackendReport report = report(backend);
        String engine = side == Side.BROWSER ? "onnxruntime-web" : usualEngine;
        return new Target(
                backend,
                launcher.absence(backend).isPresent()
                        ? Optional.empty()
                        : pool(backend).browser(),
                report.engine()
                        .map(offered -> new Engine(offered.name(), offered.version(), build.or(offered::build)))
                        .orElseGet(() -> Engine.absent(engine, build)),
                asked.orElse(report.software().orElse(false) ? DeviceType.CPU : backend.accelerator()),
                report.software(),
                report.adapter());
    }

    public Optional<Browser> browser() {
        return pool().known().browser();
    }

    /** What the browser says of its graphics beyond the page's APIs, as far as it had it at hand when it was started. */
    public Map<String, String> graphicsInfo() {
        return pool().known().graphicsInfo();
    }

    /** All that it says of its graphics, asked of a backend's live runner; on which nothing may be timed any more. */
    public Map<String, String> internals(Backend backend) {
        return lane(backend).internals();
    }

    /** The device to ask WebNN for here; empty for the best that there seems to be. */
    Optional<DeviceType> webNnDevice() {
        return webNnDevice;
    }

    /** The build of the engine to load here; empty for each backend's best one. */
    Optional<String> build() {
        return build;
    }

    public RunnerSource askForBuild(Optional<String> wanted) {
        build = wanted;
        return this;
    }

    /** What the host knows itself of sessions of a backend here, whatever their runner says. */
    public HostView hostView(Backend backend) {
        // Whoever has a process of its own starts no other by asking.
        SourceStatus known = pool(backend).sourceStatus();
        HostView probed = HostView.of(known.reach());
        if (known.isKnown()) {
            BackendReport report = known.report(backend);
            probed = probed.withProbed(new HostView.Probed(
                    report.status() != BackendStatus.MISSING && report.status() != BackendStatus.CRASHED,
                    report.engine(),
                    report.adapter()));
        }
        HostView view = probed.withServedEngine(side == Side.BROWSER ? gateway.servedEngine() : Optional.empty())
                .withBrowserRecords(known.graphicsInfo());
        return known.reach() == HostView.Reach.SEEN && countsProcessors
                ? view.withProcessors(OptionalInt.of(Processors.most()))
                : view;
    }

    /** Whether what a page here tells of the machine's processors is their number: some browsers round it, and up, too. */
    public RunnerSource countingProcessors(boolean counts) {
        countsProcessors = counts;
        return this;
    }

    public RunnerSource askWebNnFor(Optional<DeviceType> device) {
        webNnDevice = device;
        return this;
    }

    public Optional<Capabilities> capabilities() {
        return pool().known().capabilities();
    }

    /** The runner that is kept for a backend: what runs there on one place runs in it, one job after the other. */
    public IsolatedRunner lane(Backend backend) {
        return lanes.computeIfAbsent(backend, wanted -> new IsolatedRunner(ofLanes(wanted)));
    }

    /** Backends of which a lane has a process that nobody has found unsound. */
    public Set<Backend> running() {
        return lanes.entrySet().stream()
                .filter(lane -> lane.getValue().isRunning())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What the processes of its runners take in bytes, by the fairest counter there is; nothing for those out of reach. */
    public long memoryBytes() {
        return live.memoryBytes()
                + pools.values().stream().mapToLong(RunnerPool::memoryBytes).sum()
                + formats.values().stream().mapToLong(RunnerSource::memoryBytes).sum();
    }

    /** How long the starts of its runners took, all together; those side by side count each. */
    public Duration launchesTook() {
        return Stream.concat(
                        pools.values().stream().map(RunnerPool::launchesTook),
                        formats.values().stream().map(RunnerSource::launchesTook))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** A second lane of a backend, for the same browser's CPU beside it. */
    IsolatedRunner twin(Backend backend) {
        return twins.computeIfAbsent(backend, wanted -> new IsolatedRunner(ofLanes(wanted)));
    }

    /** Closes all lanes; a later use starts anew. */
    @Override
    public void close() {
        List<Runnable> closing = new ArrayList<>();
        closing.addAll(live.closing());
        pools.values().forEach(pool -> closing.addAll(pool.closing()));
        formats.values().forEach(source -> closing.add(source::close));
        ParallelTasks.run(closing);
        lanes.clear();
        twins.clear();
        pools.values().forEach(RunnerPool::forgetSpare);
        live.forget();
    }

    /** Kills every process at once; callable from any thread. */
    public void kill() {
        List.copyOf(lanes.values()).forEach(IsolatedRunner::kill);
        List.copyOf(twins.values()).forEach(IsolatedRunner::kill);
        pools.values().forEach(RunnerPool::kill);
        live.kill();
        formats.values().forEach(RunnerSource::kill);
    }
}
