package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Counters.CpuTime;
import dev.bascule.fallback.usage.Reading;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Linux's counters of processor time. Thread-safe. */
record ProcTimes(PseudoFiles files) {

    Reading<CpuTime> machine() {
        return ProcStat.machine(files.lines("proc/stat"))
                .map(time -> Reading.known(time, "/proc/stat, in steps of 10 ms"))
                .orElseGet(() -> Reading.unknown(files.text("proc/stat").words()));
    }

    /** Of processes that live; what they waited for is in their own count. */
    Reading<Map<Long, Duration>> of(Set<Long> processes) {
        Map<Long, Duration> times = new TreeMap<>();
        processes.forEach(pid -> files.text("proc/%d/stat".formatted(pid))
                .optional()
                .flatMap(ProcStat::process)
                .ifPresent(time -> times.put(pid, time)));
        int read = times.size();
        return read == 0
                ? Reading.unknown(
                        processes.isEmpty()
                                ? "the runner's processes are out of reach"
                                : "the runner's processes are gone")
                : Reading.known(
                        times,
                        "/proc/PID/stat of %d process%s, in steps of 10 ms".formatted(read, read == 1 ? "" : "es"));
    }

    Reading<Double> availableMemory() {
        return ProcStat.available(files.lines("proc/meminfo"))
                .map(bytes -> Reading.known((double) bytes, "MemAvailable of /proc/meminfo"))
                .orElseGet(() -> Reading.unknown(files.text("proc/meminfo").words()));
    }
}
