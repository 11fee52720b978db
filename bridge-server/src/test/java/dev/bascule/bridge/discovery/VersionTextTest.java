package dev.bascule.bridge.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Chromium 156.0.8078.73 built on Debian GNU/Linux 12 (bookworm), running on Debian GNU/Linux 12 (bookworm) | Chromium | 156.0.8078.73 | CHROMIUM
            Chromium 153.0.8010.0                   | Chromium                  | 153.0.8010.0  | CHROMIUM
            Google Chrome 141.0.7390.54             | Google Chrome             | 141.0.7390.54 | CHROME
            Google Chrome for Testing 141.0.7390.54 | Google Chrome for Testing | 141.0.7390.54 | CHROME
            HeadlessChrome/153.0.8010.0             | HeadlessChrome            | 153.0.8010.0  | CHROME_HEADLESS_SHELL
            Microsoft Edge 141.0.3537.57            | Microsoft Edge            | 141.0.3537.57 | EDGE
            Mozilla Firefox 153.2.0esr              | Mozilla Firefox           | 153.2.0       | FIREFOX
            """)
    void the_version_line_of_each_browser_is_understood(
            String line, String product, String version, BrowserFamily family) {
        assertThat(VersionText.parse(line)).contains(new VersionText.Told(product, version));
        assertThat(BrowserFamily.ofProduct(product)).contains(family);
    }

    @Test
    void warnings_before_the_line_are_passed_over() {
        String output = """
                [1121/093000.123456:ERROR:dbus/bus.cc:408] Failed to connect to the bus: Address does not contain a colon
                (chrome:4242): Gtk-WARNING **: cannot open display
                Google Chrome 141.0.7390.54 unknown
                """;
        assertThat(VersionText.parse(output)).contains(new VersionText.Told("Google Chrome", "141.0.7390.54"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "command not found: chromium",
                "chrome: error while loading shared libraries: libnss3.so: cannot open shared object file",
                "Version unknown"
            })
    void what_is_no_version_line_gives_nothing(String output) {
        assertThat(VersionText.parse(output)).isEmpty();
    }

    @Test
    void beside_a_windows_executable_the_newest_folder_counts_by_number() {
        assertThat(VersionText.ofFolders(
                        List.of("99.0.4844.51", "141.0.7390.54", "141.0.7390.9", "SetupMetrics", "chrome.exe")))
                .contains("141.0.7390.54");
        assertThat(VersionText.ofFolders(List.of("SetupMetrics"))).isEmpty();
    }

    @Test
    void a_product_nobody_knows_has_no_family() {
        assertThat(BrowserFamily.ofProduct("Lynx")).isEmpty();
    }
}
