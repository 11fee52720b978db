package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Counters.CpuTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Parsers of Linux's counters of processor time, proc(5). Stateless. */
public final class ProcStat {
    /** {@code USER_HZ}: 100 on every architecture that a browser runs on. */
    static final Duration TICK = Duration.ofMillis(10);

    /** In /proc/PID/stat after the command's closing parenthesis: utime is field 14, the state is field 3. */
    private static final int UTIME = 14 - 3;

    private static final int CHILDREN_STIME = 17 - 3;

    private ProcStat() {}

    /** The line {@code cpu user nice system idle iowait irq softirq steal guest guest_nice}; guests are in user already. */
    public static Optional<CpuTime> machine(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("cpu "))
                .findFirst()
                .map(line -> Arrays.stream(
                                line.substring("cpu ".length()).strip().split("\\s+"))
                        .mapToLong(ticks -> Long.parseLong(ticks) * TICK.toMillis())
                        .toArray())
                .filter(ticks -> ticks.length >= 4)
                .map(ticks -> new CpuTime(
                        ticks[0] + ticks[1] + ticks[2] + at(ticks, 5) + at(ticks, 6),
                        ticks[3] + at(ticks, 4),
                        at(ticks, 7)));
    }

    private static long at(long[] ticks, int index) {
        return index < ticks.length ? ticks[index] : 0;
    }

    /** User and system time of a process and of its children that ended and were waited for. */
    static Optional<Duration> process(String stat) {
        int end = stat.lastIndexOf(')');
        if (end < 0) {
            return Optional.empty();
        }
        String[] fields = stat.substring(end + 1).strip().split("\\s+");
        if (fields.length <= CHILDREN_STIME) {
            return Optional.empty();
        }
        long ticks = 0;
        for (int field = UTIME; field <= CHILDREN_STIME; field++) {
            ticks += Long.parseLong(fields[field]);
        }
        return Optional.of(TICK.multipliedBy(ticks));
    }

    /** {@code MemAvailable} of /proc/meminfo, in bytes. */
    static Optional<Long> available(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("MemAvailable:"))
                .findFirst()
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024);
    }
}
