package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.process.Processes;
import dev.bascule.fallback.testing.Signals;
import dev.bascule.fallback.testing.TestJvm;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("browser")
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class InterruptTest {

    /** The driver is unpacked here: a killed host cannot delete it. */
    @TempDir
    Path drivers;

    /** In {@code mvn verify} it is told while its driver starts, and by the command line's own tests. */
    @Test
    @Tag("full")
    void a_host_that_is_told_to_end_leaves_no_process_and_no_profile() throws Exception {
        leavesNothing("TERM");
    }

    @Test
    @Tag("full")
    void neither_does_an_interrupted_one() throws Exception {
        leavesNothing("INT");
    }

    private void leavesNothing(String signal) throws Exception {
        Signals.assumeHeard(signal);
        RealBrowser.installation();
        Process host = host();
        List<ProcessHandle> started = started(host);
        assertThat(started).hasSizeGreaterThanOrEqualTo(3);
        new ProcessBuilder("kill", "-" + signal, Long.toString(host.pid()))
                .start()
                .waitFor();
        assertThat(host.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Awaitility.await().until(() -> started.stream().noneMatch(Processes::runs));
        assertThat(LeftBehind.profiles(host.pid())).isEmpty();
    }

    @Test
    void a_killed_host_leaves_no_process() throws Exception {
        RealBrowser.installation();
        Process host = host();
        List<ProcessHandle> started = started(host);
        new ProcessBuilder("kill", "-KILL", Long.toString(host.pid())).start().waitFor();
        Awaitility.await().until(() -> started.stream().noneMatch(Processes::runs));
    }

    @Test
    void a_host_that_is_told_to_end_while_its_driver_starts_leaves_none_and_its_driver_says_nothing() throws Exception {
        Signals.assumeHeard("TERM");
        RealBrowser.installation();
        Path said = drivers.resolve("stderr");
        Process host = host(ProcessBuilder.Redirect.to(said.toFile()));
        List<ProcessHandle> driver = new ArrayList<>();
        Awaitility.await().pollInterval(Duration.ofMillis(5)).until(() -> {
            host.children().filter(InterruptTest::isDriver).forEach(driver::add);
            return !driver.isEmpty();
        });
        new ProcessBuilder("kill", "-TERM", Long.toString(host.pid())).start().waitFor();
        assertThat(host.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Awaitility.await().until(() -> driver.stream().noneMatch(Processes::runs));
        assertThat(said).content().doesNotContain("node:", "EPIPE");
        assertThat(LeftBehind.profiles(host.pid())).isEmpty();
    }

    private static boolean isDriver(ProcessHandle child) {
        return child.info()
                .commandLine()
                .filter(line -> line.contains("run-driver"))
                .isPresent();
    }

    private Process host() throws Exception {
        return host(ProcessBuilder.Redirect.DISCARD);
    }

    private Process host(ProcessBuilder.Redirect stderr) throws Exception {
        return new ProcessBuilder(TestJvm.line(InterruptedHost.class.getName()))
                .redirectError(stderr)
                .start();
    }

    private static List<ProcessHandle> started(Process host) throws Exception {
        BufferedReader output = host.inputReader();
        String line = output.readLine();
        assertThat(line).isEqualTo(InterruptedHost.READY);
        return host.descendants().toList();
    }
}
