package dev.bascule.nativerunner.usage;

import java.util.Arrays;
import java.util.List;

/**
 * What /proc/cpuinfo says about clocks. Immutable.
 *
 * @param virtual whether a hypervisor is below
 * @param actual whether its figures in MHz are measured: they need the counters APERF and MPERF, which most hypervisors
 *     hide; then the figure is the rate of the time stamp counter, and never changes
 * @param megahertz of each logical processor; none on ARM
 */
record CpuInfo(boolean virtual, boolean actual, List<Double> megahertz) {

    CpuInfo {
        megahertz = List.copyOf(megahertz);
    }

    static CpuInfo of(PseudoFiles files) {
        return parse(files.lines("proc/cpuinfo"));
    }

    static CpuInfo parse(List<String> lines) {
        List<String> flags = lines.stream()
                .filter(line -> line.startsWith("flags"))
                .findFirst()
                .map(line -> Arrays.asList(line.split("\\s+")))
                .orElse(List.of());
        boolean virtual = flags.contains("hypervisor");
        return new CpuInfo(
                virtual,
                flags.contains("aperfmperf") || !virtual,
                lines.stream()
                        .filter(line -> line.startsWith("cpu MHz"))
                        .map(line -> Double.parseDouble(
                                line.substring(line.indexOf(':') + 1).strip()))
                        .toList());
    }
}
