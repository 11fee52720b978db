package dev.bascule.bridge.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.install.SystemPackages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverDiscoveryTest {
    private static final SystemPackages DEBIAN = SystemPackages.of("Linux", "ID=debian");
    private static final SystemPackages MACOS = SystemPackages.of("Mac OS X", "");

    private static final String GECKODRIVER = """
        geckodriver 0.37.1

        The source code of this program is available from
        testing/geckodriver in https://hg.mozilla.org/mozilla-central.
        """;

    @TempDir
    Path root;

    private FakeMachine machine = new FakeMachine(Path.of("."));

    @BeforeEach
    void aMachine() {
        machine = new FakeMachine(root);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        CHROMEDRIVER | ChromeDriver 156.0.8078.79 (a21ce95c24ce-refs/branch-heads/8078@{#1704}) | 156.0.8078.79
        GECKODRIVER  | geckodriver 0.37.1                                            | 0.37.1
        MSEDGEDRIVER | Microsoft Edge WebDriver 141.0.3537.57 (1f0c8d2a)             | 141.0.3537.57
        MSEDGEDRIVER | MSEdgeDriver 100.0.1185.29 (5a9b7c0d)                         | 100.0.1185.29
        SAFARIDRIVER | Included with Safari 26.5 (21624.2.5.11.4)                    | 26.5
        SAFARIDRIVER | Included with Safari Technology Preview (Release 67, 13607.1) | 67
        """)
    void each_drivers_version_line_is_understood(DriverKind kind, String line, String version) {
        assertThat(kind.parseVersion(line)).contains(version);
        assertThat(kind.parseVersion("Usage: driver [options]")).isEmpty();
    }

    @Test
    void a_driver_that_is_to_be_passed_over_is_not_here() throws Exception {
        machine.program("bin/chromedriver", "ChromeDriver 156.0.8078.79 (a21)");
        machine.program("bin/geckodriver", GECKODRIVER);
        assertThat(machine.drivers(OperatingSystem.LINUX).find().drivers()).hasSize(2);
        machine.environment.put("BASCULE_WITHOUT", "geckodriver");
        assertThat(machine.drivers(OperatingSystem.LINUX).find().drivers())
                .extracting(DriverInstallation::kind)
                .containsExactly(DriverKind.CHROMEDRIVER);
    }

    @Test
    void drivers_are_found_on_the_path_in_caches_and_by_variables() throws Exception {
        machine.program("bin/chromedriver", "ChromeDriver 156.0.8078.79 (a21)");
        machine.program(
                ".cache/selenium/chromedriver/linux64/153.0.8010.0/chromedriver", "ChromeDriver 153.0.8010.0 (b)");
        machine.program("cache/drivers/msedgedriver", "Microsoft Edge WebDriver 141.0.3537.57 (c)");
        machine.environment.put(
                "BASCULE_GECKODRIVER",
                machine.program("mine/geckodriver", GECKODRIVER).toString());
        machine.program("ci/chromedriver", "ChromeDriver 154.0.1.2 (d)");
        machine.environment.put("CHROMEWEBDRIVER", root.resolve("ci").toString());
        DriverDiscovery.Found found = machine.drivers(OperatingSystem.LINUX).find();
        assertThat(found.defects()).isEmpty();
        assertThat(found.drivers())
                .extracting(DriverInstallation::toString)
                .containsExactly(
                        "chromedriver 154.0.1.2",
                        "chromedriver 156.0.8078.79",
                        "chromedriver 153.0.8010.0",
                        "geckodriver 0.37.1",
                        "msedgedriver 141.0.3537.57");
    }

    @Test
    void the_driver_of_webkitgtk_has_its_packages_version_or_none() throws Exception {
        Path driver = machine.program("usr/bin/WebKitWebDriver", "Usage: WebKitWebDriver options");
        assertThat(webKitVersion()).isEmpty();
        machine.prints("dpkg-query -S " + driver, "webkit2gtk-driver: " + driver);
        machine.prints("dpkg-query -W -f ${Version} webkit2gtk-driver", "2.50.6-1~deb12u2");
        assertThat(webKitVersion()).contains("2.50.6");
    }

    private Optional<String> webKitVersion() {
        return machine.drivers(OperatingSystem.LINUX).find().drivers().get(0).version();
    }

    @Test
    void a_variable_that_names_no_program_is_a_defect() throws Exception {
        machine.environment.put("BASCULE_CHROMEDRIVER", root.resolve("nowhere").toString());
        machine.program("bin/geckodriver", "Segmentation fault");
        assertThat(machine.drivers(OperatingSystem.LINUX).find().defects())
                .hasSize(2)
                .anySatisfy(defect -> assertThat(defect.message()).contains("BASCULE_CHROMEDRIVER", "nowhere"))
                .anySatisfy(defect -> assertThat(defect.message()).contains("geckodriver does not tell"));
    }

    @Test
    void one_driver_with_two_names_counts_once() throws Exception {
        Path driver = machine.program("usr/lib/chromium/chromedriver", "ChromeDriver 156.0.1.2 (a)");
        Files.createDirectories(root.resolve("bin"));
        Path link = Files.createSymbolicLink(root.resolve("bin/chromedriver"), driver);
        machine.prints(link + " --version", "ChromeDriver 156.0.1.2 (a)");
        assertThat(machine.drivers(OperatingSystem.LINUX).find().drivers()).hasSize(1);
    }

    @Test
    void chromedriver_of_another_major_version_does_not_fit_and_says_why() {
        DriverFit fit = DriverFit.of(
                browser(BrowserFamily.CHROME, "153.0.8010.0"),
                List.of(driver(DriverKind.CHROMEDRIVER, "156.0.8078.79"), driver(DriverKind.GECKODRIVER, "0.37.1")));
        assertThat(fit).isInstanceOfSatisfying(DriverFit.Misfit.class, misfit -> {
            assertThat(misfit.reason())
                    .isEqualTo("chromedriver 156 drives Chromium 156 only; this is Google Chrome 153");
            assertThat(misfit.remedy()).contains("chromedriver@153", "BASCULE_CHROMEDRIVER");
        });
    }

    @Test
    void of_two_that_fit_the_one_of_the_very_version_is_taken() {
        List<DriverInstallation> drivers =
                List.of(driver(DriverKind.CHROMEDRIVER, "156.0.1.0"), driver(DriverKind.CHROMEDRIVER, "156.0.8078.79"));
        assertThat(DriverFit.of(browser(BrowserFamily.CHROMIUM, "156.0.8078.79"), drivers))
                .isEqualTo(new DriverFit.Fits(drivers.get(1)));
        assertThat(DriverFit.of(browser(BrowserFamily.CHROMIUM, "156.0.9.9"), drivers))
                .isEqualTo(new DriverFit.Fits(drivers.get(0)));
    }

    @Test
    void geckodriver_fits_the_versions_of_its_table() {
        assertThat(gecko("0.37.1", "153.7.0")).isInstanceOf(DriverFit.Fits.class);
        assertThat(gecko("0.35.0", "115.2.0")).isInstanceOf(DriverFit.Fits.class);
        assertThat(gecko("0.36.0", "115.2.0")).isInstanceOf(DriverFit.Misfit.class);
        assertThat(gecko("0.33.0", "153.7.0"))
                .isInstanceOfSatisfying(
                        DriverFit.Misfit.class,
                        misfit -> assertThat(misfit.reason())
                                .contains("geckodriver 0.33.0 drives Firefox 102 to 120 only", "153"));
    }

    private static DriverFit gecko(String driver, String firefox) {
        return DriverFit.of(browser(BrowserFamily.FIREFOX, firefox), List.of(driver(DriverKind.GECKODRIVER, driver)));
    }

    @Test
    void without_a_driver_the_answer_names_the_one_that_is_wanted() {
        assertThat(DriverFit.of(browser(BrowserFamily.WEBKITGTK, "2.50.6"), List.of(), DEBIAN))
                .isInstanceOfSatisfying(DriverFit.None.class, none -> {
                    assertThat(none.reason()).isEqualTo("WebKitWebDriver is not installed");
                    assertThat(none.remedy())
                            .startsWith("sudo apt-get install webkit2gtk-driver xvfb")
                            .contains("BASCULE_WEBKITWEBDRIVER=FILE");
                });
    }

    @Test
    void a_driver_is_brought_by_the_system_where_it_packages_one() {
        BrowserInstallation chromium = browser(BrowserFamily.CHROMIUM, "156.0.8078.79");
        BrowserInstallation firefox = browser(BrowserFamily.FIREFOX, "140.0");
        assertThat(remedy(chromium, DEBIAN)).startsWith("sudo apt-get install chromium-driver, or npx");
        assertThat(remedy(chromium, MACOS)).startsWith("brew install --cask chromedriver, or npx");
        assertThat(remedy(firefox, MACOS)).startsWith("brew install geckodriver, or cargo");
        assertThat(remedy(firefox, DEBIAN)).startsWith("fetch geckodriver from").contains("BASCULE_GECKODRIVER=FILE");
        assertThat(remedy(browser(BrowserFamily.CHROME, "156.0.8078.79"), DEBIAN))
                .as("Debian's driver is of its own Chromium's version")
                .startsWith("npx @puppeteer/browsers install chromedriver@156");
    }

    private static String remedy(BrowserInstallation browser, SystemPackages system) {
        return ((DriverFit.None) DriverFit.of(browser, List.of(), system)).remedy();
    }

    @Test
    void playwrights_own_builds_want_no_driver() {
        BrowserInstallation patched = new BrowserInstallation(
                "Playwright Firefox",
                BrowserFamily.FIREFOX,
                Channel.STABLE,
                "153.0",
                Path.of("firefox"),
                Optional.empty(),
                InstallationSource.PLAYWRIGHT,
                Optional.empty(),
                List.of());
        assertThat(DriverFit.of(patched, List.of(driver(DriverKind.GECKODRIVER, "0.37.1"))))
                .isInstanceOf(DriverFit.None.class);
    }

    @Test
    void every_family_but_playwrights_webkit_has_a_driver() {
        for (BrowserFamily family : BrowserFamily.values()) {
            assertThat(DriverKind.of(family).isPresent()).as(family.id()).isEqualTo(family != BrowserFamily.WEBKIT);
        }
        assertThat(DriverKind.WEBKIT_WEB_DRIVER.variable()).isEqualTo("BASCULE_WEBKITWEBDRIVER");
    }

    private static DriverInstallation driver(DriverKind kind, String version) {
        return new DriverInstallation(kind, Optional.of(version), Path.of(kind.executable()));
    }

    private static BrowserInstallation browser(BrowserFamily family, String version) {
        return new BrowserInstallation(
                family.displayName(), family, version, Path.of("browser"), Optional.empty(), false);
    }
}
