package dev.bascule.bridge.selenium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.process.Processes;
import dev.bascule.bridge.process.ProfileFolder;
import dev.bascule.fallback.testing.Signals;
import dev.bascule.fallback.testing.TestJvm;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A driver does not end with the program that started it, nor does the X server: they have to be ended. */
@Tag("browser")
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
abstract class SeleniumInterruptContract {
    private final BrowserFamily family;
    private final String signal;

    SeleniumInterruptContract(BrowserFamily family, String signal) {
        this.family = family;
        this.signal = signal;
    }

    @Test
    void an_interrupted_host_leaves_no_process_and_no_profile() throws Exception {
        Signals.assumeHeard(signal);
        Process host = host();
        List<ProcessHandle> started = started(host);
        kill(signal, host);
        Awaitility.await().until(() -> started.stream().noneMatch(Processes::runs));
        assertThat(LeftBehind.profiles(host.pid())).isEmpty();
    }

    @Test
    void what_a_killed_host_left_is_swept_away_by_the_next() throws Exception {
        Process host = host();
        List<ProcessHandle> started = started(host);
        kill("KILL", host);
        assertThat(ProfileFolder.create().delete()).isTrue();
        Awaitility.await().until(() -> started.stream().noneMatch(Processes::runs));
        assertThat(LeftBehind.profiles(host.pid())).isEmpty();
    }

    private static void kill(String signal, Process host) throws Exception {
        new ProcessBuilder("kill", "-" + signal, Long.toString(host.pid()))
                .start()
                .waitFor();
        assertThat(host.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private Process host() throws Exception {
        return new ProcessBuilder(TestJvm.line(InterruptedSeleniumHost.class.getName(), family.name()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static List<ProcessHandle> started(Process host) throws Exception {
        assertThat(host.inputReader().readLine()).isEqualTo(InterruptedSeleniumHost.READY);
        List<ProcessHandle> started = host.descendants().toList();
        assertThat(started).hasSizeGreaterThanOrEqualTo(3);
        return started;
    }
}
