package dev.bascule.bridge.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Windows and macOS say about their browsers. */
class ForeignSystemsTest {

    @TempDir
    Path root;

    private FakeMachine machine = new FakeMachine(Path.of("."));

    @BeforeEach
    void aMachine() {
        machine = new FakeMachine(root);
    }

    @Test
    void app_paths_name_the_browsers_and_only_those() {
        Map<String, BrowserFamily> found =
                WindowsRegistry.applications(RegistryText.parse(Fixture.text("windows/app-paths.txt")));
        assertThat(found)
                .containsExactly(
                        Map.entry("C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe", BrowserFamily.CHROME),
                        Map.entry("C:\\Program Files\\Firefox Developer Edition\\firefox.exe", BrowserFamily.FIREFOX),
                        Map.entry(
                                "C:\\Program Files (x86)\\Microsoft\\Edge Beta\\Application\\msedge.exe",
                                BrowserFamily.EDGE));
        assertThat(found.keySet())
                .extracting(WindowsRegistry::channel)
                .containsExactly(Channel.STABLE, Channel.DEV, Channel.BETA);
        assertThat(WindowsRegistry.channel(
                        "C:\\Users\\me\\AppData\\Local\\Google\\Chrome SxS\\Application\\chrome.exe"))
                .isEqualTo(Channel.CANARY);
    }

    @Test
    void an_absent_key_names_nothing() {
        assertThat(RegistryText.parse(Fixture.text("windows/absent-key.txt")).keys())
                .isEmpty();
    }

    @Test
    void the_beacon_tells_the_version_where_no_folder_does() throws Exception {
        machine.environment.put("ProgramFiles", root.resolve("Program Files").toString());
        machine.program("Program Files/Google/Chrome/Application/chrome.exe", "");
        machine.prints(
                "reg query HKCU\\SOFTWARE\\Google\\Chrome\\BLBeacon /s", Fixture.text("windows/blbeacon-chrome.txt"));
        assertThat(machine.browsers(OperatingSystem.WINDOWS).find().browsers())
                .extracting(BrowserInstallation::toString)
                .containsExactly("Google Chrome 141.0.7390.108");
    }

    @Test
    void a_browser_that_only_the_registry_knows_is_found() throws Exception {
        Path chrome = machine.program("D/Tools/chrome.exe", "");
        Files.createDirectories(root.resolve("D/Tools/141.0.7390.54"));
        machine.prints(
                "reg query HKLM\\%s\\chrome.exe /s".formatted(WindowsRegistry.APP_PATHS),
                "HKEY_LOCAL_MACHINE\\%s\\chrome.exe%n    (Default)    REG_SZ    %s%n"
                        .formatted(WindowsRegistry.APP_PATHS, chrome));
        assertThat(machine.browsers(OperatingSystem.WINDOWS).find().browsers())
                .extracting(BrowserInstallation::executable)
                .containsExactly(chrome);
    }

    @Test
    void firefox_on_windows_is_read_from_its_application_ini() throws Exception {
        machine.environment.put("ProgramFiles", root.resolve("Program Files").toString());
        machine.program("Program Files/Mozilla Firefox/firefox.exe", "");
        machine.file("Program Files/Mozilla Firefox/application.ini", Fixture.text("windows/firefox-application.ini"));
        assertThat(machine.browsers(OperatingSystem.WINDOWS).find().browsers())
                .extracting(BrowserInstallation::toString)
                .containsExactly("Mozilla Firefox 144.0.2");
    }

    @Test
    void application_ini_tells_the_channel() {
        String ini = Fixture.text("windows/firefox-application.ini");
        assertThat(channel(ini)).isEqualTo(Channel.STABLE);
        assertThat(channel(ini.replace("mozilla-release", "mozilla-esr140"))).isEqualTo(Channel.ESR);
        assertThat(channel(ini.replace("mozilla-release", "mozilla-beta"))).isEqualTo(Channel.BETA);
        assertThat(channel(ini.replace("releases/mozilla-release", "mozilla-central")))
                .isEqualTo(Channel.NIGHTLY);
        assertThat(channel(ini.replace("RemotingName=firefox", "RemotingName=firefox-dev")
                        .replace("mozilla-release", "mozilla-beta")))
                .isEqualTo(Channel.DEV);
        assertThat(FirefoxFiles.parse(ini.replace("Name=Firefox", "Name=Thunderbird")))
                .isEmpty();
    }

