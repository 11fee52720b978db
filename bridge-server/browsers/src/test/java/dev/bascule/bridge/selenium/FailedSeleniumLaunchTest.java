package dev.bascule.bridge.selenium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.DriverInstallation;
import dev.bascule.bridge.discovery.DriverKind;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Drivers and browsers that do not come up: said why, and nothing left behind. */
@Timeout(180)
@DisabledOnOs(OS.WINDOWS)
class FailedSeleniumLaunchTest {
    private final LeftBehind before = new LeftBehind();

    @TempDir
    Path folder;

    @AfterEach
    void nothing_is_left_behind() {
        assertThat(before.processesLeft()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }

    @Test
    void a_driver_that_ends_at_once_is_reported_with_its_last_words() throws Exception {
        Failure failure = refused(
                BrowserFamily.CHROMIUM,
                DriverKind.CHROMEDRIVER,
                script("echo 'chromedriver: error while loading shared libraries: libnss3.so: cannot open' >&2; exit"
                        + " 127"),
                Map.of(),
                Duration.ofSeconds(20));
        assertThat(failure.code()).isEqualTo(ErrorCode.BROWSER_LAUNCH_FAILED);
        assertThat(failure.message()).contains("libnss3.so");
    }

    @Test
    void a_driver_that_never_listens_is_killed() throws Exception {
        Failure failure = refused(
                BrowserFamily.FIREFOX,
                DriverKind.GECKODRIVER,
                script("sleep 600 & sleep 600"),
                Map.of(),
                Duration.ofSeconds(2));
        assertThat(failure.code()).isEqualTo(ErrorCode.BROWSER_LAUNCH_FAILED);
        assertThat(failure.message()).contains("does not listen");
    }

    @Test
    @Tag("browser")
    @Tag("chromedriver")
    void a_browser_that_its_driver_cannot_start_is_reported_in_the_drivers_words() throws Exception {
        LocalDrivers.Driven real = LocalDrivers.of(BrowserFamily.CHROMIUM);
        Failure failure = refused(
                BrowserFamily.CHROMIUM,
                DriverKind.CHROMEDRIVER,
                real.fit().driver().executable(),
                Map.of(),
                Duration.ofSeconds(30));
        assertThat(failure.code()).isEqualTo(ErrorCode.BROWSER_LAUNCH_FAILED);
        assertThat(failure.message()).contains("session not created");
    }

    @Test
    void a_browser_that_needs_a_display_asks_for_one() throws Exception {
        Failure failure = refused(
                BrowserFamily.WEBKITGTK,
                DriverKind.WEBKIT_WEB_DRIVER,
                script("exit 1"),
                Map.of("PATH", folder.toString()),
                Duration.ofSeconds(5));
        assertThat(failure.code()).isEqualTo(ErrorCode.TOOL_MISSING);
        assertThat(failure.remedies().get(0)).containsIgnoringCase("xvfb");
    }

    @Test
    @DisabledOnOs(OS.MAC)
    void safari_is_refused_where_there_is_none() throws Exception {
        Failure failure = refused(
                BrowserFamily.SAFARI, DriverKind.SAFARIDRIVER, script("exit 1"), Map.of(), Duration.ofSeconds(5));
        assertThat(failure.message()).contains("macOS");
    }

    private Failure refused(
            BrowserFamily family, DriverKind kind, Path driver, Map<String, String> environment, Duration limit) {
        BrowserInstallation browser = new BrowserInstallation(
                family.displayName(), family, "1.2.3.4", folder.resolve("none"), Optional.empty(), false);
        PageHosts.Start start = new SeleniumHosts(
                        browser,
                        new DriverInstallation(kind, Optional.of("1.2.3"), driver),
                        LaunchOptions.withHardwareGpu(false),
                        environment)
                .start(limit);
        assertThat(start).isInstanceOf(PageHosts.Start.Refused.class);
        return ((PageHosts.Start.Refused) start).failure();
    }

    private Path script(String body) throws Exception {
        Path file = Files.writeString(folder.resolve("driver"), "#!/bin/sh\n" + body + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
