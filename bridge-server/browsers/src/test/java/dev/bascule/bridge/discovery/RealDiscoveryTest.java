package dev.bascule.bridge.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.testing.Part;
import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is truly on this machine; parts that are not here skip. */
@Tag(Part.ANY)
class RealDiscoveryTest {
    private static final BrowserDiscovery.Found BROWSERS =
            BrowserDiscovery.ofThisMachine().find();
    private static final DriverDiscovery.Found DRIVERS =
            DriverDiscovery.ofThisMachine().find();

    @ParameterizedTest
    @EnumSource(BrowserFamily.class)
    void a_browser_that_is_here_has_a_version_and_an_executable(BrowserFamily family) {
        assumeTrue(!BROWSERS.ofFamily(family.id()).isEmpty(), family.id() + " is not installed");
        assertThat(BROWSERS.ofFamily(family.id())).allSatisfy(browser -> {
            assertThat(Files.isExecutable(browser.executable())).isTrue();
            assertThat(browser.majorVersion())
                    .hasValueSatisfying(major -> assertThat(major).isPositive());
            assertThat(WrapperScript.is(browser.executable()) && browser.origin() == InstallationSource.SYSTEM)
                    .isFalse();
        });
    }

    @ParameterizedTest
    @EnumSource(BrowserFamily.class)
    void naming_the_file_gives_the_same_browser(BrowserFamily family) {
        assumeTrue(!BROWSERS.ofFamily(family.id()).isEmpty(), family.id() + " is not installed");
        BrowserInstallation found = BROWSERS.ofFamily(family.id()).get(0);
        assertThat(BrowserDiscovery.ofThisMachine().probe(found.executable().toString()))
                .isInstanceOfSatisfying(BrowserProbe.Usable.class, usable -> {
                    assertThat(usable.browser().toString()).isEqualTo(found.toString());
                    assertThat(usable.browser().id()).isEqualTo(found.id());
                });
    }

    @ParameterizedTest
    @EnumSource(DriverKind.class)
    void a_driver_that_is_here_has_a_version(DriverKind kind) {
        assumeTrue(
                DRIVERS.drivers().stream().anyMatch(driver -> driver.kind() == kind),
                kind.executable() + " is not installed");
        assertThat(DRIVERS.drivers())
                .filteredOn(driver -> driver.kind() == kind)
                .allSatisfy(driver -> assertThat(driver.version()).isPresent());
    }

    @Test
    void a_distributions_chromedriver_fits_its_chromium_and_not_the_bundled_browser() {
        assumeTrue(
                DRIVERS.drivers().stream().anyMatch(driver -> driver.kind() == DriverKind.CHROMEDRIVER),
                "chromedriver is not installed");
        for (BrowserInstallation browser : BROWSERS.browsers()) {
            if (DriverKind.of(browser.family())
                    .filter(DriverKind.CHROMEDRIVER::equals)
                    .isEmpty()) {
                continue;
            }
            boolean sameMajor = DRIVERS.drivers().stream()
                    .filter(driver -> driver.kind() == DriverKind.CHROMEDRIVER)
                    .anyMatch(driver -> driver.majorVersion().equals(browser.majorVersion()));
            assertThat(DRIVERS.fit(browser) instanceof DriverFit.Fits)
                    .as(browser.toString())
                    .isEqualTo(sameMajor);
        }
    }
}
