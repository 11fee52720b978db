package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Launcher.Launch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class FailedLaunchTest {
    private static BridgeServer bridge;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
    }

    @AfterAll
    static void stop() {
        bridge.close();
    }

    @Test
    void without_node_the_tool_is_named_and_nothing_is_started() {
        LeftBehind before = new LeftBehind();
        PageLauncher launcher = new PageLauncher(
                bridge,
                new PlaywrightHosts(
                        browser(BrowserFamily.CHROMIUM, Path.of("chromium")),
                        LaunchOptions.withHardwareGpu(false),
                        Map.of("PATH", folder.toString())));
        Failure failure = refused(launcher.launch(bridge, Duration.ofSeconds(5)));
        assertThat(failure.code()).isEqualTo(ErrorCode.TOOL_MISSING);
        assertThat(failure.message()).contains("node");
        assertThat(before.processesLeft()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }

    @Test
    void a_firefox_that_playwright_did_not_patch_is_refused_before_anything_is_started() {
        PageLauncher launcher = launcher(browser(BrowserFamily.FIREFOX, Path.of("firefox")));
        assertThat(refused(launcher.launch(bridge, Duration.ofSeconds(5))).code())
                .isEqualTo(ErrorCode.UNKNOWN_BROWSER);
    }

    @Test
    @Tag("browser")
    void a_browser_that_lacks_a_library_is_reported_with_the_library() throws Exception {
        LeftBehind before = new LeftBehind();
        Failure failure = refused(launch(
                script("echo 'chrome: error while loading shared libraries: libnss3.so: cannot open' >&2; exit 127"),
                Duration.ofSeconds(30)));
        assertThat(failure.code()).isEqualTo(ErrorCode.BROWSER_LAUNCH_FAILED);
        assertThat(failure.message()).contains("libnss3.so");
        assertThat(failure.remedies().get(0)).contains("ldd");
        assertThat(before.processesLeft()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }

    @Test
    @Tag("browser")
    void a_browser_that_never_answers_is_killed() throws Exception {
        LeftBehind before = new LeftBehind();
        Failure failure = refused(launch(script("sleep 600 & sleep 600"), Duration.ofSeconds(4)));
        assertThat(failure.code()).isEqualTo(ErrorCode.BROWSER_LAUNCH_FAILED);
        assertThat(before.processesLeft()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }

    private Launch launch(Path executable, Duration limit) {
        return launcher(browser(BrowserFamily.CHROMIUM, executable)).launch(bridge, limit);
    }

    private static PageLauncher launcher(BrowserInstallation browser) {
        return new PageLauncher(bridge, new PlaywrightHosts(browser, LaunchOptions.withHardwareGpu(false)));
    }

    private Path script(String body) throws Exception {
        Path file = Files.writeString(folder.resolve("chromium"), "#!/bin/sh\n" + body + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static BrowserInstallation browser(BrowserFamily family, Path executable) {
        return new BrowserInstallation(family.displayName(), family, "1.2.3.4", executable, Optional.empty(), false);
    }

    private static Failure refused(Launch launch) {
        assertThat(launch).isInstanceOf(Launch.NotStarted.class);
        return ((Launch.NotStarted) launch).failure();
    }
}
