package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The processor's temperature: hwmon's sensors of processor drivers, else thermal zones of processors; and its own count
 * of overheating (Intel only). Thread-safe.
 */
final class CpuTemperature {
    /** Drivers of sensors within processors: Intel, AMD, a Raspberry Pi, several ARM boards. */
    private static final Set<String> DRIVERS =
            Set.of("coretemp", "k10temp", "zenpower", "cpu_thermal", "scpi_sensors", "apple_smc", "macsmc_hwmon");

    private static final Set<String> ZONES =
            Set.of("x86_pkg_temp", "cpu-thermal", "cpu_thermal", "soc_thermal", "soc-thermal", "TCPU");

    private static final double MILLI = 1e-3;
    /** No processor works at a greater heat. */
    private static final long MOST_LIMIT = 200_000;

    private final PseudoFiles files;
    private final List<Place> sensors;
    private final List<String> counts;

    private record Place(String name, String path) {}

    CpuTemperature(PseudoFiles files) {
        this.files = files;
        this.sensors = sensors(files);
        this.counts = counts(files);
    }

    private static List<Place> sensors(PseudoFiles files) {
        List<Place> places = new ArrayList<>();
        for (String monitor : files.list("sys/class/hwmon", "hwmon*")) {
            String driver = files.text(monitor + "/name").optional().orElse("");
            if (DRIVERS.contains(driver)) {
                files.list(monitor, "temp*_input").forEach(path -> places.add(new Place(driver, path)));
            }
        }
        if (!places.isEmpty()) {
            return places;
        }
        for (String zone : files.list("sys/class/thermal", "thermal_zone*")) {
            String type = files.text(zone + "/type").optional().orElse("");
            if (ZONES.contains(type) || type.startsWith("cpu")) {
                places.add(new Place("thermal zone " + type, zone + "/temp"));
            }
        }
        return places;
    }

    /** A package's count is the same file under each of its logical processors: counted once for each die. */
    private static List<String> counts(PseudoFiles files) {
        List<String> counts = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        for (String cpu : files.list("sys/devices/system/cpu", "cpu[0-9]*")) {
            String folder = cpu + "/thermal_throttle/";
            String core =
                    files.text(cpu + "/topology/physical_package_id").optional().orElse("0") + "/"
                            + files.text(cpu + "/topology/core_id").optional().orElse(cpu);
            String socket = core.substring(0, core.indexOf('/'));
            if (files.has(folder + "core_throttle_count") && !seen.contains(core)) {
                seen.add(core);
                counts.add(folder + "core_throttle_count");
            }
            if (files.has(folder + "package_throttle_count") && !seen.contains(socket)) {
                seen.add(socket);
                counts.add(folder + "package_throttle_count");
            }
        }
        return counts;
    }

    /** Degrees Celsius of the hottest sensor. */
    Reading<Double> hottest() {
        Optional<Reading<Double>> hottest = sensors.stream()
                .map(place -> files.number(place.path())
                        .flatMap(known -> Reading.known(
                                known.figure() * MILLI,
                                "the hottest of %d sensors of %s".formatted(sensors.size(), place.name()))))
                .filter(Reading::isKnown)
                .reduce((one, other) ->
                        one.optional().orElse(0.0) >= other.optional().orElse(0.0) ? one : other);
        return hottest.orElseGet(() -> Reading.unknown(
                sensors.isEmpty()
                        ? CpuInfo.of(files).virtual()
                                ? "a virtual machine is shown no sensors of its processor"
                                : "no sensor of a processor in /sys/class/hwmon nor /sys/class/thermal: sudo modprobe"
                                        + " coretemp, or k10temp on AMD"
                        : files.number(sensors.get(0).path()).words()));
    }

    /** Degrees Celsius of the sensor that is nearest to its own limit: that of its driver, or of its zone. */
    Reading<Double> headroom() {
        return sensors.stream()
                .flatMap(place -> limit(place).stream()
                        .flatMap(limit ->
                                files.number(place.path()).optional().stream().map(now -> (limit - now) * MILLI)))
                .min(Double::compare)
                .map(least ->
                        Reading.known(least, "the nearest of %d sensors to its own limit".formatted(sensors.size())))
                .orElseGet(() -> Reading.unknown(
                        sensors.isEmpty() ? hottest().words() : "no sensor tells at which temperature it slows"));
    }

    /** Millidegrees at which it slows: what its driver calls critical, or high; or where its zone is cooled by slowing. */
    private Optional<Long> limit(Place place) {
        if (place.path().endsWith("_input")) {
            String sensor = place.path().substring(0, place.path().length() - "_input".length());
            return Stream.of("_crit", "_max")
                    .map(sensor::concat)
                    .filter(files::has)
                    .flatMap(path -> files.number(path).optional().stream())
                    .filter(CpuTemperature::isLimit)
                    .findFirst();
        }
        String zone = place.path().substring(0, place.path().lastIndexOf('/'));
        return files.list(zone, "trip_point_*_type").stream()
                .filter(type -> files.text(type).optional().orElse("").equals("passive"))
                .flatMap(type -> files.number(type.replace("_type", "_temp")).optional().stream())
                .filter(CpuTemperature::isLimit)
                .min(Long::compare);
    }

    /** Boards fill what is not wired with 0 or with the greatest number that fits, such as 65261 degrees. */
    private static boolean isLimit(long millidegrees) {
        return millidegrees > 0 && millidegrees <= MOST_LIMIT;
    }

    /** Events of overheating since the system started. */
    Reading<Long> events() {
        if (counts.isEmpty()) {
            return Reading.unknown(
                    "the processor's driver counts none (only Intel's does, outside of virtual machines)");
        }
        long events = 0;
        for (String count : counts) {
            Reading<Long> read = files.number(count);
            if (!read.isKnown()) {
                // A sum without it would fall, or stand still, where there were events.
                return Reading.unknown("a count of overheating cannot be read: " + read.words());
            }
            events += read.optional().orElse(0L);
        }
        return Reading.known(events, "thermal_throttle counts of %d cores and packages".formatted(counts.size()));
    }
}
