package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.runner.Artifacts;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.studies.distribute.PoolReport.SampleEnd;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real child processes, really killed and really stopped while samples are spread over them. */
@Tag("native")
@Timeout(180)
class LostDevicesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Shape FOUR = Shape.of(4);
    private static final int SAMPLES = TestSize.of(800, 1500);

    @TempDir
    Path folder;

    private final JobIds ids = new JobIds();
    private final List<DeviceSession> deviceSessions = new ArrayList<>();
    private final List<Long> pids = new ArrayList<>();
    private final AtomicInteger given = new AtomicInteger();
    private final Map<Integer, Runnable> events = new ConcurrentHashMap<>();
    private BridgeServer bridge;
    private RunnerSource source;
    private ModelArtifact model;

    @BeforeEach
    void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        source = new RunnerSource(
                "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LIMIT, new TimeBreakdown());
        model = Artifacts.write(folder, TinyOnnx.add(), "onnx");
    }

    @AfterEach
    void close() {
        deviceSessions.forEach(DeviceSession::close);
        source.close();
        bridge.close();
    }

    /** Takes a device session, and notes the process behind it. */
    private void deviceSession(String name, Backend backend) {
        Set<Long> before = children();
        DeviceSession.Taken taken = DeviceSession.take(name, new Place(source, backend), () -> job(backend), LIMIT);
        assertThat(taken).isInstanceOf(DeviceSession.Taken.Ready.class);
        DeviceSession deviceSession = ((DeviceSession.Taken.Ready) taken).deviceSession();
        deviceSessions.add(deviceSession);
        for (int i = 0; i < 50; i++) {
            assertThat(deviceSession.infer(inputs(i), LIMIT)).isInstanceOf(Reply.Ok.class);
        }
        Set<Long> fresh = children();
        fresh.removeAll(before);
        assertThat(fresh).hasSize(1);
        pids.addAll(fresh);
    }

    private static Set<Long> children() {
        return ProcessHandle.current()
                .children()
                .map(ProcessHandle::pid)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private Job job(Backend backend) {
        return new Job(
                ids.next(),
                backend,
                model,
                Feeds.of(inputs(0)),
                List.of("sum"),
                SessionSettings.defaults().withEvidence(false));
    }

    /** Is called as each sample is given out: what is to happen among the samples, happens there and not by the clock. */
    private Map<String, Tensor> given(int sample) {
        Optional.ofNullable(events.get(given.incrementAndGet())).ifPresent(Runnable::run);
        return inputs(sample);
    }

    private static Map<String, Tensor> inputs(int sample) {
        return Map.of("x", Tensor.floats(FOUR, sample, 2, 3, 4), "state", Tensor.floats(FOUR, 1, 1, 1, 1));
    }

    private static Optional<String> check(int sample, Map<String, Tensor> outputs) {
        return outputs.equals(Map.of("sum", Tensor.floats(FOUR, sample + 1, 3, 4, 5)))
                ? Optional.empty()
                : Optional.of("it is not this sample's");
    }

    private PoolReport run(int samples, Watchdog watchdog) {
        return new ReplicaPool(deviceSessions, samples, this::given, LostDevicesTest::check, watchdog, System::nanoTime)
                .run();
    }

    /** Sends a signal when so many samples have been given out. */
    private void signal(String name, long pid, int afterSamples) {
        events.put(given.get() + afterSamples, () -> {
            try {
                new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .start()
                        .waitFor();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private void everySampleIsRight(PoolReport report, int samples) {
        assertThat(report.breaches(samples)).isEmpty();
        assertThat(report.right()).isEqualTo(samples);
    }

    @Test
    @Tag("sized")
    void killed_children_lose_no_sample() {
        Random random = new Random(20261121);
        deviceSession("cpu #1", Backends.NATIVE_CPU);
        deviceSession("cpu #2", Backends.NATIVE_CPU);
        deviceSession("cpu #3", Backends.NATIVE_CPU);
        signal("KILL", pids.get(0), 1 + random.nextInt(300));
        signal("KILL", pids.get(2), 301 + random.nextInt(300));
        PoolReport report = run(SAMPLES, Watchdog.usual(LIMIT));
        everySampleIsRight(report, SAMPLES);
        assertThat(report.devices().get(0).lost()).isPresent();
        assertThat(report.devices().get(1).lost()).isEmpty();
        assertThat(report.devices().get(2).lost()).isPresent();
        for (int lost : List.of(0, 2)) {
            for (int sample : report.devices().get(lost).lost().orElseThrow().inFlight()) {
                assertThat(report.ends().get(sample))
                        .as("finished by one of the others")
                        .isInstanceOf(SampleEnd.Right.class)
                        .isNotEqualTo(new SampleEnd.Right(lost));
            }
        }
    }

    @Tag("full")
    @Test
    void a_stopped_child_is_noticed_by_time_and_its_work_finished_elsewhere() {
        deviceSession("cpu #1", Backends.NATIVE_CPU);
        deviceSession("cpu #2", Backends.NATIVE_CPU);
        signal("STOP", pids.get(0), 200);
        PoolReport report = run(SAMPLES, new Watchdog(20, Duration.ofSeconds(3), LIMIT));
        everySampleIsRight(report, SAMPLES);
        SampleEvent.DeviceLost lost = report.devices().get(0).lost().orElseThrow();
        assertThat(lost.why()).containsPattern("no answer for \\d+ ms");
        assertThat(lost.inFlight()).hasSize(1);
        assertThat(report.ends().get(lost.inFlight().get(0))).isEqualTo(new SampleEnd.Right(1));
        Awaitility.await("a stopped child is killed, not left behind")
                .atMost(Duration.ofSeconds(60))
                .until(() -> !ProcessHandle.of(pids.get(0))
                        .map(ProcessHandle::isAlive)
                        .orElse(false));
    }

    @Tag("full")
    @Test
    void with_every_child_killed_the_run_ends_with_what_it_has() {
        deviceSession("cpu #1", Backends.NATIVE_CPU);
        deviceSession("cpu #2", Backends.NATIVE_CPU);
        signal("KILL", pids.get(0), 300);
        signal("KILL", pids.get(1), 600);
        PoolReport report = run(1_000_000, Watchdog.usual(LIMIT));
        assertThat(report.allLost()).isTrue();
        assertThat(report.breaches(1_000_000)).isEmpty();
        assertThat(report.right()).isPositive();
        StudyOutcome outcome = new ReplicaFigures(
                        report,
                        1_000_000,
                        64,
                        List.of(List.of(1.0), List.of(1.0)),
                        FakeReplica.asked(2),
                        FakeReplica.there(2))
                .outcome();
        assertThat(outcome.setback().orElseThrow().failure().code().exitCode()).isEqualTo(ExitCode.INFRASTRUCTURE);
    }

    @Tag("full")
    @Test
    @Tag("webgpu-native")
    void cpu_and_native_webgpu_share_the_work_and_the_cpu_finishes_a_killed_webgpu() {
        Backend webgpu = Backends.installed().require("webgpu-native");
        deviceSession("cpu", Backends.NATIVE_CPU);
        deviceSession("webgpu-native", webgpu);
        PoolReport shared = run(SAMPLES, Watchdog.usual(LIMIT));
        everySampleIsRight(shared, SAMPLES);
        assertThat(shared.devices())
                .allSatisfy(device -> assertThat(device.answerMillis()).isNotEmpty());
        signal("KILL", pids.get(1), 300);
        PoolReport report = run(SAMPLES, Watchdog.usual(LIMIT));
        everySampleIsRight(report, SAMPLES);
        assertThat(report.devices().get(1).lost()).isPresent();
    }
}
