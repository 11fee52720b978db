package dev.bascule.execution.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.testing.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One who measures at a time, among the threads of this process and among real processes. */
@Timeout(180)
@Tag("slow")
class MachineLockTest {
    @TempDir
    private Path folder;

    private final List<Process> children = new ArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (Process child : children) {
            child.destroyForcibly().waitFor();
        }
    }

    private MachineLock lock() {
        return MachineLock.in(folder, Clock.systemUTC());
    }

    private MachineLease take(MachineUse use, WhenBusy whenBusy) {
        return lock().take(use, whenBusy, "bascule run of-this", told::add);
    }

    private Process child(MachineUse use) throws IOException {
        Process child = new ProcessBuilder(TestJvm.line(LockHolder.class.getName(), folder.toString(), use.name()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        children.add(child);
        return child;
    }

    /** A process that holds the lock. */
    private Process holder() throws IOException {
        Process child = child(MachineUse.TIMED);
        assertThat(line(child)).isEqualTo("held");
        return child;
    }

    private static String line(Process child) throws IOException {
        BufferedReader lines = child.inputReader();
        return String.valueOf(lines.readLine());
    }

    private CompletableFuture<Void> takenElsewhere(MachineUse use, CountDownLatch until) {
        return CompletableFuture.runAsync(() -> {
            try (MachineLease unused = take(use, WhenBusy.WAIT)) {
                until.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void whoever_comes_second_says_once_for_whom_it_waits_and_has_its_turn_when_that_process_ends() throws Exception {
        Process first = holder();
        CompletableFuture<Void> second = takenElsewhere(MachineUse.TIMED, new CountDownLatch(0));
        await().until(() -> !told.isEmpty());
        Thread.sleep(300);

        assertThat(second).isNotDone();
        assertThat(told)
                .singleElement()
                .asString()
                .startsWith("waiting: pid %d `bascule run of-a-child` measures on this machine since"
                        .formatted(first.pid()))
                .contains("--machine-lock share");
        first.getOutputStream().close();
        await().until(second::isDone);
    }

    @Test
    void the_lock_dies_with_a_process_that_is_killed_and_nothing_of_it_stays() throws Exception {
        Process first = holder();
        CompletableFuture<Void> second = takenElsewhere(MachineUse.TIMED, new CountDownLatch(0));
        await().until(() -> !told.isEmpty());
        // SIGKILL, where there are signals: nothing of the process can tidy up.
        first.destroyForcibly();

        await().until(second::isDone);
        second.join();
        // The system takes its locks a moment before the process is gone.
        first.waitFor();
        try (MachineLease lease = take(MachineUse.TIMED, WhenBusy.FAIL)) {
            assertThat(lease.others()).isEmpty();
        }
        try (var left = Files.list(folder.resolve("measuring.d"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void whoever_does_not_want_to_wait_is_told_who_measures_and_an_interrupt_ends_the_waiting() throws Exception {
        Process first = holder();

        assertThatThrownBy(() -> take(MachineUse.TIMED, WhenBusy.FAIL))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.MACHINE_BUSY))
                .hasMessageContaining("pid " + first.pid());
        Thread waiting = new Thread(() -> {
            try (MachineLease unused = take(MachineUse.TIMED, WhenBusy.WAIT)) {
                told.add("had its turn");
            } catch (BasculeException e) {
                told.add(e.code() + " " + Thread.currentThread().isInterrupted());
            }
        });
        waiting.start();
        await().until(() -> told.size() == 1);
        waiting.interrupt();
        waiting.join();

        assertThat(told).last().isEqualTo("RUN_INTERRUPTED true");
    }

    @Test
    void who_shares_the_machine_is_in_the_noise_of_both() throws Exception {
        Process first = holder();
        try (MachineLease here = take(MachineUse.TIMED, WhenBusy.SHARE)) {
            assertThat(here.others())
                    .contains("beside it on this machine ran pid %d `bascule run of-a-child`".formatted(first.pid()));
            NoiseMeter noise = NoiseMeter.DEAF.and(NoiseMeter.beside(here::others));
            NoiseMeter.Reading reading = noise.begin();
            assertThat(CompletableFuture.supplyAsync(
                                    () -> take(MachineUse.TIMED, WhenBusy.SHARE).others())
                            .join()
                            .orElseThrow())
                    .contains("of-a-child", "of-this");
            first.destroyForcibly().waitFor();
            // It was there when the measurement began.
            assertThat(reading.end().orElseThrow()).contains("of-a-child");
        }
        assertThat(told).isEmpty();
    }

    @Test
    void who_only_says_that_it_is_there_is_waited_for_by_nobody_and_waits_for_nobody() throws Exception {
        try (MachineLease replica = lock().beside("bascule worker")) {
            try (MachineLease timed = take(MachineUse.TIMED, WhenBusy.FAIL)) {
                assertThat(timed.others().orElseThrow()).contains("`bascule worker`");
                try (MachineLease second = lock().beside("bascule worker")) {
                    assertThat(second.others().orElseThrow()).contains("`bascule run of-this`");
                }
                assertThatThrownBy(() -> take(MachineUse.TIMED, WhenBusy.FAIL))
                        .as("the control: a turn is waited for")
                        .isInstanceOf(BasculeException.class);
            }
            assertThat(replica.others()).isEmpty();
        }
        assertThat(lock().neighbors()).isEmpty();
    }

    @Test
    void negative_control_who_is_alone_has_no_noise() {
        try (MachineLease alone = take(MachineUse.TIMED, WhenBusy.WAIT)) {
            assertThat(NoiseMeter.beside(alone::others).begin().end()).isEmpty();
        }
        NoiseMeter one = () -> () -> Optional.of("one");
        NoiseMeter two = () -> () -> Optional.of("two");
        assertThat(one.and(two).begin().end()).contains("two; one");
    }

    @Test
    void what_a_process_starts_within_its_turn_is_a_part_of_it() throws Exception {
        try (MachineLease here = take(MachineUse.TIMED, WhenBusy.WAIT)) {
            assertThat(line(child(MachineUse.TIMED))).isEqualTo("held");
            assertThat(here.others()).isEmpty();
        }
    }

    @Test
    void what_is_not_timed_goes_side_by_side_and_waits_only_for_what_is() throws Exception {
        CountDownLatch until = new CountDownLatch(1);
        Process other = child(MachineUse.UNTIMED);
        assertThat(line(other)).isEqualTo("held");
        CompletableFuture<Void> untimed = takenElsewhere(MachineUse.UNTIMED, until);
        try (MachineLease here = take(MachineUse.UNTIMED, WhenBusy.FAIL)) {
            assertThat(here.others()).isPresent();
        }
        assertThatThrownBy(() -> take(MachineUse.TIMED, WhenBusy.FAIL)).isInstanceOf(BasculeException.class);
        until.countDown();
        untimed.join();
        other.destroyForcibly().waitFor();
        CompletableFuture<Void> waits;
        try (MachineLease alone = take(MachineUse.TIMED, WhenBusy.WAIT)) {
            assertThat(alone.others()).isEmpty();
            waits = takenElsewhere(MachineUse.UNTIMED, new CountDownLatch(0));
            await().until(() -> !told.isEmpty());
            assertThat(waits).isNotDone();
        }
        waits.join();
    }

    @Tag("full")
    @Test
    void who_measures_alone_has_a_turn_though_others_that_share_the_machine_come_again_and_again() throws Exception {
        Process first = child(MachineUse.UNTIMED);
        assertThat(line(first)).isEqualTo("held");
        CompletableFuture<Void> timed = takenElsewhere(MachineUse.TIMED, new CountDownLatch(0));
        await().until(() -> !told.isEmpty());
        // It could come in beside the first, did nobody wait.
        Process second = child(MachineUse.UNTIMED);
        assertThat(line(second)).startsWith("waiting:");
        assertThat(timed).isNotDone();
        first.getOutputStream().close();
        timed.join();
        assertThat(line(second)).isEqualTo("held");
    }

    @Tag("full")
    @Test
    void who_waits_for_one_that_never_ends_is_told_so_in_the_end() throws Exception {
        Process first = holder();
        MachineLock impatient = MachineLock.in(folder, Clock.systemUTC(), Duration.ofMillis(300));

        assertThatThrownBy(() -> impatient.take(MachineUse.TIMED, WhenBusy.WAIT, "bascule run", told::add))
                .isInstanceOfSatisfying(BasculeException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.MACHINE_STAYED_BUSY);
                    assertThat(error.code().exitCode().status()).isEqualTo(6);
                })
                .hasMessageContaining("pid " + first.pid())
                .hasMessageContaining("of-a-child");
        // It is no longer among those who wait, and so in nobody's way.
        first.destroyForcibly().waitFor();
        try (MachineLease here = take(MachineUse.UNTIMED, WhenBusy.FAIL)) {
            assertThat(here.others()).isEmpty();
        }
    }

    @Test
    void a_folder_that_cannot_be_written_is_told_and_keeps_nobody_from_measuring() throws IOException {
        Path file = Files.writeString(folder.resolve("a-file"), "");
        MachineLock lock = MachineLock.in(file.resolve("below"), Clock.systemUTC());
        try (MachineLease lease = lock.take(MachineUse.TIMED, WhenBusy.WAIT, "bascule run", told::add)) {
            assertThat(lease.others()).isEmpty();
        }
        assertThat(told).singleElement().asString().contains("cannot be waited for");
    }
}
