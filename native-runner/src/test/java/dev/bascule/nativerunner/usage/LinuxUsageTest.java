package dev.bascule.nativerunner.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.fallback.usage.Counters;
import dev.bascule.fallback.usage.Quantity;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.SensorSnapshot;
import dev.bascule.fallback.usage.Subjects;
import dev.bascule.fallback.usage.Throttling;
import dev.bascule.fallback.usage.Usage;
import dev.bascule.fallback.usage.UsageAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On this machine, as far as it is Linux; its figures are held against what a process really does. */
@Tag("slow")
class LinuxUsageTest {
    private static final Path CPU_GROUPS = Path.of("/sys/fs/cgroup/cpu");

    /** The kernel's own, in milliseconds. */
    private static final double TICK = 10;

    @TempDir
    Path folder;

    /** However little of a processor a busy machine gives it, and however long the machine stands still meanwhile. */
    @Test
    void a_process_that_spins_is_seen_to_take_what_it_takes_and_one_that_sleeps_nothing() throws Exception {
        assumeThat(Files.isReadable(Path.of("/proc/stat"))).isTrue();
        Process sleeping = new ProcessBuilder("sh", "-c", "sleep 300").start();
        Process spinning = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        try (LinuxUsage usage = new LinuxUsage(new PseudoFiles(), Optional.empty())) {
            Duration before = taken(spinning);
            Counters start = usage.counters(Set.of(spinning.pid()));
            Duration from = taken(spinning);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> taken(spinning).minus(from).toMillis() >= 300);
            Duration to = taken(spinning);
            Counters end = usage.counters(Set.of(spinning.pid()));
            Duration after = taken(spinning);

            UsageAccount account = new UsageAccount();
            account.block(start, end, 1);
            Usage spun = account.usage(Map.of());
            assertThat(cores(spun) * spun.span().toMillis())
                    .as("milliseconds, against the JDK's own readings before and after each of its two")
                    .isBetween(
                            (double) to.minus(from).toMillis() - TICK,
                            (double) after.minus(before).toMillis() + TICK);
            assertThat(cores(account(usage, sleeping, 600).usage(Map.of()))).isLessThan(0.05);
        } finally {
            end(spinning);
            end(sleeping);
        }
    }

    private static Duration taken(Process process) {
        return process.info().totalCpuDuration().orElseThrow();
    }

    private static double cores(Usage usage) {
        return usage.reading(Subjects.PROCESSES, Quantity.CPU_CORES).optional().orElseThrow();
    }

    private static void end(Process process) throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
    }

    private static UsageAccount account(LinuxUsage usage, Process process, long millis) throws InterruptedException {
        UsageAccount account = new UsageAccount();
        Counters before = usage.counters(Set.of(process.pid()));
        Thread.sleep(millis);
        account.look(usage.look());
        account.block(before, usage.counters(Set.of(process.pid())), 1);
        return account;
    }

    @Test
    void a_process_within_a_quota_is_throttled_and_says_by_how_much() throws Exception {
        assumeThat(Files.isWritable(CPU_GROUPS) && Files.exists(CPU_GROUPS.resolve("cpu.cfs_quota_us")))
                .as("control groups of version 1 that this user may make")
                .isTrue();
        Path group = Files.createDirectory(
                CPU_GROUPS.resolve("bascule-test-" + ProcessHandle.current().pid()));
        Process process = new ProcessBuilder("sh", "-c", "read go; while :; do :; done").start();
        try (LinuxUsage usage = new LinuxUsage(new PseudoFiles(), Optional.empty())) {
            Files.writeString(group.resolve("cpu.cfs_period_us"), "100000");
            Files.writeString(group.resolve("cpu.cfs_quota_us"), "5000");
            Files.writeString(group.resolve("cgroup.procs"), Long.toString(process.pid()));
            process.outputWriter().write("\n");
            process.outputWriter().flush();

            Usage measured = account(usage, process, 1000).usage(Map.of());

            assertThat(measured.throttling().causes())
                    .filteredOn(cause -> cause.kind() == Throttling.Kind.QUOTA)
                    .singleElement()
                    .satisfies(cause -> assertThat(cause.detail())
                            .startsWith("the processor time of control group ")
                            .contains(" was used up in "));
            assertThat(cores(measured)).isLessThan(0.4);
        } finally {
            end(process);
            remove(group);
        }
    }

    @Test
    void a_process_without_a_quota_is_not_said_to_be_throttled_by_one() throws Exception {
        assumeThat(Files.isReadable(Path.of("/proc/self/cgroup"))).isTrue();
        Process process = new ProcessBuilder("sleep", "300").start();
        try (LinuxUsage usage = new LinuxUsage(new PseudoFiles(), Optional.empty())) {
            assertThat(account(usage, process, 200).usage(Map.of()).throttling().causes())
                    .extracting(Throttling.Cause::kind)
                    .doesNotContain(Throttling.Kind.QUOTA);
        } finally {
            end(process);
        }
    }

    /** A group can go as soon as the kernel has buried its last process. */
    private static void remove(Path group) throws Exception {
        for (int attempt = 0; attempt < 50; attempt++) {
            try {
                Files.delete(group);
                return;
            } catch (IOException e) {
                Thread.sleep(20);
            }
        }
    }

    @Test
    void a_machine_without_any_counter_gives_reasons_and_no_exception() {
        try (LinuxUsage usage = new LinuxUsage(new PseudoFiles(folder), Optional.empty())) {
            Counters counters = usage.counters(Set.of(1L));
            SensorSnapshot snapshot = usage.look();

            assertThat(counters.machine().isKnown()).isFalse();
            assertThat(counters.quota().isKnown()).isFalse();
            assertThat(counters.energy().values()).noneMatch(Reading::isKnown);
            assertThat(snapshot.sensed())
                    .isNotEmpty()
                    .noneMatch(each -> each.reading().isKnown());
            assertThat(snapshot.sensed())
                    .allSatisfy(each -> assertThat(each.reading().words()).isNotBlank());
        }
    }

    @Test
    void oshi_reads_this_machine_too_and_its_zeros_are_unknown() {
        try (OshiUsage usage = new OshiUsage(false, Optional.empty(), Optional.empty())) {
            Counters counters = usage.counters(Set.of(ProcessHandle.current().pid()));

            assertThat(counters.machine().optional().orElseThrow().busy()).isPositive();
            assertThat(counters.processes().isKnown()).isTrue();
            assertThat(counters.machine().optional().orElseThrow().stolen())
                    .as("OSHI's 0 outside of Linux")
                    .isEmpty();
            assertThat(OshiUsage.positive(0, "OSHI", "no sensor")).isEqualTo(Reading.unknown("no sensor"));
            assertThat(usage.look().sensed())
                    .allSatisfy(each ->
                            assertThat(each.reading().optional().orElse(1.0)).isPositive());
        }
    }
}
