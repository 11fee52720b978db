package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.Channel;
import dev.bascule.bridge.discovery.InstallationSource;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How Playwright's real driver starts its own Firefox and WebKit, seen by a script in the browser's place. */
@Timeout(180)
class PatchedBuildTest {
    private static final String OF_THIS_RELEASE = "153.0";
    private static final String OF_ANOTHER = "r2092";

    @TempDir
    Path folder;

    @Test
    @Tag("browser")
    void a_firefox_is_spoken_to_by_its_own_pipe_and_finds_its_preferences_as_it_starts() throws Exception {
        start(BrowserFamily.FIREFOX, OF_THIS_RELEASE);
        assertThat(Files.readAllLines(folder.resolve("arguments")))
                .contains("-juggler-pipe", "-headless", "-profile")
                .doesNotContain("--no-sandbox");
        assertThat(folder.resolve("preferences"))
                .content()
                .contains("user_pref(\"dom.webgpu.enabled\", true);")
                .contains("user_pref(\"gfx.webgpu.ignore-blocklist\", true);");
    }

    @Test
    @Tag("browser")
    void a_webkit_is_spoken_to_by_its_own_pipe_and_is_not_told_of_a_web_driver() throws Exception {
        Failure failure = start(BrowserFamily.WEBKIT, "26.5");
        assertThat(failure.message())
                .as("negative control: it is the build of this release")
                .doesNotContain("not the build");
        assertThat(Files.readAllLines(folder.resolve("arguments")))
                .contains("--inspector-pipe", "--headless")
                .anyMatch(argument -> argument.startsWith("--user-data-dir="))
                .doesNotContain("--automation", "--no-sandbox");
    }

    @Test
    @Tag("browser")
    void a_build_of_another_release_that_does_not_start_is_told_which_one_would_fit() throws Exception {
        Failure failure = start(BrowserFamily.WEBKIT, OF_ANOTHER);
        assertThat(failure.message()).contains("not the build that this release of Playwright was made for");
        assertThat(failure.remedies()).singleElement().asString().matches("npx playwright@[\\d.]+ install webkit");
    }

    @Test
    void pages_are_printed_by_the_chromium_family_only() {
        BrowserInstallation firefox = build(BrowserFamily.FIREFOX, OF_THIS_RELEASE, Path.of("firefox"));
        assertThat(PlaywrightHosts.canDrive(firefox)).isTrue();
        assertThatThrownBy(() -> new PdfPrinter(() -> List.of(firefox), Map.of(), Duration.ofSeconds(5)).pdf("<p>"))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("none is here");
    }

    /** A script that writes down how it was started, and ends. */
    private Failure start(BrowserFamily family, String version) throws Exception {
        assumeTrue(NodeTool.find(System.getenv()).isPresent(), "Playwright's driver needs Node.js");
        Path script = Files.writeString(folder.resolve("browser"), """
                #!/bin/sh
                printf '%%s\\n' "$@" > '%1$s/arguments'
                cat "$XDG_CACHE_HOME/user.js" > '%1$s/preferences' 2>/dev/null
                exit 1
                """.formatted(folder));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        LeftBehind before = new LeftBehind();
        PageHosts.Start start = new PlaywrightHosts(
                        build(family, version, script),
                        LaunchOptions.withHardwareGpu(false).withRoot(true))
                .start(Duration.ofSeconds(30));
        assertThat(start).isInstanceOf(PageHosts.Start.Refused.class);
        assertThat(before.processesLeft()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
        return ((PageHosts.Start.Refused) start).failure();
    }

    private static BrowserInstallation build(BrowserFamily family, String version, Path executable) {
        return new BrowserInstallation(
                "Playwright " + family.displayName(),
                family,
                Channel.STABLE,
                version,
                executable,
                Optional.empty(),
                InstallationSource.PLAYWRIGHT,
                Optional.empty(),
                List.of());
    }
}
