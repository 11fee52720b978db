package dev.bascule.bridge.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.page.PageHosts.Start;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a binary that shows no page, whatever its reason. */
@Timeout(180)
@DisabledOnOs(OS.WINDOWS)
class FailedProcessLaunchTest {
    private final LeftBehind before = new LeftBehind();

    @TempDir
    Path folder;

    @AfterEach
    void leaves_nothing_behind() {
        assertThat(before.processesLeft()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }

    @Test
    void its_last_words_are_the_reason() throws Exception {
        Failure failure = refused(script("echo 'Error: no DISPLAY environment variable specified' >&2; exit 1"), 60);
        assertThat(failure.message()).contains("no DISPLAY");
        assertThat(failure.remedies().get(0)).contains("xvfb-run");
    }

    @Test
    void without_words_its_exit_code_is() throws Exception {
        assertThat(refused(script("exit 42"), 60).message()).contains("exit code 42");
    }

    @Test
    void one_that_prints_without_end_and_never_shows_a_page_is_killed() throws Exception {
        Failure failure = refused(script("sleep 600 & while :; do echo chatter; done"), 3);
        assertThat(failure.message()).contains("no page within 3 s");
    }

    @Test
    void one_that_is_not_there_is_refused() {
        assertThat(refused(folder.resolve("gone"), 60).message()).contains("gone");
    }

    @Test
    void webkit_is_refused_with_the_ways_that_there_are() {
        Failure failure = refused(BrowserFamily.WEBKITGTK, folder.resolve("MiniBrowser"), 60);
        assertThat(failure.code()).isEqualTo(ErrorCode.UNKNOWN_BROWSER);
        assertThat(failure.remedies()).isNotEmpty();
    }

    private Path script(String body) throws Exception {
        Path file = Files.writeString(folder.resolve("firefox"), "#!/bin/sh\n" + body + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Failure refused(Path executable, int seconds) {
        return refused(BrowserFamily.FIREFOX, executable, seconds);
    }

    private static Failure refused(BrowserFamily family, Path executable, int seconds) {
        BrowserInstallation browser =
                new BrowserInstallation(family.displayName(), family, "1.2", executable, Optional.empty(), false);
        Start start =
                new ProcessHosts(browser, LaunchOptions.withHardwareGpu(false)).start(Duration.ofSeconds(seconds));
        assertThat(start).isInstanceOf(Start.Refused.class);
        return ((Start.Refused) start).failure();
    }
}
