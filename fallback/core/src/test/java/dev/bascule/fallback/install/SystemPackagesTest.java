package dev.bascule.fallback.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SystemPackagesTest {
    private static final String DEBIAN = """
        PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
        VERSION_ID="12"
        ID=debian
        """;
    private static final String UBUNTU = "NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\n";
    private static final String MINT = "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n";
    private static final String FEDORA = "NAME=\"Fedora Linux\"\nID=fedora\nVARIANT_ID=workstation\n";
    private static final String ALMA = "ID=\"almalinux\"\nID_LIKE=\"rhel centos fedora\"\n";
    private static final String TUMBLEWEED = "ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n";

    private static SystemPackages linux(String release) {
        return SystemPackages.of("Linux", release);
    }

    @Test
    void each_system_is_told_its_own_command() {
        assertThat(linux(DEBIAN).remedy(Software.FIREFOX)).isEqualTo("sudo apt-get install firefox-esr");
        assertThat(linux(UBUNTU).remedy(Software.FIREFOX)).isEqualTo("sudo snap install firefox");
        assertThat(linux(FEDORA).remedy(Software.FIREFOX)).isEqualTo("sudo dnf install firefox");
        assertThat(linux("ID=arch\n").remedy(Software.FIREFOX)).isEqualTo("sudo pacman -S firefox");
        assertThat(linux(TUMBLEWEED).remedy(Software.FIREFOX)).isEqualTo("sudo zypper install MozillaFirefox");
        assertThat(SystemPackages.of("Mac OS X", "").remedy(Software.FIREFOX)).isEqualTo("brew install --cask firefox");
        assertThat(SystemPackages.of("Windows 11", "").remedy(Software.FIREFOX))
                .isEqualTo("winget install Mozilla.Firefox");
    }

    @Test
    void a_system_that_is_like_another_is_told_the_nearest_ones() {
        assertThat(linux(MINT).remedy(Software.XVFB)).isEqualTo("sudo apt-get install xvfb");
        assertThat(linux(ALMA).remedy(Software.PIP)).isEqualTo("sudo dnf install python3-pip");
    }

    @Test
    void where_no_command_is_known_the_way_is_told_in_words() {
        assertThat(linux("ID=plan9\n").command(Software.NODE)).isEmpty();
        assertThat(linux("").remedy(Software.NODE)).isEqualTo("install Node.js 20 or later, with npm, from nodejs.org");
        assertThat(linux(DEBIAN).remedy(Software.CHROME)).isEqualTo("install Google Chrome from google.com/chrome");
    }

    @ParameterizedTest
    @EnumSource(Software.class)
    void everything_has_a_remedy_everywhere(Software software) {
        assertThat(Arrays.stream(PackageManager.values())
                        .map(manager -> manager.command(software).orElseGet(software::otherwise)))
                .allSatisfy(remedy -> assertThat(remedy).matches("(sudo|brew|winget|install|fetch) .+"));
    }

    @ParameterizedTest
    @CsvSource({"Linux, true", "Mac OS X, false", "Windows 11, false"})
    void only_linux_is_told_from_its_release_file(String osName, boolean read) {
        assertThat(SystemPackages.of(osName, DEBIAN).remedy(Software.PIP).contains("apt-get"))
                .isEqualTo(read);
    }
}
