package dev.bascule.bridge.selenium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.DriverKind;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.flags.FlagSet;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What drivers and Grids are asked for. */
class SessionRequestTest {
    private static final BrowserSettings SETTINGS = new BrowserSettings(
            FlagSet.of("--enable-features=A"), Map.of("dom.webgpu.enabled", true), Map.of("HOME_OF", "x"));
    private static final URI HERE = URI.create("http://127.0.0.1:4000");
    private static final URI ELSEWHERE = URI.create("http://192.0.2.7:4000");

    @Test
    void a_chromium_gets_its_flags_and_its_profile() {
        SessionRequest request = local(BrowserFamily.CHROMIUM, DriverKind.CHROMEDRIVER);
        assertThat(options(request, "goog:chromeOptions"))
                .containsEntry("binary", "browser")
                .containsEntry("args", List.of("--enable-features=A", "--headless=new", "--user-data-dir=profile"));
        assertThat(request.capabilities().getCapability("pageLoadStrategy")).isEqualTo("none");
        assertThat(request.settings().recorded())
                .contains("--headless=new")
                .noneMatch(flag -> flag.contains("profile"));
    }

    @Test
    void an_edge_gets_the_same_under_its_own_name() {
        assertThat(options(local(BrowserFamily.EDGE, DriverKind.MSEDGEDRIVER), "ms:edgeOptions"))
                .containsKey("args");
    }

    @Test
    void a_firefox_gets_its_preferences() {
        SessionRequest request = local(BrowserFamily.FIREFOX, DriverKind.GECKODRIVER);
        assertThat(options(request, "moz:firefoxOptions")).containsEntry("prefs", Map.of("dom.webgpu.enabled", true));
    }

    @Test
    void a_grid_is_asked_for_one_of_its_browsers_as_its_slots_have_it() {
        SessionRequest request = remote(BrowserEngine.CHROMIUM, HERE, "chrome", "goog:chromeOptions");
        assertThat(request.capabilities().getCapability("browserName")).isEqualTo("chrome");
        assertThat(request.capabilities().getCapability("browserVersion")).isEqualTo("156.0");
        assertThat(options(request, "goog:chromeOptions"))
                .containsEntry("binary", "/opt/browser")
                .containsEntry("args", List.of("--own", "--enable-features=A", "--headless=new"));
        assertThat(request.settings().environment())
                .as("cannot be handed over, so is not recorded")
                .isEmpty();
    }

    @Test
    void only_a_plain_bridge_on_another_machine_has_to_be_declared_secure() {
        String flag = "--unsafely-treat-insecure-origin-as-secure=http://192.0.2.7:4000";
        assertThat(remote(BrowserEngine.CHROMIUM, ELSEWHERE, "chrome", "goog:chromeOptions")
                        .settings()
                        .recorded())
                .contains(flag);
        assertThat(remote(BrowserEngine.CHROMIUM, HERE, "chrome", "goog:chromeOptions")
                        .settings()
                        .recorded())
                .noneMatch(each -> each.contains("insecure"));
        SessionRequest encrypted =
                remote(BrowserEngine.CHROMIUM, URI.create("https://192.0.2.7:4000"), "chrome", "goog:chromeOptions");
        assertThat(encrypted.settings().recorded()).noneMatch(each -> each.contains("insecure"));
        assertThat(encrypted.capabilities().getCapability("acceptInsecureCerts"))
                .isEqualTo(true);
        assertThat(remote(BrowserEngine.GECKO, ELSEWHERE, "firefox", "moz:firefoxOptions")
                        .settings()
                        .preferences())
                .containsEntry("dom.securecontext.allowlist", "192.0.2.7");
    }

    @Test
    void a_bridge_on_loopback_is_out_of_reach_for_another_machine() {
        URI node = URI.create("http://192.0.2.8:5555");
        assertThat(Reachability.canReach(List.of(node), HERE)).isFalse();
        assertThat(Reachability.canReach(List.of(URI.create("http://127.0.0.1:4444")), HERE))
                .isTrue();
        assertThat(Reachability.canReach(List.of(URI.create("http://127.0.0.1:4444"), node), HERE))
                .as("a hub here with a node elsewhere")
                .isFalse();
        assertThat(Reachability.canReach(List.of(node), ELSEWHERE)).isTrue();
    }

    private static SessionRequest local(BrowserFamily family, DriverKind driver) {
        BrowserInstallation browser = new BrowserInstallation(
                family.displayName(), family, "1.2", Path.of("browser"), Optional.empty(), false);
        return SessionRequest.local(browser, driver, SETTINGS, Path.of("profile"));
    }

    private static SessionRequest remote(BrowserEngine engine, URI bridge, String name, String options) {
        GridBrowser offer = new GridBrowser(
                name,
                Optional.of("156.0"),
                Optional.of("linux"),
                Map.of(options, Map.of("binary", "/opt/browser", "args", List.of("--own"))),
                List.of(),
                1);
        return SessionRequest.remote(offer, engine, SETTINGS, bridge);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> options(SessionRequest request, String name) {
        return (Map<String, Object>) request.capabilities().getCapability(name);
    }
}
