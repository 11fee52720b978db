package dev.bascule.fallback.usage;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Counters that only grow, read at one edge of a measured block. Immutable.
 *
 * @param nanos {@link System#nanoTime()} of the reading
 * @param tick steps in which processor time is counted
 * @param machine time of all logical processors
 * @param processes processor time of the runner's processes by their numbers, so that it is seen which of them went
 * @param energy by domain; where there is no counter, a domain with the reason
 * @param quota what limits on processor time did to the runner's processes, by control group
 * @param thermal events of overheating, by the chip's own count
 */
public record Counters(
        long nanos,
        Duration tick,
        Reading<CpuTime> machine,
        Reading<Map<Long, Duration>> processes,
        Map<String, Reading<EnergyCounter>> energy,
        Reading<Map<String, Quota>> quota,
        Reading<Long> thermal) {

    public Counters {
        energy = Collections.unmodifiableMap(new TreeMap<>(energy));
    }

    /**
     * Time of all logical processors in milliseconds.
     *
     * @param busy worked in
     * @param idle not worked in
     * @param stolen wanted, and given to others by a hypervisor; empty where the system does not count it
     */
    public record CpuTime(long busy, long idle, OptionalLong stolen) {

        public CpuTime(long busy, long idle, long stolen) {
            this(busy, idle, OptionalLong.of(stolen));
        }

        CpuTime since(CpuTime before) {
            return new CpuTime(busy - before.busy, idle - before.idle, both(stolen, before.stolen, -1));
        }

        CpuTime plus(CpuTime more) {
            return new CpuTime(busy + more.busy, idle + more.idle, both(stolen, more.stolen, 1));
        }

        /** What all logical processors together had. */
        long all() {
            return busy + idle + stolen.orElse(0);
        }

        private static OptionalLong both(OptionalLong one, OptionalLong other, int sign) {
            return one.isPresent() && other.isPresent()
                    ? OptionalLong.of(one.getAsLong() + sign * other.getAsLong())
                    : OptionalLong.empty();
        }
    }

    /**
     * @param joules since some moment
     * @param rangeJoules where it starts at 0 again; empty if it does not
     * @param refresh how long it may stand still while energy is used
     */
    public record EnergyCounter(double joules, OptionalDouble rangeJoules, Duration refresh) {

        /** Across at most one wrap: a counter of 262 kJ wraps after 40 minutes at 100 W. Empty if it was reset. */
        public OptionalDouble since(EnergyCounter before) {
            if (joules >= before.joules) {
                return OptionalDouble.of(joules - before.joules);
            }
            return rangeJoules.isPresent()
                    ? OptionalDouble.of(joules + rangeJoules.getAsDouble() - before.joules)
                    : OptionalDouble.empty();
        }
    }

    /**
     * A control group's share of processor time.
     *
     * @param periods that went by
     * @param throttledPeriods in which the share was used up
     * @param throttled time that was waited for the next period, summed over processors as the kernel does
     */
    public record Quota(long periods, long throttledPeriods, Duration throttled) {
        Quota since(Quota before) {
            return new Quota(
                    periods - before.periods,
                    throttledPeriods - before.throttledPeriods,
                    throttled.minus(before.throttled));
        }

        Quota plus(Quota more) {
            return new Quota(
                    periods + more.periods, throttledPeriods + more.throttledPeriods, throttled.plus(more.throttled));
        }
    }
}
