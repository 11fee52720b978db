package dev.bascule.bridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.fallback.error.Failure;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchErrorSummaryTest {
    private static final BrowserInstallation CHROMIUM = new BrowserInstallation(
            "Chromium", BrowserFamily.CHROMIUM, "156.0.8078.73", Path.of("chromium"), Optional.empty(), false);

    @Test
    void a_missing_library_is_named_with_the_command_that_finds_all() {
        Failure failure = LaunchErrorSummary.explain(CHROMIUM, """
                Error {
                  message='Target page, context or browser has been closed
                Browser logs:
                <launching> chromium --headless
                [pid=42][err] chromium: error while loading shared libraries: libnss3.so: cannot open shared object file
                """);
        assertThat(failure.message()).contains("libnss3.so").doesNotContain("<launching>");
        assertThat(failure.remedies().get(0)).contains("ldd chromium");
    }

    @Test
    void a_sandbox_that_cannot_be_set_up_is_told_from_other_crashes() {
        Failure failure = LaunchErrorSummary.explain(
                CHROMIUM,
                "[pid=42][err] [42:42:1121/100000.1:FATAL:content/browser/zygote_host.cc:128] No usable sandbox! If you are running on Ubuntu 23.10+ ...");
        assertThat(failure.remedies().get(0)).contains("user namespaces");
    }

    @Test
    void otherwise_the_first_words_are_kept_and_the_code_says_what_to_do() {
        Failure failure =
                LaunchErrorSummary.explain(CHROMIUM, "Error {\n  message='Timeout 30000ms exceeded.\n  name='T'");
        assertThat(failure.message()).endsWith("Timeout 30000ms exceeded.");
        assertThat(failure.remedies()).isNotEmpty();
        assertThat(LaunchErrorSummary.explain(CHROMIUM, "").message()).contains("no reason was given");
    }

    /** As Firefox ESR 153 and Chromium 156 printed them on Debian 12. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    Running Firefox as root in a regular user's session is not supported.  ($HOME is /home/ann which is owned by ann.) | user whom $HOME belongs to
                    [1:1:1121/125121.473594:ERROR:content/browser/zygote_host/zygote_host_impl_linux.cc:103] Running as root without --no-sandbox is not supported. See https://crbug.com/638180. | user whom $HOME belongs to
                    Error: no DISPLAY environment variable specified | xvfb-run
                    [1:1:1121/125120.968102:ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc:257] Missing X server or $DISPLAY | xvfb-run
                    [1:1:1121/125136.940710:ERROR:chrome/app/chrome_main_delegate.cc:624] Failed to create a ProcessSingleton for your profile directory. This means that running multiple instances | close the browser that runs on this profile
                    [1:1:1121/125143.716545:ERROR:chrome/browser/ui/views/message_box_dialog.cc:200] Unable to show message box: Failed To Create Data Directory - Chromium cannot read and write to its data directory: | java.io.tmpdir=DIR
                    /tmp/p/user.js: No space left on device | free some space
                    Cannot run program "chromium": error=13, Permission denied | chmod +x chromium
                    Cannot run program "chromium": error=8, Exec format error | file chromium
                    """)
    void what_browsers_print_when_they_cannot_start_has_its_remedy(String line, String remedy) {
        Failure failure = LaunchErrorSummary.explain(CHROMIUM, """
                it ended with exit code 1 before it showed a page
                [1:2:1121/123225.436729:ERROR:dbus/bus.cc:405] Failed to connect to the bus
                %s
                """.formatted(line));
        assertThat(failure.message()).contains(line);
        assertThat(failure.remedies().get(0)).contains(remedy);
    }

    @Test
    void what_browsers_print_when_all_is_well_is_not_taken_for_the_reason() {
        Failure failure = LaunchErrorSummary.explain(CHROMIUM, """
                it showed no page within 5 s
                *** You are running in headless mode.
                [GFX1-]: RenderCompositorSWGL failed mapping default framebuffer, no dt
                [1:2:1121/123225.436729:ERROR:dbus/bus.cc:405] Failed to connect to the bus
                """);
        assertThat(failure.message()).endsWith("it showed no page within 5 s");
    }

    @Test
    void an_exception_without_a_message_says_what_it_is_and_never_null() {
        assertThat(LaunchErrorSummary.words(new ExecutionException(new InterruptedException())))
                .isEqualTo("it was interrupted while it started");
        assertThat(LaunchErrorSummary.words(new IllegalStateException())).isEqualTo("IllegalStateException");
        assertThat(LaunchErrorSummary.words(new IllegalStateException("no room")))
                .isEqualTo("no room");
    }
}
