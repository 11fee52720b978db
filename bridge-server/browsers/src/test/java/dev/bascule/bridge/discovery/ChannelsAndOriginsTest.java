package dev.bascule.bridge.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which build of a browser it is, and who put it there. */
class ChannelsAndOriginsTest {
    private static final String DEBIAN = "Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)";

    @TempDir
    Path root;

    private FakeMachine machine = new FakeMachine(Path.of("."));

    @BeforeEach
    void aMachine() {
        machine = new FakeMachine(root);
    }

    @Test
    void the_plain_family_means_every_channel_stable_first() throws Exception {
        machine.program("bin/google-chrome-unstable", "Google Chrome 143.0.7499.0 dev");
        machine.program("bin/google-chrome-beta", "Google Chrome 142.0.7444.3 beta");
        machine.program("bin/google-chrome", "Google Chrome 141.0.7390.54 ");
        BrowserDiscovery.Found found = find();
        assertThat(found.ofFamily("chrome"))
                .extracting(BrowserInstallation::name)
                .containsExactly("Google Chrome", "Google Chrome Beta", "Google Chrome Dev");
        assertThat(found.ofFamily("chrome-beta"))
                .singleElement()
                .satisfies(browser -> assertThat(browser.id()).isEqualTo("chrome-beta"));
        assertThat(found.ofFamily("chrome-canary")).isEmpty();
        assertThat(found.ofFamily("chrome-esr")).isEmpty();
    }

