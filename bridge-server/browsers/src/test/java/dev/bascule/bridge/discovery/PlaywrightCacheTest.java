package dev.bascule.bridge.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaywrightCacheTest {
    private static final String LINUX = ".cache/ms-playwright/";

    @TempDir
    Path root;

    private FakeMachine machine = new FakeMachine(Path.of("."));

    @BeforeEach
    void aMachine() {
        machine = new FakeMachine(root);
    }

    @Test
    void each_systems_cache_is_where_playwright_puts_it() {
        machine.environment.put("LOCALAPPDATA", root.resolve("AppData/Local").toString());
        assertThat(folder(OperatingSystem.LINUX)).contains(root.resolve(".cache/ms-playwright"));
        assertThat(folder(OperatingSystem.MACOS)).contains(root.resolve("Library/Caches/ms-playwright"));
        assertThat(folder(OperatingSystem.WINDOWS)).contains(root.resolve("AppData/Local/ms-playwright"));
        machine.environment.put("PLAYWRIGHT_BROWSERS_PATH", root.resolve("mine").toString());
        assertThat(folder(OperatingSystem.MACOS)).contains(root.resolve("mine"));
        machine.environment.put("PLAYWRIGHT_BROWSERS_PATH", "0");
        assertThat(folder(OperatingSystem.LINUX)).isEmpty();
    }

    @Test
    void patched_builds_are_told_from_the_browsers_that_people_have() throws Exception {
        machine.program(LINUX + "firefox-1538/firefox/firefox", "Mozilla Nightly 153.0");
        machine.script(LINUX + "webkit-2336/pw_run.sh", "exec MiniBrowser", "");
        machine.program(LINUX + "chromium-1234/chrome-linux64/chrome", "Google Chrome for Testing 151.0.7922.34 ");
        machine.program("bin/firefox", "Mozilla Firefox 153.0");
        complete(LINUX, "firefox-1538", "webkit-2336", "chromium-1234");
        BrowserDiscovery.Found found = machine.browsers(OperatingSystem.LINUX).find();
        assertThat(found.defects()).isEmpty();
        assertThat(found.browsers())
                .extracting(BrowserInstallation::toString, BrowserInstallation::patchedByPlaywright)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("Google Chrome for Testing 151.0.7922.34", false),
                        org.assertj.core.groups.Tuple.tuple("Mozilla Firefox 153.0", false),
                        org.assertj.core.groups.Tuple.tuple("Playwright Firefox 153.0", true),
                        org.assertj.core.groups.Tuple.tuple("Playwright WebKit 26.5", true));
        assertThat(machine.started).noneMatch(command -> command.contains("pw_run.sh"));
    }

    @Test
    void a_revision_that_this_release_does_not_know_keeps_its_number_and_says_so() throws Exception {
        machine.script(LINUX + "webkit_ubuntu20.04_x64_special-2092/pw_run.sh", "exec MiniBrowser", "");
        complete(LINUX, "webkit_ubuntu20.04_x64_special-2092");
        assertThat(machine.browsers(OperatingSystem.LINUX).find().browsers())
                .singleElement()
                .satisfies(browser -> {
                    assertThat(browser.version()).isEqualTo("r2092");
                    assertThat(browser.majorVersion()).isEmpty();
                    assertThat(browser.caveats()).anyMatch(caveat -> caveat.contains("not the build"));
                });
    }

    @Test
    void a_broken_off_installation_is_a_defect_with_the_command_that_mends_it() throws Exception {
        machine.program(
                LINUX + "chromium_headless_shell-1234/chrome-headless-shell-linux64/chrome-headless-shell",
                "Google Chrome for Testing 151.0.7922.34");
        BrowserDiscovery.Found found = machine.browsers(OperatingSystem.LINUX).find();
        assertThat(found.browsers()).isEmpty();
        assertThat(found.defects())
                .singleElement()
                .satisfies(defect -> assertThat(defect.remedies())
                        .singleElement(InstanceOfAssertFactories.STRING)
                        .matches("npx playwright@\\d+\\.\\d+\\.\\d+ install --force chromium-headless-shell"));
    }

    @Test
    void what_else_is_in_the_cache_is_passed_over() throws Exception {
        machine.program(LINUX + "ffmpeg-1011/ffmpeg-linux", "");
        machine.file(LINUX + ".links/abc", "/somewhere");
        BrowserDiscovery.Found found = machine.browsers(OperatingSystem.LINUX).find();
        assertThat(found.browsers()).isEmpty();
        assertThat(found.defects()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MACOS   | chromium-1234 | chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing
            MACOS   | chromium-1084 | chrome-mac/Chromium.app/Contents/MacOS/Chromium
            MACOS   | firefox-1538  | firefox/Nightly.app/Contents/MacOS/firefox
            MACOS   | webkit-2336   | pw_run.sh
            WINDOWS | chromium_headless_shell-1234 | chrome-headless-shell-win64/chrome-headless-shell.exe
            WINDOWS | chromium-1234 | chrome-win64/chrome.exe
            WINDOWS | webkit-2336   | Playwright.exe
            LINUX   | chromium-1084 | chrome-linux/chrome
            """)
    void each_systems_layout_is_known(OperatingSystem system, String folder, String executable) throws Exception {
        Path file = machine.program("cache/pw/" + folder + "/" + executable, "");
        complete("cache/pw/", folder);
        assertThat(PlaywrightCache.read(root.resolve("cache/pw"), system).candidates())
                .extracting(BrowserCandidate::file)
                .containsExactly(file);
    }

    @Test
    void a_build_named_by_path_is_still_playwrights() throws Exception {
        Path file = machine.program("x/firefox-1538/firefox/firefox", "Mozilla Nightly 153.0");
        assertThat(machine.browsers(OperatingSystem.LINUX).probe(file.toString()))
                .isInstanceOfSatisfying(
                        BrowserProbe.Usable.class,
                        usable -> assertThat(usable.browser().patchedByPlaywright())
                                .isTrue());
    }

    private Optional<Path> folder(OperatingSystem system) {
        return PlaywrightCache.folder(machine.places(system));
    }

    private void complete(String cache, String... folders) throws IOException {
        for (String folder : folders) {
            machine.file(cache + folder + "/INSTALLATION_COMPLETE", "");
        }
    }
}
