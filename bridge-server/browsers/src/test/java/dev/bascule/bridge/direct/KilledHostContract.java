package dev.bascule.bridge.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.process.Processes;
import dev.bascule.bridge.process.ProfileFolder;
import dev.bascule.fallback.testing.Signals;
import dev.bascule.fallback.testing.TestJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a browser without a driver when its host goes down. */
@Tag("browser")
@Timeout(180)
@DisabledOnOs(OS.WINDOWS)
abstract class KilledHostContract {
    private final String browser;
    private final String page;
    private final String signal;

    /**
     * @param browser in the words of {@link DirectHost}
     * @param page what the command line of a process that shows pages has
     * @param signal how its host is interrupted
     */
    KilledHostContract(String browser, String page, String signal) {
        this.browser = browser;
        this.page = page;
        this.signal = signal;
    }

    /** Of the hosts alone: whoever starts a browser sweeps the usual folder, and other tests do all the time. */
    @TempDir
    Path profiles;

    @Test
    void an_interrupted_host_leaves_no_process_and_no_profile() throws Exception {
        Signals.assumeHeard(signal);
        Process host = host();
        List<ProcessHandle> started = started(host);
        signal(host, signal);
        assertThat(host.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Awaitility.await().until(() -> started.stream().noneMatch(Processes::runs));
        assertThat(LeftBehind.profiles(profiles, host.pid())).isEmpty();
    }

    @Test
    void what_a_killed_host_left_is_swept_away_by_the_next_one() throws Exception {
        Process host = host();
        List<ProcessHandle> started = started(host);
        signal(host, "KILL");
        assertThat(host.waitFor(60, TimeUnit.SECONDS)).isTrue();
        // The negative control: nobody else has tidied up.
        assertThat(started).anyMatch(Processes::runs);
        assertThat(LeftBehind.profiles(profiles, host.pid())).isNotEmpty();
        ProfileFolder.create(profiles).delete();
        assertThat(LeftBehind.profiles(profiles, host.pid())).isEmpty();
        Awaitility.await().until(() -> started.stream().noneMatch(Processes::runs));
    }

    /**
     * Firefox ends with its last page. The shell may stay when its pages have gone, in 2 of 4 looks, and do nothing: it is
     * swept away by the next host, as above.
     */
    @Test
    void without_a_next_one_its_pages_leave_by_themselves() throws Exception {
        Process host = host();
        List<ProcessHandle> pages = started(host).stream()
                .filter(process -> Processes.commandLine(process).contains(page))
                .toList();
        assertThat(pages).isNotEmpty();
        signal(host, "KILL");
        Awaitility.await()
                .atMost(90, TimeUnit.SECONDS)
                .until(() -> pages.stream().noneMatch(Processes::runs));
        ProfileFolder.create(profiles).delete();
        assertThat(LeftBehind.profiles(profiles, host.pid())).isEmpty();
    }

    private static void signal(Process host, String signal) throws Exception {
        new ProcessBuilder("kill", "-" + signal, Long.toString(host.pid()))
                .start()
                .waitFor();
    }

    private Process host() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        TestJvm.line("-Djava.io.tmpdir=" + profiles, DirectHost.class.getName(), browser))
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("TMPDIR", profiles.toString());
        return builder.start();
    }

    private static List<ProcessHandle> started(Process host) throws Exception {
        assertThat(host.inputReader().readLine()).isEqualTo(DirectHost.READY);
        return host.descendants().toList();
    }
}