    @Test
    void a_developer_edition_that_calls_itself_a_beta_is_known_by_its_place() throws Exception {
        machine.program("bin/firefox-devedition", "Mozilla Firefox 154.0b3");
        machine.program("bin/firefox", "Mozilla Firefox 153.7.0esr");
        assertThat(find().browsers())
                .extracting(BrowserInstallation::id, BrowserInstallation::name)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("firefox-esr", "Mozilla Firefox ESR"),
                        org.assertj.core.groups.Tuple.tuple("firefox-dev", "Mozilla Firefox Dev"));
    }

    @Test
    void every_address_that_is_offered_is_understood() {
        for (String id : BrowserAddress.known()) {
            assertThat(BrowserAddress.parse(id)).as(id).isPresent();
        }
        assertThat(BrowserAddress.known()).contains("firefox-esr", "edge-dev", "safari-technology-preview");
        assertThat(BrowserAddress.parse("chrome-headless-shell"))
                .contains(new BrowserAddress(BrowserFamily.CHROME_HEADLESS_SHELL, Optional.empty()));
        assertThat(BrowserAddress.parse("chrome-nightly")).isEmpty();
        assertThat(BrowserAddress.parse("lynx")).isEmpty();
    }

    @Test
    void a_script_around_a_browser_counts_as_that_browser_which_is_started_itself() throws Exception {
        Path script = machine.script("usr/bin/chromium", "exec $LIBDIR/$APPNAME $CHROMIUM_FLAGS \"$@\"", DEBIAN);
        Path program = machine.program("usr/lib/chromium/chromium", "Chromium 156.0.8078.79 ");
        assertThat(find().browsers()).singleElement().satisfies(browser -> {
            assertThat(browser.executable()).isEqualTo(program);
            assertThat(browser.caveats())
                    .singleElement()
                    .satisfies(caveat -> assertThat(caveat).contains(script.toString(), program.toString()));
        });
    }

    @Test
    void another_version_behind_a_script_is_another_browser() throws Exception {
        machine.script("usr/bin/chromium", "exec /elsewhere/chromium", "Chromium 155.0.1.2");
        machine.program("usr/lib/chromium/chromium", "Chromium 156.0.8078.79 ");
        assertThat(find().browsers()).hasSize(2);
    }

    @Test
    void a_snap_is_confined_and_says_where_its_profile_must_lie() throws Exception {
        Path snap = machine.program("usr/bin/snap", "");
        Files.createDirectories(root.resolve("snap/bin"));
        for (String name : List.of("chromium", "firefox")) {
            Files.createSymbolicLink(root.resolve("snap/bin").resolve(name), snap);
        }
        machine.prints(root + "/snap/bin/chromium --version", "Chromium 141.0.7390.54 snap");
        machine.prints(root + "/snap/bin/firefox --version", "Mozilla Firefox 144.0.2");
        assertThat(find().browsers())
                .extracting(BrowserInstallation::family)
                .containsExactly(BrowserFamily.CHROMIUM, BrowserFamily.FIREFOX);
        assertThat(find().browsers()).allSatisfy(browser -> {
            assertThat(browser.origin()).isEqualTo(InstallationSource.SNAP);
            assertThat(browser.caveats()).isNotEmpty();
            assertThat(browser.profileRoot())
                    .contains(root.resolve(
                            "snap/%s/common".formatted(browser.family().id())));
        });
    }

    @Test
    void ubuntus_script_that_leads_to_a_snap_is_that_snap() throws Exception {
        machine.script("usr/bin/chromium-browser", "exec /snap/bin/chromium \"$@\"", "Chromium 141.0.7390.54 snap");
        assertThat(find().browsers())
                .singleElement()
                .satisfies(browser -> assertThat(browser.origin()).isEqualTo(InstallationSource.SNAP));
    }

    @Test
    void a_launcher_that_flatpak_exports_is_found_for_all_and_for_the_user() throws Exception {
        String script = "exec /usr/bin/flatpak run --command=firefox org.mozilla.firefox \"$@\"";
        machine.script("var/lib/flatpak/exports/bin/org.mozilla.firefox", script, "Mozilla Firefox 144.0.2");
        machine.script(".local/share/flatpak/exports/bin/com.microsoft.Edge", script, "Microsoft Edge 141.0.3537.57");
        assertThat(find().browsers())
                .extracting(BrowserInstallation::origin)
                .containsExactly(InstallationSource.FLATPAK, InstallationSource.FLATPAK);
        assertThat(find().ofFamily("firefox").get(0).profileRoot())
                .contains(root.resolve(".var/app/org.mozilla.firefox/cache"));
    }

    @Test
    void without_a_display_the_package_tells_the_version_of_minibrowser() throws Exception {
        Path browser = miniBrowser("usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser");
        machine.prints("dpkg-query -S " + browser, "libwebkit2gtk-4.1-0:amd64: " + browser + "\n");
        machine.prints("dpkg-query -W -f ${Version} libwebkit2gtk-4.1-0:amd64", "2.50.6-1~deb12u2");
        assertThat(find().browsers()).singleElement().satisfies(found -> {
            assertThat(found.toString()).isEqualTo("WebKitGTK MiniBrowser 2.50.6");
            assertThat(found.family()).isEqualTo(BrowserFamily.WEBKITGTK);
        });
    }

    @Test
    void with_a_display_minibrowser_is_believed_itself() throws Exception {
        Path browser = miniBrowser("usr/libexec/webkitgtk-6.0/MiniBrowser");
        machine.prints(browser + " --version", "WebKitGTK 2.50.1");
        assertThat(find().browsers())
                .singleElement()
                .satisfies(found -> assertThat(found.version()).isEqualTo("2.50.1"));
    }

    @Test
    void a_minibrowser_whose_version_nobody_knows_is_a_defect_that_asks_for_a_display() throws Exception {
        miniBrowser("usr/lib/webkit2gtk-4.1/MiniBrowser");
        BrowserDiscovery.Found found = find();
        assertThat(found.browsers()).isEmpty();
        assertThat(found.defects())
                .singleElement()
                .satisfies(defect -> assertThat(defect.remedies())
                        .anyMatch(remedy ->
                                remedy.toLowerCase(java.util.Locale.ROOT).contains("xvfb")));
    }

    @Test
    void the_packages_version_is_the_upstream_one() {
        assertThat(PackageVersion.upstream("1:2.50.6-1~deb12u2")).contains("2.50.6");
        assertThat(PackageVersion.upstream("(none)")).isEmpty();
        assertThat(PackageVersion.debianPackage("dpkg-query: no path found matching pattern /x"))
                .isEmpty();
        assertThat(PackageVersion.ownedBy("/usr/lib/webkit2gtk-4.1/MiniBrowser is owned by webkit2gtk-4.1 2.50.1-1\n"))
                .contains("2.50.1");
    }

    private Path miniBrowser(String path) throws IOException {
        return machine.program(path, "(MiniBrowser:9088): Gtk-WARNING **: 12:09:08.304: cannot open display: ");
    }

    private BrowserDiscovery.Found find() {
        return machine.browsers(OperatingSystem.LINUX).find();
    }
}