    private static Channel channel(String ini) {
        return FirefoxFiles.parse(ini).orElseThrow().channel();
    }

    @Test
    void an_unpacked_chrome_for_testing_is_read_from_its_manifest() throws Exception {
        Path chrome = machine.program("x/chrome-win64/chrome.exe", "");
        machine.file("x/chrome-win64/141.0.7390.54.manifest", "<assembly/>");
        assertThat(machine.browsers(OperatingSystem.WINDOWS).probe(chrome.toString()))
                .isInstanceOfSatisfying(BrowserProbe.Usable.class, usable -> {
                    assertThat(usable.browser().version()).isEqualTo("141.0.7390.54");
                    assertThat(usable.browser().origin()).isEqualTo(InstallationSource.NAMED);
                });
    }

    @Test
    void a_mac_is_read_without_starting_anything() throws Exception {
        application("Google Chrome Beta", "Google Chrome Beta", "macos/chrome-beta-info.plist");
        application("Safari", "Safari", "macos/safari-info.plist");
        application("Safari Technology Preview", "Safari Technology Preview", "macos/technology-preview-info.plist");
        assertThat(machine.browsers(OperatingSystem.MACOS).find().browsers())
                .extracting(BrowserInstallation::id, BrowserInstallation::toString)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("chrome-beta", "Google Chrome Beta 142.0.7444.23"),
                        org.assertj.core.groups.Tuple.tuple("safari", "Safari 26.1"),
                        org.assertj.core.groups.Tuple.tuple(
                                "safari-technology-preview", "Safari Technology Preview 26.2"));
        assertThat(machine.started).isEmpty();
    }

    @Test
    void a_binary_property_list_goes_through_plutil() throws Exception {
        Path list = application("Safari", "Safari", "macos/safari-info.plist");
        Files.writeString(list, "bplist00\u0001\u0002");
        machine.prints("plutil -convert xml1 -o - " + list, Fixture.text("macos/safari-info.plist"));
        assertThat(machine.browsers(OperatingSystem.MACOS).find().browsers())
                .extracting(BrowserInstallation::toString)
                .containsExactly("Safari 26.1");
    }

    @Test
    void an_esr_on_a_mac_is_told_from_the_release_by_its_application_ini() throws Exception {
        application("Firefox", "firefox", "macos/firefox-info.plist");
        machine.file(
                "Applications/Firefox.app/Contents/Resources/application.ini",
                Fixture.text("windows/firefox-application.ini")
                        .replace("144.0.2", "140.5.0")
                        .replace("mozilla-release", "mozilla-esr140"));
        assertThat(machine.browsers(OperatingSystem.MACOS).find().browsers())
                .extracting(BrowserInstallation::id)
                .containsExactly("firefox-esr");
    }

    @Test
    void what_is_no_property_list_gives_nothing() {
        assertThat(PropertyList.parse("")).isEmpty();
        assertThat(PropertyList.parse("<html/>")).isEmpty();
        assertThat(PropertyList.parse("<plist><dict><key>a</key><integer>x</integer></dict></plist>"))
                .isEmpty();
        assertThat(PropertyList.parse(Fixture.text("macos/safari-info.plist")).flatMap(AppBundle::told))
                .isPresent();
    }

    @Test
    void a_browser_that_borrows_chromes_code_is_not_taken_for_chrome() {
        String brave =
                Fixture.text("macos/chrome-beta-info.plist").replace("com.google.Chrome.beta", "com.brave.Browser");
        assertThat(PropertyList.parse(brave).flatMap(AppBundle::told)).isEmpty();
    }

    private Path application(String name, String executable, String info) throws Exception {
        machine.program("Applications/%s.app/Contents/MacOS/%s".formatted(name, executable), "");
        return machine.file("Applications/%s.app/Contents/Info.plist".formatted(name), Fixture.text(info));
    }
}
