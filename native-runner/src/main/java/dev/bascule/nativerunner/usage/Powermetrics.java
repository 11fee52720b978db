package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.SensorSnapshot.Sensed;
import dev.bascule.fallback.usage.SensorSnapshot.Sensor;
import dev.bascule.fallback.usage.Subjects;
import dev.bascule.fallback.usage.Throttling.Cause;
import dev.bascule.fallback.usage.Throttling.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One sample of Apple's {@code powermetrics --samplers cpu_power,gpu_power,thermal}. Its powers are estimates of the
 * system over the sample's time, by Apple's word, and no counters. Immutable.
 *
 * @param sensed powers and the fastest cluster's frequency
 * @param pressure the level of thermal pressure, where it is told
 */
record Powermetrics(List<Sensed> sensed, Optional<String> pressure) {
    private static final Pattern POWER = Pattern.compile("(CPU|GPU|ANE|DRAM) Power: ([\\d.]+) ?(m?)W");
    private static final Pattern ACTIVE = Pattern.compile("\\w+-Cluster HW active frequency: ([\\d.]+) MHz");
    private static final Pattern PRESSURE = Pattern.compile("Current pressure level: (\\w+)");
    private static final String SOURCE = "powermetrics, an estimate of the system";

    /** Where a new sample begins. */
    static final String HEAD = "*** Sampled system activity";

    static Powermetrics parse(List<String> lines) {
        List<Sensed> sensed = new ArrayList<>();
        Optional<String> pressure = Optional.empty();
        Optional<Double> fastest = Optional.empty();
        for (String line : lines) {
            Matcher power = POWER.matcher(line);
            Matcher active = ACTIVE.matcher(line);
            Matcher level = PRESSURE.matcher(line);
            if (power.lookingAt()) {
                double watts =
                        Double.parseDouble(power.group(2)) * (power.group(3).isEmpty() ? 1 : 1e-3);
                sensed.add(new Sensed(subject(power.group(1)), Sensor.POWER, Reading.known(watts, SOURCE)));
            } else if (active.lookingAt()) {
                double megahertz = Double.parseDouble(active.group(1));
                fastest = Optional.of(Math.max(megahertz, fastest.orElse(0.0)));
            } else if (level.lookingAt()) {
                pressure = Optional.of(level.group(1));
            }
        }
        fastest.ifPresent(megahertz -> sensed.add(new Sensed(
                Subjects.CPU, Sensor.FREQUENCY, Reading.known(megahertz, "powermetrics, the fastest cluster"))));
        return new Powermetrics(List.copyOf(sensed), pressure);
    }

    private static String subject(String name) {
        return switch (name) {
            case "CPU" -> Subjects.CPU;
            case "GPU" -> "gpu";
            case "ANE" -> "neural engine";
            default -> "dram";
        };
    }

    /** Pressure of any level but the lowest holds the clocks back. */
    List<Cause> causes() {
        return pressure.filter(level -> !level.equals("Nominal"))
                .map(level -> List.of(new Cause(Kind.THERMAL, "macOS reports thermal pressure: " + level)))
                .orElse(List.of());
    }
}
