package dev.bascule.app.quantizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class QuantizerProcessTest {
    /** Its own id and its child's, in one file that is there whole. */
    private static final List<String> PARENT = List.of(
            "/bin/sh", "-c", "sleep 600 >/dev/null 2>&1 & echo $$ $! > part; mv part ids; wait; echo never > after");

    @TempDir
    Path folder;

    private List<Long> ids() throws IOException {
        return Stream.of(Files.readString(folder.resolve("ids")).strip().split(" "))
                .map(Long::parseLong)
                .toList();
    }

    /** Those that are still there. */
    private List<ProcessHandle> started() throws IOException {
        return ids().stream().flatMap(id -> ProcessHandle.of(id).stream()).toList();
    }

    private static void areGone(List<ProcessHandle> all) throws Exception {
        for (ProcessHandle each : all) {
            each.onExit().get(60, TimeUnit.SECONDS);
        }
        assertThat(all).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void an_interrupt_ends_it_and_its_children_and_stays() throws Exception {
        AtomicReference<Optional<String>> told = new AtomicReference<>(Optional.empty());
        AtomicBoolean stays = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            told.set(QuantizerProcess.run(PARENT, folder, Duration.ofMinutes(9)));
            stays.set(Thread.currentThread().isInterrupted());
        });
        thread.start();
        while (thread.isAlive() && !Files.exists(folder.resolve("ids"))) {
            Thread.sleep(10);
        }
        List<ProcessHandle> all = started();
        assertThat(all).as("it and its child").hasSize(2).allMatch(ProcessHandle::isAlive);

        thread.interrupt();
        thread.join();

        assertThat(told.get()).contains("it was interrupted");
        assertThat(stays).isTrue();
        areGone(all);
        assertThat(folder.resolve("after")).doesNotExist();
    }

    @Test
    @Tag("attack")
    void one_that_takes_too_long_is_ended_with_its_children() throws Exception {
        // A slow machine may not have begun by then.
        Optional<String> told = Optional.empty();
        for (int seconds = 2; !Files.exists(folder.resolve("ids")); seconds *= 2) {
            told = QuantizerProcess.run(PARENT, folder, Duration.ofSeconds(seconds));
        }

        assertThat(told).hasValueSatisfying(why -> assertThat(why).contains(" s, and was ended"));
        assertThat(ids()).as("it and its child").hasSize(2);
        areGone(started());
    }

    @Test
    void an_interrupt_that_came_before_lets_nothing_run() {
        Thread.currentThread().interrupt();

        Optional<String> told = QuantizerProcess.run(PARENT, folder, Duration.ofMinutes(9));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(told).contains("it was interrupted");
        assertThat(folder.resolve("after")).doesNotExist();
    }

    @Test
    void one_that_gets_through_has_no_trouble_and_one_that_does_not_start_is_told() {
        assertThat(QuantizerProcess.run(List.of("/bin/sh", "-c", "exit 0"), folder, Duration.ofMinutes(1)))
                .isEmpty();
        assertThat(QuantizerProcess.run(List.of(folder.resolve("none").toString()), folder, Duration.ofMinutes(1)))
                .hasValueSatisfying(why -> assertThat(why).contains("it does not start"));
    }
}
