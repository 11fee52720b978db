package dev.bascule.bridge.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.page.LaunchOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BrowserCommandTest {
    private static final Path PROFILE = Path.of("/tmp/bascule-profile-1-2");
    private static final Path FIRST = PROFILE.resolve("bascule.html");

    @Test
    void firefox_takes_its_profile_as_a_word_of_its_own_and_never_joins_a_running_one() {
        BrowserCommand command = command(BrowserFamily.FIREFOX, PROFILE);
        assertThat(command.arguments())
                .startsWith("--profile", PROFILE.toString(), "--no-remote", "--new-instance")
                .contains("--headless")
                .endsWith("file:///tmp/bascule-profile-1-2/bascule.html");
        assertThat(command.settings().preferences())
                .containsEntry("dom.disable_open_during_load", false)
                .containsEntry("dom.webgpu.enabled", true);
    }

    @Test
    void a_full_chromium_is_told_to_show_no_window_and_the_shell_has_none() {
        assertThat(command(BrowserFamily.CHROME, PROFILE).arguments())
                .startsWith("--user-data-dir=" + PROFILE)
                .contains("--headless=new", "--disable-popup-blocking");
        assertThat(command(BrowserFamily.CHROME_HEADLESS_SHELL, PROFILE).arguments())
                .contains("--disable-popup-blocking")
                .doesNotContain("--headless=new");
    }

    @Test
    void what_the_launcher_adds_is_recorded_and_what_the_user_adds_wins() {
        BrowserInstallation chrome = installation(BrowserFamily.CHROME);
        BrowserSettings chosen = LaunchOptions.withHardwareGpu(false)
                .withExtraFlags(List.of("--headless=old"))
                .settings(chrome.family().engine());
        BrowserCommand command = BrowserCommand.of(chrome, chosen, PROFILE, FIRST);
        assertThat(command.arguments()).contains("--headless=old").doesNotContain("--headless=new");
        assertThat(command.settings().recorded()).contains("--headless=old", "--disable-popup-blocking");
    }

    @Test
    void scratch_files_lie_in_the_profile_unless_its_path_is_too_long_for_a_socket() {
        assertThat(command(BrowserFamily.CHROME, PROFILE).environment()).containsEntry("TMPDIR", PROFILE.toString());
        assertThat(command(BrowserFamily.CHROME, Path.of("/" + "x".repeat(80))).environment())
                .doesNotContainKey("TMPDIR");
    }

    @Test
    void crash_reports_and_shader_caches_lie_in_the_profile_too() {
        assertThat(command(BrowserFamily.FIREFOX, PROFILE).environment())
                .containsEntry("XDG_CONFIG_HOME", PROFILE.toString())
                .containsEntry("XDG_CACHE_HOME", PROFILE.toString());
    }

    private static BrowserCommand command(BrowserFamily family, Path profile) {
        BrowserInstallation browser = installation(family);
        return BrowserCommand.of(
                browser,
                LaunchOptions.withHardwareGpu(false).settings(family.engine()),
                profile,
                profile.resolve("bascule.html"));
    }

    private static BrowserInstallation installation(BrowserFamily family) {
        return new BrowserInstallation(
                family.displayName(), family, "1.2", Path.of("/opt/browser"), Optional.empty(), false);
    }
}
