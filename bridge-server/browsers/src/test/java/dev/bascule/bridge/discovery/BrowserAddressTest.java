package dev.bascule.bridge.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.SystemPackages;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What somebody is told who asked for a browser that is not there. */
class BrowserAddressTest {
    private static final SystemPackages DEBIAN = SystemPackages.of("Linux", "ID=debian");
    private static final SystemPackages FEDORA = SystemPackages.of("Linux", "ID=fedora");
    private static final SystemPackages MACOS = SystemPackages.of("Mac OS X", "");
    private static final SystemPackages WINDOWS = SystemPackages.of("Windows 11", "");

    private static String remedy(String address, SystemPackages system) {
        return BrowserAddress.parse(address).orElseThrow().remedies(system).get(0);
    }

    @ParameterizedTest
    @CsvSource({
        "firefox, sudo apt-get install firefox-esr, sudo dnf install firefox, brew install --cask firefox, winget"
                + " install Mozilla.Firefox",
        "chromium, sudo apt-get install chromium, sudo dnf install chromium, install Chromium with your system's"
                + " package manager, install Chromium with your system's package manager",
        "chrome, install Google Chrome from google.com/chrome, install Google Chrome from google.com/chrome, brew"
                + " install --cask google-chrome, winget install Google.Chrome",
    })
    void a_browser_is_installed_by_the_systems_own_command(
            String address, String debian, String fedora, String macos, String windows) {
        assertThat(remedy(address, DEBIAN)).isEqualTo(debian);
        assertThat(remedy(address, FEDORA)).isEqualTo(fedora);
        assertThat(remedy(address, MACOS)).isEqualTo(macos);
        assertThat(remedy(address, WINDOWS)).isEqualTo(windows);
    }

    @Test
    void another_channel_than_the_packaged_one_comes_from_its_vendor() {
        assertThat(remedy("firefox-esr", DEBIAN)).isEqualTo("sudo apt-get install firefox-esr");
        assertThat(remedy("firefox-esr", FEDORA)).isEqualTo("install Mozilla Firefox ESR from its vendor");
        assertThat(remedy("firefox-nightly", DEBIAN)).isEqualTo("install Mozilla Firefox Nightly from its vendor");
        assertThat(remedy("chrome-beta", MACOS)).isEqualTo("install Google Chrome Beta from its vendor");
    }

    @Test
    void only_the_bundled_one_is_a_matter_of_building_bascule() {
        assertThat(remedy("chrome-headless-shell", DEBIAN))
                .isEqualTo(ErrorCode.NO_BROWSER.remedies().get(0))
                .contains("mvn");
    }

    static List<String> others() {
        return BrowserAddress.known().stream()
                .filter(address -> !address.startsWith("chrome-headless-shell"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("others")
    void no_other_prescribes_building_bascule(String address) {
        assertThat(BrowserAddress.parse(address).orElseThrow().remedies(DEBIAN))
                .hasSize(3)
                .noneMatch(remedy -> remedy.contains("mvn"))
                .anyMatch(remedy -> remedy.startsWith("--browser-binary"));
    }
}
