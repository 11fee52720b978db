package dev.bascule.nativerunner.launch;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.BackendDriver;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.RunnerEnd;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities.BackendReport;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.runner.RunnerGateway.Invitation;
import dev.bascule.fallback.target.Browser;
import dev.bascule.nativerunner.library.BundledEngine;
import dev.bascule.nativerunner.serve.Drivers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts native runners, each a child JVM with this JVM's executable and class path: what kills the child (a driver, a
 * provider library) costs one attempt. Thread-safe.
 */
public final class NativeLauncher implements Launcher {
    private static final Logger LOG = LoggerFactory.getLogger(NativeLauncher.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final URI socket;
    private final ChildCommand command;
    private final HostEnvironment host;
    private final Drivers drivers;
    private final ModelFormat format;
    private final BundledEngine engine;
    private final Map<String, Prepared> preparations = new ConcurrentHashMap<>();

    /**
     * A launcher of runners for the CPU, which has those for the other backends.
     *
     * @param socket the host's runner socket, such as {@code ws://127.0.0.1:8080/runner}
     */
    public NativeLauncher(URI socket) {
        this(socket, HostEnvironment.ofProcess());
    }

    /** @param host where sets of libraries are looked for */
    public NativeLauncher(URI socket, HostEnvironment host) {
        this(socket, ChildCommand.ofThisJvm(LOG.isDebugEnabled()), host, Drivers.installed(), ModelFormat.ONNX);
    }

    NativeLauncher(URI socket, ChildCommand command, HostEnvironment host, Drivers drivers, ModelFormat format) {
        this(socket, command, host, drivers, format, BundledEngine.of(host));
    }

    private NativeLauncher(
            URI socket,
            ChildCommand command,
            HostEnvironment host,
            Drivers drivers,
            ModelFormat format,
            BundledEngine engine) {
        this.socket = socket;
        this.command = command;
        this.host = host;
        this.drivers = drivers;
        this.format = format;
        this.engine = engine;
    }

    /** Launches runners for other models; for those of ONNX on the CPU nothing has to be looked for. */
    @Override
    public Optional<Launcher> forFormat(ModelFormat other) {
        return other == format
                ? Optional.of(this)
                : Optional.of(new NativeLauncher(socket, command, host, drivers, other, engine));
    }

    private boolean serves(String backend) {
        return command.backend().equals(backend) && command.format() == format;
    }

    /** Who launches runners for a backend, and what its driver said where none can be. */
    private record Prepared(Launcher launcher, Optional<BackendReport> absence) {}

    @Override
    public Launcher forBackend(Backend backend) {
        return prepared(backend).launcher();
    }

    @Override
    public Optional<BackendReport> absence(Backend backend) {
        return prepared(backend).absence();
    }

    private Prepared prepared(Backend backend) {
        if (serves(backend.id())) {
            return new Prepared(this, Optional.empty());
        }
        return preparations.computeIfAbsent(backend.id(), this::survey);
    }

    private Prepared survey(String backend) {
        Optional<BackendDriver> driver = drivers.find(backend, format);
        if (driver.isEmpty()) {
            return new Prepared(this, Optional.of(absent(backend, unserved(backend))));
        }
        return look(driver.get())
                .fold(
                        launchSpec -> new Prepared(
                                new NativeLauncher(
                                        socket,
                                        command.serving(backend, format, launchSpec),
                                        host,
                                        drivers,
                                        format,
                                        engine),
                                Optional.empty()),
                        detection -> new Prepared(this, Optional.of(absent(backend, detection))));
    }

    /** A driver that fails while it looks, a third party's perhaps, costs its own backend and no run. */
    private Survey look(BackendDriver driver) {
        try {
            return driver.survey(host);
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("survey of {}", driver.backend(), e);
            return new Survey.Absent(new Detection.Builder()
                    .failed(
                            Tier.COMPILED,
                            "its driver failed while it looked: " + e,
                            "bascule doctor -v shows where; report it to the driver's author")
                    .build());
        }
    }

    private Detection unserved(String backend) {
        boolean otherModels = drivers.find(backend, ModelFormat.ONNX).isPresent();
        return new Detection.Builder()
                .failed(
                        Tier.COMPILED,
                        "nothing on the class path executes %s models on %s".formatted(format.id(), backend),
                        otherModels
                                ? "export the model to ONNX (torch.onnx.export), which %s executes".formatted(backend)
                                : "put the jar with its BackendDriver on the class path")
                .build();
    }

    private static BackendReport absent(String backend, Detection detection) {
        return new BackendReport(
                backend,
                BackendStatus.MISSING,
                Optional.empty(),
                Optional.empty(),
                detection.facts(),
                detection.stop().map(TierCheck.Failed::reason),
                detection.stop().map(TierCheck.Failed::nextStep),
                detection.checks());
    }

    private static Failure missing(BackendReport report) {
        return report.stop()
                .map(FaultClassifier::classify)
                .orElseGet(() -> Failure.of(
                        ErrorCode.BACKEND_UNAVAILABLE, report.reason().orElse("it gave no reason")));
    }

    @Override
    public String id() {
        return "native";
    }

    @Override
    public Launch launch(RunnerGateway gateway, Duration timeout) {
        if (command.format() != format) {
            // Made for a format, not yet for a backend: the CPU's runner stands for all.
            Optional<Failure> missing = absence(Backends.NATIVE_CPU).map(NativeLauncher::missing);
            return missing.<Launch>map(Launch.NotStarted::new)
                    .orElseGet(() -> forBackend(Backends.NATIVE_CPU).launch(gateway, timeout));
        }
        Invitation invitation =
                gateway.invite("native", artifact -> artifact.file().toUri().toString());
        ChildProcess child;
        try {
            child = ChildProcess.start(command.unpacked(engine), socket, invitation.token());
        } catch (IOException e) {
            String reason = "the native runner's process cannot be started: " + e.getMessage();
            invitation.abandon().because(reason);
            return new Launch.NotStarted(Failure.of(ErrorCode.TOOL_MISSING, reason));
        }
        child.onEnd(end -> invitation.abandon().because(RunnerEnd.of(end)));
        return join(child, invitation, timeout);
    }

    private Launch join(ChildProcess child, Invitation invitation, Duration timeout) {
        Failure failure;
        try {
            Runner runner = invitation.joined().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            LOG.debug("native runner {} joined", child.pid());
            return new Launch.Started(new LaunchedChild(child, invitation, runner));
        } catch (ExecutionException e) {
            failure = FaultClassifier.neverJoined(end(e));
        } catch (TimeoutException e) {
            failure = Failure.of(
                    ErrorCode.PROBE_TIMED_OUT,
                    "the native runner for %s did not join within %d ms"
                            .formatted(command.backend(), timeout.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = Failure.of(ErrorCode.RUN_INTERRUPTED, "interrupted while the native runner started");
        }
        invitation.abandon().because(failure.message());
        child.kill();
        child.awaitEnd(PATIENCE);
        return new Launch.NotStarted(failure);
    }

    private static RunnerEnd end(ExecutionException never) {
        Throwable cause = never.getCause() == null ? never : never.getCause();
        String reason = String.valueOf(cause.getMessage());
        return cause instanceof BasculeException known
                ? new RunnerEnd(known.code(), reason)
                : RunnerEnd.unexplained(reason);
    }

    private final class LaunchedChild implements LaunchedRunner {
        private final ChildProcess child;
        private final Invitation invitation;
        private final Runner runner;
        private final MemoryMeter memory;

        LaunchedChild(ChildProcess child, Invitation invitation, Runner runner) {
            this.child = child;
            this.invitation = invitation;
            this.runner = runner;
            this.memory = ChildMemory.of(child.pid());
        }

        @Override
        public Runner runner() {
            return runner;
        }

        @Override
        public Optional<Browser> browser() {
            return Optional.empty();
        }

        @Override
        public Optional<MemoryMeter> memory() {
            return Optional.of(memory);
        }

        @Override
        public Launch recycle(RunnerGateway gateway, Duration timeout) {
            // A process is all that a native runner is: nothing of the old one is worth keeping.
            close();
            return launch(gateway, timeout);
        }

        @Override
        public void kill() {
            invitation.abandon().because("killed");
            child.kill();
        }

        @Override
        public void close() {
            // It keeps nothing that is not sent, and a JVM that leaves by itself waits 300 ms for its own threads.
            runner.close();
            child.kill();
            child.awaitEnd(PATIENCE);
        }
    }
}
