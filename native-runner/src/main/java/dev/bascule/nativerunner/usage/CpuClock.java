package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Reading;
import java.util.ArrayList;
import java.util.List;

/**
 * Frequencies of the logical processors: cpufreq, else /proc/cpuinfo where its figures are measured. Thread-safe.
 */
final class CpuClock {
    private static final String CPUS = "sys/devices/system/cpu";
    private static final double KILO = 1e-3;

    private final PseudoFiles files;
    private final List<String> clocks;
    private final Reading<Double> nominal;

    CpuClock(PseudoFiles files) {
        this.files = files;
        this.clocks = files.list(CPUS, "cpu[0-9]*").stream()
                .map(cpu -> cpu + "/cpufreq/scaling_cur_freq")
                .filter(files::has)
                .toList();
        this.nominal = nominal(files);
    }

    /** {@code base_frequency} of intel_pstate; ACPI's nominal frequency elsewhere. The highest of hybrid processors' kinds. */
    private static Reading<Double> nominal(PseudoFiles files) {
        for (String cpu : files.list(CPUS, "cpu0")) {
            Reading<Double> base = files.number(cpu + "/cpufreq/base_frequency").map(kilohertz -> kilohertz * KILO);
            if (base.isKnown()) {
                return base;
            }
            Reading<Double> acpi = files.number(cpu + "/acpi_cppc/nominal_freq").map(megahertz -> (double) megahertz);
            if (acpi.optional().filter(megahertz -> megahertz > 0).isPresent()) {
                return acpi;
            }
        }
        CpuInfo info = CpuInfo.of(files);
        return info.virtual() && !info.actual() && !info.megahertz().isEmpty()
                ? Reading.known(
                        info.megahertz().get(0), "/proc/cpuinfo: the time stamp counter's rate in a virtual machine")
                : Reading.unknown("neither cpufreq/base_frequency nor acpi_cppc/nominal_freq: the driver tells none");
    }

    Reading<Double> nominal() {
        return nominal;
    }

    /** MHz of the fastest. */
    Reading<Double> fastest() {
        if (!clocks.isEmpty()) {
            List<Double> now = new ArrayList<>();
            for (String clock : clocks) {
                files.number(clock).optional().ifPresent(kilohertz -> now.add(kilohertz * KILO));
            }
            return most(now, "scaling_cur_freq of cpufreq, the fastest of %d logical processors".formatted(now.size()))
                    .orUnknown("cpufreq's scaling_cur_freq cannot be read");
        }
        CpuInfo info = CpuInfo.of(files);
        if (!info.actual()) {
            return Reading.unknown("a virtual machine is not shown what its processor runs at (no cpufreq, and"
                    + " /proc/cpuinfo repeats the time stamp counter's rate)");
        }
        return most(
                        info.megahertz(),
                        "/proc/cpuinfo, the fastest of %d logical processors"
                                .formatted(info.megahertz().size()))
                .orUnknown("neither cpufreq nor /proc/cpuinfo tells a frequency");
    }

    private static Most most(List<Double> values, String source) {
        return new Most(values, source);
    }

    private record Most(List<Double> values, String source) {
        Reading<Double> orUnknown(String reason) {
            return values.stream()
                    .max(Double::compare)
                    .map(most -> Reading.known(most, source))
                    .orElseGet(() -> Reading.unknown(reason));
        }
    }
}
