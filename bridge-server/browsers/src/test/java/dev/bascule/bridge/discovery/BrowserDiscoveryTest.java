package dev.bascule.bridge.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrowserDiscoveryTest {
    private static final String CHROME_LINE = "Google Chrome 141.0.7390.54 ";

    @TempDir
    Path root;

    private FakeMachine machine = new FakeMachine(Path.of("."));

    @BeforeEach
    void aMachine() {
        machine = new FakeMachine(root);
    }

    @Test
    void a_machine_without_a_browser_has_none_and_no_defect() {
        BrowserDiscovery.Found found = discovery(OperatingSystem.LINUX).find();
        assertThat(found.browsers()).isEmpty();
        assertThat(found.defects()).isEmpty();
    }

    @Test
    void a_browser_on_the_path_is_found_with_its_version() throws Exception {
        Path chrome = executable("usr/bin/google-chrome", CHROME_LINE);
        assertThat(discovery(OperatingSystem.LINUX).find().browsers())
                .containsExactly(new BrowserInstallation(
                        "Google Chrome", BrowserFamily.CHROME, "141.0.7390.54", chrome, Optional.empty(), false));
    }

    @Test
    void two_names_of_one_browser_count_once() throws Exception {
        Path chrome = executable("usr/bin/google-chrome-stable", CHROME_LINE);
        Path link = Files.createSymbolicLink(root.resolve("usr/bin/google-chrome"), chrome);
        machine.prints(link + " --version", CHROME_LINE);
        assertThat(discovery(OperatingSystem.LINUX).find().browsers()).hasSize(1);
    }

    @Test
    void a_browser_that_does_not_start_is_a_defect_and_hides_no_other() throws Exception {
        executable("bin/google-chrome", "error while loading shared libraries: libnss3.so");
        executable("bin/chromium", "Chromium 156.0.8078.73 built on Debian GNU/Linux 12 (bookworm)");
        BrowserDiscovery.Found found = discovery(OperatingSystem.LINUX).find();
        assertThat(found.browsers()).extracting(BrowserInstallation::family).containsExactly(BrowserFamily.CHROMIUM);
        assertThat(found.defects())
                .singleElement()
                .satisfies(defect -> assertThat(defect.message()).contains("google-chrome"));
    }

    @Test
    void what_is_to_be_passed_over_is_not_here_and_not_asked_for_its_version() throws Exception {
        executable("bin/firefox", "Mozilla Firefox 140.4.0esr");
        executable("bin/chromium", "Chromium 156.0.8078.73");
        bundle("chrome-headless-shell-153.0.0", "\"153.0.8010.0\"", "\"lib\"");
        assertThat(discovery(OperatingSystem.LINUX).find().browsers()).hasSize(3);
        machine.started.clear();
        machine.environment.put("BASCULE_WITHOUT", "firefox, chrome-headless-shell");
        assertThat(discovery(OperatingSystem.LINUX).find().browsers())
                .extracting(BrowserInstallation::family)
                .containsExactly(BrowserFamily.CHROMIUM);
        assertThat(machine.started).noneMatch(line -> line.contains("firefox"));
    }

    @Test
    void the_bundled_browser_comes_first() throws Exception {
        executable("bin/chromium", "Chromium 156.0.8078.73");
        bundle("chrome-headless-shell-153.0.0", "\"153.0.8010.0\"", "\"lib\"");
        List<BrowserInstallation> browsers =
                discovery(OperatingSystem.LINUX).find().browsers();
        assertThat(browsers).hasSize(2);
        assertThat(browsers.get(0).bundled()).isTrue();
        assertThat(browsers.get(0).version()).isEqualTo("153.0.8010.0");
        assertThat(browsers.get(0).libraryPath())
                .contains(root.resolve("cache/browsers/chrome-headless-shell-153.0.0/lib"));
    }

    @Test
    void of_several_bundled_ones_the_newest_is_taken() throws Exception {
        bundle("chrome-headless-shell-99.0.0", "\"99.0.1.0\"", "null");
        bundle("chrome-headless-shell-153.0.0", "\"153.0.8010.0\"", "null");
        assertThat(discovery(OperatingSystem.LINUX).find().browsers())
                .singleElement()
                .satisfies(browser -> {
                    assertThat(browser.version()).isEqualTo("153.0.8010.0");
                    assertThat(browser.libraryPath()).isEmpty();
                });
    }

    @Test
    void a_bundled_browser_that_lacks_libraries_is_a_defect_with_the_command_that_names_them() throws Exception {
        bundle("chrome-headless-shell-153.0.0", "null", "null");
        BrowserDiscovery.Found found = discovery(OperatingSystem.LINUX).find();
        assertThat(found.browsers()).isEmpty();
        assertThat(found.defects())
                .singleElement()
                .satisfies(defect -> assertThat(defect.remedies().get(0)).contains("ldd"));
    }

    @Test
    void a_broken_description_of_the_bundled_browser_is_a_defect() throws Exception {
        Path folder = Files.createDirectories(root.resolve("cache/browsers/x"));
        Files.writeString(folder.resolve("browser.json"), "{ not json");
        assertThat(discovery(OperatingSystem.LINUX).find().defects()).hasSize(1);
    }

    @Test
    void on_windows_the_version_is_read_beside_the_executable_and_nothing_is_started() throws Exception {
        machine.environment.put(
                "ProgramFiles(x86)", root.resolve("Program Files (x86)").toString());
        executable("Program Files (x86)/Microsoft/Edge/Application/msedge.exe", "");
        Files.createDirectories(root.resolve("Program Files (x86)/Microsoft/Edge/Application/141.0.3537.57"));
        BrowserDiscovery windows = discovery(OperatingSystem.WINDOWS);
        assertThat(windows.find().browsers()).singleElement().satisfies(browser -> {
            assertThat(browser.family()).isEqualTo(BrowserFamily.EDGE);
            assertThat(browser.version()).isEqualTo("141.0.3537.57");
        });
        assertThat(machine.started).allMatch(command -> command.startsWith("reg query"));
    }

    @Test
    void on_a_mac_the_users_own_applications_are_looked_at() throws Exception {
        executable("Applications/Google Chrome.app/Contents/MacOS/Google Chrome", CHROME_LINE);
        assertThat(discovery(OperatingSystem.MACOS).find().browsers())
                .extracting(BrowserInstallation::family)
                .containsExactly(BrowserFamily.CHROME);
    }

    @Test
    void a_binary_given_by_path_is_taken_for_what_it_says_it_is() throws Exception {
        Path shell = executable("elsewhere/chrome-headless-shell", "Chromium 153.0.8010.0");
        assertThat(discovery(OperatingSystem.LINUX).probe(shell.toString()))
                .isInstanceOfSatisfying(BrowserProbe.Usable.class, usable -> {
                    assertThat(usable.browser().family()).isEqualTo(BrowserFamily.CHROME_HEADLESS_SHELL);
                    assertThat(usable.browser().name()).isEqualTo("Chrome Headless Shell");
                });
    }

    @Test
    void a_path_that_is_no_browser_is_refused_with_the_reason() throws Exception {
        Path other = executable("elsewhere/ls", "ls (GNU coreutils) 9.1");
        BrowserDiscovery discovery = discovery(OperatingSystem.LINUX);
        for (String path : List.of(other.toString(), root.toString(), root + "/none", "")) {
            assertThat(discovery.probe(path))
                    .isInstanceOfSatisfying(
                            BrowserProbe.Unusable.class,
                            unusable -> assertThat(unusable.failure().code()).isEqualTo(ErrorCode.UNKNOWN_BROWSER));
        }
    }

    @Test
    void a_family_is_chosen_by_its_id() throws Exception {
        executable("bin/google-chrome", CHROME_LINE);
        BrowserDiscovery.Found found = discovery(OperatingSystem.LINUX).find();
        assertThat(found.ofFamily("chrome")).hasSize(1);
        assertThat(found.ofFamily("edge")).isEmpty();
        assertThat(BrowserFamily.ofId("chrome-headless-shell")).contains(BrowserFamily.CHROME_HEADLESS_SHELL);
    }

    @Test
    void a_release_archive_names_the_folder_of_its_own_browsers() throws IOException {
        bundle("chrome-headless-shell-153.0.0", "\"153.0.8010.0\"", "null");
        machine.environment.put(
                "BASCULE_BROWSER_FOLDER", root.resolve("archive/browsers").toString());
        assertThat(discovery(OperatingSystem.LINUX).find().browsers()).isEmpty();
        assertThat(discovery(OperatingSystem.LINUX).bundled()).isEmpty();

        Files.createDirectories(root.resolve("archive"));
        Files.move(root.resolve("cache/browsers"), root.resolve("archive/browsers"));
        assertThat(discovery(OperatingSystem.LINUX).find().browsers())
                .singleElement()
                .satisfies(browser -> assertThat(browser.executable()).startsWith(root.resolve("archive")));
        assertThat(discovery(OperatingSystem.LINUX).bundled()).get().isInstanceOf(BrowserProbe.Usable.class);
    }

    @Test
    void the_cache_follows_its_variable_then_xdg_then_the_home() {
        Path home = Path.of("home");
        assertThat(CacheLocation.of(Map.of("BASCULE_CACHE", "a", "XDG_CACHE_HOME", "b"), home))
                .isEqualTo(Path.of("a"));
        assertThat(CacheLocation.of(Map.of("XDG_CACHE_HOME", "b"), home)).isEqualTo(Path.of("b/bascule"));
        assertThat(CacheLocation.of(Map.of(), home)).isEqualTo(Path.of("home/.cache/bascule"));
    }

    private BrowserDiscovery discovery(OperatingSystem system) {
        return machine.browsers(system);
    }

    private Path executable(String path, String prints) throws IOException {
        return machine.program(path, prints);
    }

    private void bundle(String folder, String version, String libraries) throws IOException {
        executable("cache/browsers/" + folder + "/chrome-headless-shell", "");
        Files.writeString(
                root.resolve("cache/browsers/" + folder + "/browser.json"),
                "{\"name\":\"Chrome Headless Shell\",\"version\":%s,\"executable\":\"chrome-headless-shell\",\"libraryPath\":%s}"
                        .formatted(version, libraries));
    }
}
