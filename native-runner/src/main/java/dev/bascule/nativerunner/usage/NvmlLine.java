package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Counters.EnergyCounter;
import dev.bascule.fallback.usage.Reading;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One GPU in the answer of {@link NvmlMain}: fields between tabs, a figure or {@code !} and why not. Immutable.
 *
 * @param fields index, name, millijoules; where all was asked for also percent, bytes, milliwatts, degrees, clock reasons
 */
record NvmlLine(List<String> fields) {
    static final String ALL = "all";
    static final String ENERGY = "energy";
    static final String REFUSED = "refused: ";

    private static final String SOURCE = "NVML";

    /** The longest that was found: Yang and others, "Part-time Power Measurements: nvidia-smi's Lack of Attention", 2023. */
    private static final Duration REFRESH = Duration.ofMillis(100);

    private static final String NOT_SUPPORTED = "3";
    private static final String NO_PERMISSION = "4";

    static NvmlLine parse(String line) {
        return new NvmlLine(List.of(line.split("\t")));
    }

    String device() {
        return "gpu %s: %s".formatted(fields.get(0), fields.get(1));
    }

    Reading<EnergyCounter> energy() {
        return figure(2, "nvmlDeviceGetTotalEnergyConsumption: all that runs on the GPU")
                .map(millijoules -> new EnergyCounter(millijoules / 1e3, OptionalDouble.empty(), REFRESH));
    }

    GpuState state() {
        return new GpuState(
                device(),
                figure(3, SOURCE).map(percent -> percent / 100.0),
                figure(4, SOURCE).map(Long::doubleValue),
                figure(5, SOURCE).map(milliwatts -> milliwatts / 1e3),
                figure(6, SOURCE).map(Long::doubleValue),
                figure(7, SOURCE).map(mask -> ClockReasons.causes(device(), mask)));
    }

    private Reading<Long> figure(int field, String source) {
        if (field >= fields.size()) {
            return Reading.unknown("NVML was not asked");
        }
        String text = fields.get(field);
        if (!text.startsWith("!")) {
            return Reading.known(Long.parseLong(text), source);
        }
        return Reading.unknown(
                switch (text.substring(1)) {
                    case NOT_SUPPORTED -> "NVML: this GPU does not tell it";
                    case NO_PERMISSION -> "NVML: this user may not read it; run as root";
                    default -> "NVML answers " + text.substring(1);
                });
    }
}
