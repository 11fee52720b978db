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
            Mozilla Firefox 153.2.0                 | Mozilla Firefox           | 153.2.0       | FIREFOX
            WebKitGTK 2.50.6                        | WebKitGTK                 | 2.50.6        | WEBKITGTK
            """)
    void the_version_line_of_each_browser_is_understood(
            String line, String product, String version, BrowserFamily family) {
        assertThat(VersionText.parse(line)).contains(new VersionText.Told(product, version));
        assertThat(BrowserFamily.ofProduct(product)).contains(family);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Mozilla Firefox 153.7.0esr        | 153.7.0      | ESR
            Mozilla Firefox 154.0b3           | 154.0b3      | BETA
            Mozilla Firefox 155.0a1           | 155.0a1      | NIGHTLY
            Google Chrome 142.0.7444.3 beta   | 142.0.7444.3 | BETA
            Google Chrome 143.0.7499.0 dev    | 143.0.7499.0 | DEV
            Microsoft Edge 144.0.3650.0 canary | 144.0.3650.0 | CANARY
            Google Chrome 141.0.7390.54 unknown | 141.0.7390.54 | STABLE
            Chromium 141.0.7390.54 snap       | 141.0.7390.54 | STABLE
            """)
    void the_words_behind_the_version_say_the_channel(String line, String version, Channel channel) {
        assertThat(VersionText.parse(line)).hasValueSatisfying(told -> {
            assertThat(told.version()).isEqualTo(version);
            assertThat(told.channel()).isEqualTo(channel);
        });
    }

    @Test
    void the_complaint_of_debians_wrapper_script_is_passed_over() {
        String output = """
                /usr/bin/chromium: 9: [: 25276502016: unexpected operator
                Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)
                """;
        assertThat(VersionText.parse(output)).contains(new VersionText.Told("Chromium", "156.0.8078.79"));
    }

    @Test
    void a_nightly_is_older_than_a_beta_and_that_than_the_release() {
        List<String> versions = new java.util.ArrayList<>(List.of("153.0", "r2251", "153.0a1", "153.0b12", "99.9"));
        versions.sort(VersionText.NEWER);
        assertThat(versions).containsExactly("r2251", "99.9", "153.0a1", "153.0b12", "153.0");
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
