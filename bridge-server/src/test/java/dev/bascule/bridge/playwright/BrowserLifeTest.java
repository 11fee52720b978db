package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.playwright.RealBrowser.Shared;
import dev.bascule.bridge.process.Processes;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.runner.BlockRequest;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.Feeds;
import dev.bascule.fallback.runner.Job;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.runner.Settings;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** How a browser comes, is renewed, dies and goes. */
@Tag("browser")
@Timeout(120)
@ExtendWith(RealBrowser.class)
class BrowserLifeTest {
    private static final Duration LIMIT = RealBrowser.LIMIT;

    @TempDir
    Path folder;

    @Test
    void a_recycled_page_is_a_new_runner_in_the_same_browser(Shared shared) throws Exception {
        LaunchedRunner launched = launch(shared);
        try {
            Runner old = launched.runner();
            List<Long> processes = browsers();
            LaunchedRunner again = RealBrowser.started(launched.recycle(shared.bridge(), LIMIT));
            assertThat(again.runner()).isNotSameAs(old);
            assertThat(old.open(job(), LIMIT)).satisfies(BrowserLifeTest::isLost);
            assertThat(again.runner().open(job(), LIMIT)).isInstanceOf(Reply.Ok.class);
            assertThat(browsers()).isEqualTo(processes);
        } finally {
            launched.close();
        }
    }

    /** The browsers' first processes, which have no type. */
    private static List<Long> browsers() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> isBrowser(process, Optional.empty()))
                .map(ProcessHandle::pid)
                .sorted()
                .toList();
    }

    @Test
    void closing_leaves_no_process_and_no_profile(Shared shared) {
        LeftBehind before = new LeftBehind();
        LaunchedRunner launched = launch(shared);
        assertThat(before.newProcesses()).as("driver, browser, renderer").hasSizeGreaterThanOrEqualTo(3);
        assertThat(before.newProfiles()).hasSize(1);
        launched.close();
        assertThat(before.newProcesses()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
        launched.close();
    }

    @Test
    void killing_leaves_no_process_and_no_profile_and_ends_what_runs(Shared shared) throws Exception {
        LeftBehind before = new LeftBehind();
        LaunchedRunner launched = launch(shared);
        CompletableFuture<Reply<?>> measuring = measuring(launched);
        launched.kill();
        assertThat(measuring.get(5, TimeUnit.SECONDS)).satisfies(BrowserLifeTest::isLost);
        assertThat(before.newProcesses()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
        launched.close();
    }

    @Test
    void a_browser_that_dies_is_lost_and_not_waited_for(Shared shared) throws Exception {
        LeftBehind before = new LeftBehind();
        LaunchedRunner launched = launch(shared);
        CompletableFuture<Reply<?>> measuring = measuring(launched);
        before.newProcesses().stream()
                .filter(process -> isBrowser(process, Optional.empty()))
                .forEach(ProcessHandle::destroyForcibly);
        assertThat(measuring.get(5, TimeUnit.SECONDS)).satisfies(BrowserLifeTest::isLost);
        launched.close();
        assertThat(before.newProcesses()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }

    @Test
    void a_page_that_crashes_is_lost_and_a_new_one_takes_its_place(Shared shared) throws Exception {
        LeftBehind before = new LeftBehind();
        LaunchedRunner launched = launch(shared);
        try {
            CompletableFuture<Reply<?>> measuring = measuring(launched);
            before.newProcesses().stream()
                    .filter(process -> isBrowser(process, Optional.of("--type=renderer")))
                    .forEach(ProcessHandle::destroyForcibly);
            assertThat(measuring.get(10, TimeUnit.SECONDS)).satisfies(BrowserLifeTest::isLost);
            RealBrowser.started(launched.recycle(shared.bridge(), LIMIT));
            assertThat(launched.runner().open(job(), LIMIT)).isInstanceOf(Reply.Ok.class);
        } finally {
            launched.close();
        }
    }

    @Test
    void a_dead_gpu_process_neither_blocks_nor_leaves_anything(Shared shared) {
        LeftBehind before = new LeftBehind();
        LaunchedRunner launched = launch(shared);
        before.newProcesses().stream()
                .filter(process -> isBrowser(process, Optional.of("--type=gpu-process")))
                .forEach(ProcessHandle::destroyForcibly);
        launched.kill();
        assertThat(before.newProcesses()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }

    private static LaunchedRunner launch(Shared shared) {
        return RealBrowser.started(shared.launcher().launch(shared.bridge(), LIMIT));
    }

    private CompletableFuture<Reply<?>> measuring(LaunchedRunner launched) throws Exception {
        RunnerSession session = launched.runner().open(job(), LIMIT).result().orElseThrow();
        CompletableFuture<Reply<?>> measuring = CompletableFuture.supplyAsync(
                () -> session.measure(new BlockRequest(1, LIMIT, LIMIT), LIMIT.plusSeconds(10)));
        TimeUnit.MILLISECONDS.sleep(300);
        assertThat(measuring).isNotDone();
        return measuring;
    }

    private static boolean isBrowser(ProcessHandle process, Optional<String> type) {
        String line = Processes.commandLine(process);
        return line.contains("chrome") && type.map(line::contains).orElse(!line.contains("--type="));
    }

    private static void isLost(Reply<?> reply) {
        assertThat(reply).isInstanceOf(Reply.Failed.class);
        assertThat(((Reply.Failed<?>) reply).fault()).isInstanceOf(Fault.Lost.class);
    }

    private Job job() throws Exception {
        byte[] model = TinyOnnx.add();
        Path file = Files.write(folder.resolve("add.onnx"), model);
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(model));
        Tensor four = Tensor.floats(Shape.of(4), 1, 2, 3, 4);
        return new Job(
                "job",
                Backends.WASM,
                new ModelArtifact(sha256, model.length, file),
                Feeds.of(Map.of("x", four, "state", four)),
                List.of("sum"),
                Settings.defaults());
    }
}
