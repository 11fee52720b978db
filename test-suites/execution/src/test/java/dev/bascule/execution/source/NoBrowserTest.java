package dev.bascule.execution.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.install.SystemPackages;
import org.junit.jupiter.api.Test;

class NoBrowserTest {
    @Test
    void where_the_build_brings_one_it_is_built_else_it_is_installed() {
        assertThat(NoBrowser.remedies("Linux amd64", SystemPackages.of("Linux", "ID=debian")))
                .hasSize(4)
                .startsWith(
                        "mvn -Dproduct package, in the folder of Bascule: it unpacks the bundled Chrome Headless"
                                + " Shell",
                        "sudo apt-get install chromium");
        assertThat(NoBrowser.remedies("Linux aarch64", SystemPackages.of("Linux", "ID=debian")))
                .hasSize(3)
                .startsWith("sudo apt-get install chromium")
                .noneMatch(remedy -> remedy.contains("mvn"));
        assertThat(NoBrowser.remedies("Mac OS X aarch64", SystemPackages.of("Mac OS X", "")))
                .startsWith("brew install --cask google-chrome", "--browser-binary PATH");
        assertThat(NoBrowser.remedies("Windows 11 amd64", SystemPackages.of("Windows 11", "")))
                .startsWith("winget install Google.Chrome");
    }

    @Test
    void the_failure_keeps_what_was_tried() {
        assertThat(NoBrowser.failure("no browser was found").message()).isEqualTo("no browser was found");
    }
}
