package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Counters.EnergyCounter;
import dev.bascule.fallback.usage.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Running average power limit, the energy counters of Intel's and (since Linux 5.8) AMD's processors, as the kernel's
 * powercap framework shows them. Packages and their DRAM are read; cores and uncore lie within the package, {@code psys}
 * around it, and the MMIO zones are the same counters by another way. Thread-safe.
 */
final class RaplReader {
    static final String PACKAGE = "package";
    private static final String POWERCAP = "sys/class/powercap";
    private static final String DRAM = "dram";
    private static final double MICRO = 1e-6;

    /** Intel, Software Developer's Manual, volume 3B, "RAPL interfaces": about once a millisecond. */
    private static final Duration REFRESH = Duration.ofMillis(1);

    private final PseudoFiles files;
    private final List<Zone> zones;

    /** A folder with a counter, and the domain that it stands for. */
    private record Zone(String domain, String folder, OptionalDouble rangeJoules) {}

    RaplReader(PseudoFiles files) {
        this.files = files;
        this.zones = zones(files);
    }

    private static List<Zone> zones(PseudoFiles files) {
        List<Zone> zones = new ArrayList<>();
        for (String folder : files.list(POWERCAP, "*-rapl:*")) {
            String name = files.text(folder + "/name").optional().orElse("");
            if (name.startsWith(PACKAGE) || name.equals(DRAM)) {
                String parent = files.text(folder.substring(0, folder.lastIndexOf(':')) + "/name")
                        .optional()
                        .orElse("");
                String domain = name + (name.equals(DRAM) ? parent.replace(PACKAGE, "") : "");
                Reading<Long> range = files.number(folder + "/max_energy_range_uj");
                zones.add(new Zone(
                        domain,
                        folder,
                        range.optional().stream().mapToDouble(uj -> uj * MICRO).findFirst()));
            }
        }
        return List.copyOf(zones);
    }

    Map<String, Reading<EnergyCounter>> read() {
        Map<String, Reading<EnergyCounter>> counters = new TreeMap<>();
        for (Zone zone : zones) {
            Reading<Long> microjoules = files.number(zone.folder() + "/energy_uj");
            counters.put(
                    zone.domain(),
                    microjoules.flatMap(known -> Reading.known(
                            new EnergyCounter(known.figure() * MICRO, zone.rangeJoules(), REFRESH),
                            "RAPL, %s: all that runs there".formatted(known.source()))));
        }
        if (counters.isEmpty()) {
            counters.put(PACKAGE, Reading.unknown(why()));
        }
        return counters;
    }

    private String why() {
        if (CpuInfo.of(files).virtual()) {
            return "a virtual machine is shown no energy counters of its processor (no RAPL in /%s): measure on the"
                            .formatted(POWERCAP)
                    + " machine itself";
        }
        return files.has(POWERCAP)
                ? "no RAPL zone in /%s: sudo modprobe intel_rapl_msr, if the processor has it".formatted(POWERCAP)
                : "there is no /%s: the kernel was built without powercap, or the container hides it"
                        .formatted(POWERCAP);
    }
}
