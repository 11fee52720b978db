package dev.bascule.bridge.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyDiscoveryTest {

    @TempDir
    Path root;

    private FakeMachine machine = new FakeMachine(Path.of("."));

    @BeforeEach
    void aMachine() {
        machine = new FakeMachine(root);
    }

    @Test
    void a_machine_that_nobody_manages_has_no_findings() {
        for (OperatingSystem system : OperatingSystem.values()) {
            for (BrowserFamily family : BrowserFamily.values()) {
                assertThat(machine.policies(system).findings(browser(family))).isEmpty();
            }
        }
    }

    @Test
    void chromium_is_read_from_its_managed_folder_with_its_comments_and_commas() throws Exception {
        Path file = machine.file("etc/chromium/policies/managed/lab.json", Fixture.text("linux/chromium-managed.json"));
        List<PolicyFinding> findings =
                machine.policies(OperatingSystem.LINUX).findings(browser(BrowserFamily.CHROMIUM));
        assertThat(findings)
                .extracting(PolicyFinding::policy, PolicyFinding::value)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("HardwareAccelerationModeEnabled", "false"),
                        org.assertj.core.groups.Tuple.tuple("DefaultJavaScriptJitSetting", "2"),
                        org.assertj.core.groups.Tuple.tuple("URLBlocklist", "\"localhost:631\""));
        assertThat(findings).allSatisfy(finding -> assertThat(finding.file()).isEqualTo(file.toString()));
        assertThat(machine.policies(OperatingSystem.LINUX).findings(browser(BrowserFamily.CHROME)))
                .isEmpty();
    }

    @Test
    void firefox_is_read_from_etc_and_from_its_own_folder_once() throws Exception {
        Path policies = machine.file("etc/firefox/policies/policies.json", Fixture.text("linux/firefox-policies.json"));
        Path firefox = machine.program("usr/lib/firefox/firefox", "Mozilla Firefox 153.0");
        Files.createDirectories(root.resolve("usr/bin"));
        Path link = Files.createSymbolicLink(root.resolve("usr/bin/firefox"), firefox);
        machine.file("usr/lib/firefox/distribution/policies.json", "{\"policies\": {\"DisableDeveloperTools\": true}}");
        assertThat(machine.policies(OperatingSystem.LINUX).findings(browser(BrowserFamily.FIREFOX, link)))
                .extracting(PolicyFinding::policy)
                .containsExactly(
                        "HardwareAcceleration",
                        "BlockAboutSupport",
                        "Preferences: dom.webgpu.enabled",
                        "Preferences: layers.acceleration.disabled",
                        "DisableDeveloperTools");
        assertThat(policies).exists();
    }

    @Test
    void a_file_that_no_browser_could_read_gives_nothing() throws Exception {
        machine.file("etc/opt/chrome/policies/managed/broken.json", "{ \"HardwareAccelerationModeEnabled\": fal");
        assertThat(machine.policies(OperatingSystem.LINUX).findings(browser(BrowserFamily.CHROME)))
                .isEmpty();
    }

    @Test
    void windows_keeps_them_in_the_registry() {
        query("Google\\Chrome", "windows/policies-chrome.txt");
        query("Mozilla\\Firefox", "windows/policies-firefox.txt");
        PolicyDiscovery windows = machine.policies(OperatingSystem.WINDOWS);
        assertThat(windows.findings(browser(BrowserFamily.CHROME)))
                .extracting(PolicyFinding::policy, PolicyFinding::value)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("HardwareAccelerationModeEnabled", "0"),
                        org.assertj.core.groups.Tuple.tuple("RemoteDebuggingAllowed", "0"),
                        org.assertj.core.groups.Tuple.tuple("URLBlocklist", "\"*\""));
        assertThat(windows.findings(browser(BrowserFamily.FIREFOX)))
                .extracting(PolicyFinding::policy)
                .containsExactly("DisableDeveloperTools", "Preferences: dom.webgpu.enabled", "WebsiteFilter");
    }

    private void query(String vendor, String fixture) {
        machine.prints(
                "reg query HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\%s /s".formatted(vendor), Fixture.text(fixture));
    }

    @Test
    void a_mac_keeps_them_in_managed_preferences_and_an_exception_lifts_a_block() throws Exception {
        machine.file(
                "Library/Managed Preferences/me/com.microsoft.Edge.plist", Fixture.text("macos/managed-edge.plist"));
        assertThat(machine.policies(OperatingSystem.MACOS).findings(browser(BrowserFamily.EDGE)))
                .extracting(PolicyFinding::policy)
                .containsExactly("HardwareAccelerationModeEnabled", "DeveloperToolsAvailability");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            *                   | true
            http://*            | true
            127.0.0.1           | true
            .localhost          | true
            http://127.0.0.1:80 | true
            https://*           | false
            file://*            | false
            example.com         | false
            127.0.0.2           | false
            """)
    void a_blocked_address_matters_only_where_it_covers_the_bridge(String pattern, boolean matters) throws Exception {
        List<PolicyFinding> findings = PolicyRules.findings(
                BrowserEngine.CHROMIUM, "f", Json.MAPPER.readTree("{\"URLBlocklist\": [\"%s\"]}".formatted(pattern)));
        assertThat(findings.isEmpty()).isEqualTo(!matters);
    }

    @Test
    void values_that_let_things_be_are_no_findings() throws Exception {
        String harmless = """
                {"HardwareAccelerationModeEnabled": true, "RemoteDebuggingAllowed": 1, "HeadlessMode": 1,
                 "DeveloperToolsAvailability": 0, "Disable3DAPIs": false, "UserDataDir": "",
                 "DefaultJavaScriptJitSetting": 1, "EnableUnsafeSwiftShader": true}
                """;
        assertThat(PolicyRules.findings(BrowserEngine.CHROMIUM, "f", Json.MAPPER.readTree(harmless)))
                .isEmpty();
    }

    private BrowserInstallation browser(BrowserFamily family) {
        return browser(family, root.resolve("browser"));
    }

    private static BrowserInstallation browser(BrowserFamily family, Path executable) {
        return new BrowserInstallation(family.displayName(), family, "153.0", executable, Optional.empty(), false);
    }
}
