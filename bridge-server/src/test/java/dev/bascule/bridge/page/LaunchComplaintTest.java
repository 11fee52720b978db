package dev.bascule.bridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.fallback.error.Failure;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LaunchComplaintTest {
    private static final BrowserInstallation CHROMIUM = new BrowserInstallation(
            "Chromium", BrowserFamily.CHROMIUM, "156.0.8078.73", Path.of("chromium"), Optional.empty(), false);

    @Test
    void a_missing_library_is_named_with_the_command_that_finds_all() {
        Failure failure = LaunchComplaint.explain(CHROMIUM, """
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
        Failure failure = LaunchComplaint.explain(
                CHROMIUM,
                "[pid=42][err] [42:42:1121/100000.1:FATAL:content/browser/zygote_host.cc:128] No usable sandbox! If you are running on Ubuntu 23.10+ ...");
        assertThat(failure.remedies().get(0)).contains("user namespaces");
    }

    @Test
    void otherwise_the_first_words_are_kept_and_the_code_says_what_to_do() {
        Failure failure =
                LaunchComplaint.explain(CHROMIUM, "Error {\n  message='Timeout 30000ms exceeded.\n  name='T'");
        assertThat(failure.message()).endsWith("Timeout 30000ms exceeded.");
        assertThat(failure.remedies()).isNotEmpty();
        assertThat(LaunchComplaint.explain(CHROMIUM, "").message()).contains("no reason was given");
    }
}
