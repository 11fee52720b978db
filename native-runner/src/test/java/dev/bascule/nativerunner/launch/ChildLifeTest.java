package dev.bascule.nativerunner.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.memory.MemoryCounter;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher.Launch;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.engine.TestModels;
import dev.bascule.nativerunner.serve.Drivers;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a real child process lives and dies. */
@Tag("native")
class ChildLifeTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private SocketHost host;

    @BeforeEach
    void open() {
        host = new SocketHost();
    }

    @AfterEach
    void close() {
        host.close();
    }

    /** Of a child that has had nothing else yet. */
    @Test
    void a_tensor_larger_than_a_frame_goes_both_ways_and_the_childs_memory_shows_it() throws Exception {
        try (LaunchedRunner launched = launched()) {
            MemoryMeter meter = launched.memory().orElseThrow();
            meter.restart();
            long before = meter.read().residentTotal();
            Tensor large = large(6_000_001);

            RunnerSession session = ok(launched.runner().open(identity(large), LIMIT));

            assertThat(session.firstOutputs().all().get(0).tensor()).isEqualTo(large);
            MemoryMeter.Reading reading = meter.read();
            assertThat(reading.peakBytes()).containsOnlyKeys("native-runner");
            assertThat(reading.peakTotal() - before).isGreaterThan(24_000_000);
            assertThat(reading.source()).isNotBlank();
        }
    }

    @Tag("full")
    @Test
    void without_the_kernels_books_oshi_reads_it() throws Exception {
        long own = ProcessHandle.current().pid();
        MemoryCounter oshi = new ChildMemory.Resident();

        assertThat(oshi.read(own).orElseThrow().residentBytes()).isBetween(20_000_000L, 20_000_000_000L);
        assertThat(oshi.read(own).orElseThrow().peakBytes()).isEmpty();
        assertThat(oshi.read(Integer.MAX_VALUE)).isEmpty();
    }

    @Test
    void a_child_takes_up_its_session_after_the_socket_was_cut_and_is_gone_when_close_returns() throws Exception {
        LaunchedRunner launched = launched();
        ProcessHandle child = ProcessHandle.of(pid(launched)).orElseThrow();
        try {
            RunnerSession session = ok(launched.runner().open(identity(large(10)), LIMIT));
            host.cut();
            assertThat(ok(session.measure(BlockRequest.ofIterations(3, LIMIT), LIMIT))
                            .samples()
                            .size())
                    .isEqualTo(3);
            ok(session.finish(LIMIT));
        } finally {
            launched.close();
        }
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_segmentation_fault_costs_the_child_and_tells_its_name() throws Exception {
        try (LaunchedRunner launched = launched()) {
            RunnerSession session = ok(launched.runner().open(identity(large(10)), LIMIT));
            new ProcessBuilder("kill", "-SEGV", String.valueOf(pid(launched)))
                    .start()
                    .waitFor();
            Reply<?> reply = session.measure(BlockRequest.ofIterations(Integer.MAX_VALUE, LIMIT), LIMIT);
            assertThat(reply).isInstanceOf(Reply.Failed.class);
            assertThat(((Reply.Failed<?>) reply).fault())
                    .isInstanceOfSatisfying(
                            Fault.Lost.class, lost -> assertThat(lost.reason()).contains("SIGSEGV"));
        }
    }

    @Test
    void a_killed_child_is_lost_at_once_and_leaves_nothing() throws Exception {
        LaunchedRunner launched = launched();
        ProcessHandle child = ProcessHandle.of(pid(launched)).orElseThrow();
        launched.kill();
        assertThat(launched.runner().open(identity(large(10)), LIMIT)).isInstanceOf(Reply.Failed.class);
        await().atMost(LIMIT).until(() -> !child.isAlive());
        launched.close();
    }

    @Test
    void recycling_gives_another_process() throws Exception {
        LaunchedRunner first = launched();
        long pid = pid(first);
        Launch again = first.recycle(host.hub(), LIMIT);
        assertThat(again).isInstanceOfSatisfying(Launch.Started.class, started -> {
            assertThat(pid(started.launched())).isNotEqualTo(pid);
            started.launched().close();
        });
        assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))
                .isFalse();
    }

    /** Whether it was still unpacking its libraries or had long been there. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1500})
    void an_orphan_leaves_and_takes_its_folder_along(int millis) throws Exception {
        Path own = Files.createDirectory(folder.resolve("own"));
        ProcessBuilder builder =
                new ProcessBuilder(ChildCommand.ofThisJvm(false).line(URI.create("ws://127.0.0.1:1/runner"), own));
        builder.environment().put("CLASSPATH", ChildCommand.ofThisJvm(false).classPath());
        builder.environment().put("ORT_DISABLE_TELEMETRY", "1");
        Process orphan = builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        orphan.getOutputStream().write("token\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        orphan.getOutputStream().flush();
        Thread.sleep(millis);
        assertThat(orphan.isAlive()).isTrue();
        // As the system does when the parent dies.
        orphan.getOutputStream().close();
        await().atMost(LIMIT).until(() -> !orphan.isAlive());
        assertThat(own).doesNotExist();
    }

    @Tag("full")
    @Test
    void a_child_that_cannot_join_is_reported_and_killed() {
        Set<Long> others = children();
        NativeLauncher launcher = new NativeLauncher(URI.create("ws://127.0.0.1:1/runner"));
        assertThat(launcher.launch(host.hub(), Duration.ofMillis(1500)))
                .isInstanceOfSatisfying(Launch.NotStarted.class, not -> {
                    assertThat(not.failure().code()).isEqualTo(ErrorCode.PROBE_TIMED_OUT);
                    assertThat(not.failure().message()).contains("did not join within 1500 ms");
                });
        assertThat(others).containsAll(children());
    }

    private static Set<Long> children() {
        return ProcessHandle.current()
                .children()
                .filter(ProcessHandle::isAlive)
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    @Test
    void a_java_that_does_not_start_is_reported_in_its_own_words() {
        ChildCommand noJava = new ChildCommand(
                folder.resolve("no-java"),
                List.of(),
                17,
                1L << 30,
                false,
                "cpu",
                ModelFormat.ONNX,
                ChildLaunchSpec.STANDARD);
        assertThat(new NativeLauncher(
                                host.uri(), noJava, HostEnvironment.ofProcess(), Drivers.installed(), ModelFormat.ONNX)
                        .launch(host.hub(), LIMIT))
                .isInstanceOfSatisfying(
                        Launch.NotStarted.class,
                        not -> assertThat(not.failure().code()).isEqualTo(ErrorCode.TOOL_MISSING));
    }

    private LaunchedRunner launched() {
        Launch launch = new NativeLauncher(host.uri()).launch(host.hub(), LIMIT);
        assertThat(launch).isInstanceOf(Launch.Started.class);
        return ((Launch.Started) launch).launched();
    }

    private static long pid(LaunchedRunner launched) {
        return Long.parseLong(launched.runner().probe().environment().get("pid"));
    }

    private static Tensor large(int elements) {
        float[] values = new float[elements];
        for (int i = 0; i < elements; i++) {
            values[i] = i;
        }
        return Tensor.floats(Shape.of(elements), values);
    }

    private Job identity(Tensor tensor) throws Exception {
        byte[] model = TestModels.identity(DType.FLOAT32, tensor.shape());
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(model));
        Path file = Files.write(folder.resolve(sha256), model);
        return new Job(
                "job-" + System.nanoTime(),
                Backends.NATIVE_CPU,
                new ModelArtifact(sha256, model.length, file),
                Feeds.of(Map.of("x", tensor)),
                List.of(),
                SessionSettings.defaults());
    }

    private static <T> T ok(Reply<T> reply) {
        assertThat(reply).isInstanceOf(Reply.Ok.class);
        return reply.result().orElseThrow();
    }
}
