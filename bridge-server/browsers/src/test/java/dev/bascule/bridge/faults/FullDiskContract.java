package dev.bascule.bridge.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.bridge.direct.ProcessHosts;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.page.TinyJobs;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher.Launch;
import dev.bascule.fallback.runner.RunnerSession;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The disk that a browser's profile is on is full: a file system of its own, which only root can mount. */
@Tag("browser")
@Timeout(300)
@EnabledOnOs(OS.LINUX)
abstract class FullDiskContract {
    private static final Duration LIMIT = LauncherContract.LIMIT;

    abstract BrowserInstallation browser();

    @TempDir
    Path folder;

    private final LeftBehind before = new LeftBehind();
    private final BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
    private Path disk = Path.of("disk");

    private void mount() throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        int code = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=64m", "none", disk.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        assumeTrue(code == 0, "this user may not mount a small file system");
    }

    @AfterEach
    void leaves_nothing_behind() throws Exception {
        bridge.close();
        if (Files.isDirectory(disk)) {
            new ProcessBuilder("umount", disk.toString()).start().waitFor();
        }
        assertThat(before.processesLeft()).isEmpty();
    }

    @Test
    void a_disk_that_fills_up_under_a_running_browser_or_is_full_at_its_launch_hurts_no_case_after_it()
            throws Exception {
        mount();
        LaunchedRunner launched = LauncherContract.started(launch());
        Path filler = fill();
        Reply<RunnerSession> reply = launched.runner().open(TinyJobs.add(folder), LIMIT);
        // A case goes on from memory where the browser can; otherwise it has failed in one of the ways that there are.
        reply.result()
                .ifPresent(session -> assertThat(session.measure(BlockRequest.ofIterations(3, LIMIT), LIMIT))
                        .isNotNull());
        launched.close();
        leftNothing();
        Files.delete(filler);
        Path again = fill();
        isRefusedOrRunsItsCase();
        leftNothing();
        Files.delete(again);
        runsACase(LauncherContract.started(launch()));
        leftNothing();
    }

    private void isRefusedOrRunsItsCase() {
        try {
            Launch launch = launch();
            if (launch instanceof Launch.NotStarted refused) {
                hasTheRemedy(refused.failure());
            } else {
                runsACase(LauncherContract.started(launch));
            }
        } catch (BasculeException e) {
            // Not even the profile's folder could be made.
            assertThat(e.code()).isEqualTo(ErrorCode.OUTPUT_UNWRITABLE);
        }
    }

    private static void hasTheRemedy(Failure failure) {
        assertThat(failure.code()).isEqualTo(ErrorCode.BROWSER_LAUNCH_FAILED);
        assertThat(failure.message()).contains("No space left on device");
        assertThat(failure.remedies().get(0)).contains("free some space");
    }

    private void runsACase(LaunchedRunner launched) {
        assertThat(launched.runner().open(TinyJobs.add(folder), LIMIT)).isInstanceOf(Reply.Ok.class);
        launched.close();
    }

    private void leftNothing() {
        assertThat(before.processesLeft()).isEmpty();
        assertThat(profiles()).isEmpty();
    }

    private Launch launch() {
        ProcessHosts hosts = new ProcessHosts(browser(), LaunchOptions.withHardwareGpu(false), disk);
        return new PageLauncher(bridge, hosts).launch(bridge, LIMIT);
    }

    private Path fill() throws IOException {
        Path filler = disk.resolve("filler");
        byte[] block = new byte[64 * 1024];
        try (OutputStream out = Files.newOutputStream(filler)) {
            // A browser that runs there deletes files of its own meanwhile.
            Awaitility.await().until(() -> {
                for (int size = block.length; size >= 1; size = size / 2) {
                    fillWith(out, block, size);
                }
                return Files.getFileStore(disk).getUsableSpace() == 0;
            });
        }
        return filler;
    }

    private static void fillWith(OutputStream out, byte[] block, int size) {
        try {
            while (true) {
                out.write(block, 0, size);
            }
        } catch (IOException full) {
            // As wanted.
        }
    }

    private java.util.List<Path> profiles() {
        try (Stream<Path> entries = Files.list(disk)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("bascule-profile-"))
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
