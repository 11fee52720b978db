package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.page.TinyJobs;
import dev.bascule.bridge.playwright.RealBrowser.Shared;
import dev.bascule.bridge.process.Processes;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.RunnerSession;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** How the processes of a Chromium browser die, beyond what every launcher's contract says. */
@Tag("browser")
@Timeout(120)
@ExtendWith(RealBrowser.class)
class BrowserLifeTest {
    private static final Duration LIMIT = RealBrowser.LIMIT;

    @TempDir
    Path folder;

    @Test
    void a_page_that_crashes_is_lost_and_a_new_one_takes_its_place(Shared shared) throws Exception {
        LeftBehind before = new LeftBehind();
        LaunchedRunner launched = launch(shared);
        try {
            CompletableFuture<Reply<?>> measuring = measuring(launched);
            before.newProcesses().stream()
                    .filter(process -> isBrowser(process, "--type=renderer"))
                    .forEach(ProcessHandle::destroyForcibly);
            assertThat(measuring.get(LauncherContract.NOTICED.toSeconds(), TimeUnit.SECONDS))
                    .satisfies(BrowserLifeTest::isLost);
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
                .filter(process -> isBrowser(process, "--type=gpu-process"))
                .forEach(ProcessHandle::destroyForcibly);
        launched.kill();
        assertThat(before.processesLeft()).isEmpty();
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

    private static boolean isBrowser(ProcessHandle process, String type) {
        String line = Processes.commandLine(process);
        return line.contains("chrome") && line.contains(type);
    }

    private static void isLost(Reply<?> reply) {
        assertThat(reply).isInstanceOf(Reply.Failed.class);
        assertThat(((Reply.Failed<?>) reply).fault()).isInstanceOf(Fault.Lost.class);
    }

    private Job job() throws Exception {
        return TinyJobs.add(folder);
    }
}
